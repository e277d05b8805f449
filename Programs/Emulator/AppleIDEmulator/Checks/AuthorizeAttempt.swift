import HTTPServing

/// A request to `/auth/authorize` that is being checked.
struct AuthorizeAttempt: Sendable {
    let fields: FormFields
    /// The registered client, looked up before the checks run.
    let client: Client?
    var switches = Switches()
    var portal = PortalView()

    var responseTypes: Set<String> { Set((fields["response_type"] ?? "").split(separator: " ").map(String.init)) }
    var scopeNames: [String] { (fields["scope"] ?? "").split(separator: " ").map(String.init) }
    var scopes: Set<Scope> { Set(scopeNames.compactMap(Scope.init(rawValue:))) }

    /// Every check of the authorize step, in order (Documentation/emulator-fidelity.md, "Authorize").
    static let checks: [Check<AuthorizeAttempt>] = [
        eachParameterOnce, clientKnown, clientEnabled, clientConfigured, clientPrimaryApp, redirectPresent,
        redirectRegistered, redirectNotLocal, redirectDomain, redirectDomainVerified, redirectWithoutQuery,
        responseTypeSupported, responseModeKnown, identityTokenOutOfQuery, scopeSupported, scopesByFormPost,
        challengeSupported, promptTolerated, parametersNamed, parametersShort,
    ]

    /// The parameters that Apple documents or was seen to read, and the last three, which its script adds
    /// (Documentation/emulator-fidelity.md, "Authorize" and "Apple's script").
    private static let named: Set<String> = [
        "client_id", "redirect_uri", "response_type", "response_mode", "scope", "state", "nonce", "code_challenge",
        "code_challenge_method", "max_age", "prompt", "frame_id", "m", "v",
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

    /// In 2019, Apple answered any `prompt` with an empty 400. It has tolerated the parameter since.
    static let promptTolerated = Check<AuthorizeAttempt>("prompt_refused") { attempt in
        guard attempt.switches.promptRefused, attempt.fields["prompt"] != nil else { return nil }
        return .invalidRequest("prompt_refused", "The switch prompt_refused is on. In 2019, Apple refused prompt.")
    }

    /// How Apple treats parameters such as `locale` and `login_hint` is unknown, so this is a switch.
    static let parametersNamed = Check<AuthorizeAttempt>("authorize_parameter_unknown") { attempt in
        guard attempt.switches.authorizeParametersRefused,
            let name = attempt.fields.names.first(where: { !named.contains($0) })
        else { return nil }
        return .invalidRequest("authorize_parameter_unknown", "The parameter \(name) is unknown here.")
    }

    /// Apple publishes no limit, so this is a switch.
    static let parametersShort = Check<AuthorizeAttempt>("parameter_too_long") { attempt in
        let limit = attempt.switches.parameterLimit
        let long = ["state", "nonce"].first { (attempt.fields[$0]?.utf8.count ?? 0) > limit }
        guard limit > 0, let long else { return nil }
        return .invalidRequest("parameter_too_long", "\(long) is longer than \(limit) bytes.")
    }
}
