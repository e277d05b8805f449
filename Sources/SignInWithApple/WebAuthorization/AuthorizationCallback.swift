/// What Apple's authorization page sends back with the browser. Nothing in it is proven yet.
public enum AuthorizationCallback: Sendable {
    /// The person agreed. Verify the identity token before anything else in here is believed.
    case authorized(code: AuthorizationCode, identityToken: String?, state: String, user: FirstSignInUser?)
    /// The person cancelled.
    case cancelled(state: String)
    /// Apple refused, with an error of its own.
    case refused(code: String, state: String)

    /// Decodes the body of the form post: each parameter once, all within their limits, unknown ones ignored.
    public static func decode(form body: [UInt8]) throws(AuthorizationCallbackError) -> AuthorizationCallback {
        guard body.count <= 65_536 else { throw .bodyTooLarge }
        guard let decoded = FormEncoding.decode(body) else { throw .bodyMalformed }
        guard decoded.count <= 32 else { throw .bodyTooLarge }
        var parameters: [String: String] = [:]
        for (name, value) in decoded where parameters.updateValue(value, forKey: name) != nil {
            throw .parameterRepeated
        }
        guard let state = try visible("state", limit: 2_048, in: parameters) else { throw .stateMissing }
        let code = try visible("code", limit: 2_048, in: parameters)
        let identityToken = try visible("id_token", limit: 16_384, in: parameters)
        let error = try visible("error", limit: 2_048, in: parameters)
        let user = parameters["user"].map { Array($0.utf8) } ?? []
        guard user.count <= 4_096 else { throw .parameterTooLarge }
        switch (code, error) {
        case (let code?, nil):
            return .authorized(
                code: AuthorizationCode(secretValue: code), identityToken: identityToken, state: state,
                user: FirstSignInUser(json: user))
        case (nil, "user_cancelled_authorize"?):
            return .cancelled(state: state)
        case (nil, let error?):
            return .refused(code: error, state: state)
        case (nil, nil):
            throw .codeMissing
        case (_?, _?):
            throw .codeAndError
        }
    }

    /// The parameter, if it is there and not empty.
    private static func visible(
        _ name: String, limit: Int, in parameters: [String: String]
    ) throws(AuthorizationCallbackError) -> String? {
        guard let value = parameters[name], !value.isEmpty else { return nil }
        guard value.utf8.count <= limit else { throw .parameterTooLarge }
        guard value.isVisibleASCII else { throw .parameterMalformed }
        return value
    }
}
