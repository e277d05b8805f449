/// A request to `/auth/authorize` while it is checked.
struct AuthorizeAttempt: Sendable {
    let fields: FormFields
    /// The registered client, looked up before the checks run.
    let client: Client?
    var refusesPrompt = false

    var responseTypes: Set<String> { Set((fields["response_type"] ?? "").split(separator: " ").map(String.init)) }
    var scopeNames: [String] { (fields["scope"] ?? "").split(separator: " ").map(String.init) }
    var scopes: Set<Scope> { Set(scopeNames.compactMap(Scope.init(rawValue:))) }

    /// Every check of the authorize step, in order (server.md, 1.1 and 1.4).
    static let checks: [Check<AuthorizeAttempt>] = [
        eachParameterOnce, clientKnown, redirectPresent, redirectRegistered, responseTypeSupported,
        responseModeKnown, identityTokenOutOfQuery, scopeSupported, scopesByFormPost, challengeSupported,
        promptTolerated,
    ]
}

extension AuthorizeAttempt {
    static let eachParameterOnce = Check<AuthorizeAttempt>("parameter_repeated") { attempt in
        guard let name = attempt.fields.repeatedName else { return nil }
        return .invalidRequest("parameter_repeated", "The parameter \(name) was sent more than once.")
    }

    static let responseTypeSupported = Check<AuthorizeAttempt>("response_type") { attempt in
        if attempt.responseTypes == ["code"] || attempt.responseTypes == ["code", "id_token"] { return nil }
        return .invalidRequest(
            "response_type_unsupported",
            "response_type must be `code` or `code id_token`; `id_token` alone is no longer supported.",
            description: "Invalid response type")
    }

    /// In 2019 any `prompt` was answered with an empty 400; it has been tolerated since.
    static let promptTolerated = Check<AuthorizeAttempt>("prompt_refused") { attempt in
        guard attempt.refusesPrompt, attempt.fields["prompt"] != nil else { return nil }
        return .invalidRequest("prompt_refused", "The switch prompt_refused is on: Apple of 2019 knew no prompt.")
    }
}
