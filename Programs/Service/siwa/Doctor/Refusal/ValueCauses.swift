import HTTPServing
import SignInFlows
import SignInWithApple

/// What happened to the values of a form on their way: additions around them, and a second encoding. Apple compares the
/// values as they arrive.
enum ValueCauses {
    /// The parameters, with the error that Apple answers a wrong value with.
    private static let parameters: [(name: String, error: String)] = [
        ("client_id", TokenEndpointError.invalidClient), ("client_secret", TokenEndpointError.invalidClient),
        ("grant_type", TokenEndpointError.unsupportedGrantType), ("code", TokenEndpointError.invalidGrant),
        ("refresh_token", TokenEndpointError.invalidGrant), ("redirect_uri", TokenEndpointError.invalidGrant),
        ("code_verifier", TokenEndpointError.invalidGrant), ("token", TokenEndpointError.invalidRequest),
        ("scope", TokenEndpointError.invalidScope), ("sub", TokenEndpointError.invalidRequest),
        ("target", TokenEndpointError.invalidRequest), ("transfer_sub", TokenEndpointError.invalidRequest),
    ]

    static func causes(_ request: RefusedRequest) -> [RefusalCause] {
        guard let form = request.form, !request.isJSON else { return [] }
        return parameters.compactMap { parameter in
            form.filled(parameter.name).flatMap { damaged(parameter.name, $0, parameter.error) }
        } + [teamPrefix(form, request)].compactMap { $0 }
    }

    private static func damaged(_ name: String, _ value: String, _ error: String) -> RefusalCause? {
        // The key itself has line breaks, which another cause explains.
        guard !value.contains("PRIVATE KEY"), let damage = Self.damage(name, value) else { return nil }
        return RefusalCause(
            code: "parameter_damaged", errors: [error], subject: name, meaning: "The \(name) \(damage.words).",
            advice: advice(damage), evidence: .observed)
    }

    /// A return URL may have escapes of its own, but no escaped colon behind its scheme.
    private static func damage(_ name: String, _ value: String) -> SentDamage? {
        guard let damage = SentDamage(value) else { return nil }
        guard case .encodedTwice = damage, name == "redirect_uri" else { return damage }
        let scheme = value.prefix { $0 != "%" }.lowercased()
        return scheme == "https" || scheme == "http" ? damage : nil
    }

    private static func advice(_ damage: SentDamage) -> String {
        switch damage {
        case .lineBreak, .space:
            "Remove it where the value is read: files and environment variables often end with a line break."
        case .quotationMarks: "Remove them where the value is read. They belong to the settings file, not to the value."
        case .encodedTwice: "Encode the value once: let the HTTP library do it, and pass it the plain value."
        }
    }

    /// An App ID in a provisioning profile begins with the Team ID, a client ID does not.
    private static func teamPrefix(_ form: FormFields, _ request: RefusedRequest) -> RefusalCause? {
        guard let clientID = form.filled("client_id"), clientID.contains(".") else { return nil }
        let prefix = String(clientID.prefix { $0 != "." })
        guard SentText.isTenCharacters(prefix) else { return nil }
        return .client(
            "client_id_with_team", "client_id \(SentText.shown(clientID))", "The client_id begins with a Team ID.",
            advice: "Send the bundle ID or Services ID alone: everything behind the first full stop.",
            isDoubtful: SentSecret(request)?.claims?.text("iss") != prefix)
    }
}
