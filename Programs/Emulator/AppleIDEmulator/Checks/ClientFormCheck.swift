import HTTPServing

/// The form of a request to `/auth/token`, `/auth/revoke` or `/auth/usermigrationinfo`, which is checked before the client secret (TN3107).
struct ClientForm: Sendable {
    let mediaType: String
    /// Nil if the body is not percent-encoded UTF-8.
    let fields: FormFields?
    /// The value of the `Authorization` header.
    var authorization: String?
    /// Whether the endpoint takes an access token in that header.
    var takesBearer = false
    var switches = Switches()

    static let checks: [Check<ClientForm>] = [
        contentType, bodyEncoding, eachParameterOnce, parametersKnown, authenticatedOnce, clientPresent, secretPresent,
    ]

    private static let known: Set<String> = [
        "client_id", "client_secret", "code", "code_verifier", "grant_type", "redirect_uri", "refresh_token", "scope",
        "sub", "target", "token", "token_type_hint", "transfer_sub",
    ]
}

extension ClientForm {
    static let contentType = Check<ClientForm>("content_type") { form in
        if form.mediaType == "application/x-www-form-urlencoded" { return nil }
        return .invalidRequest(
            "content_type", "The body must be application/x-www-form-urlencoded, not \(form.mediaType).")
    }

    static let bodyEncoding = Check<ClientForm>("body_encoding", isWaivable: false) { form in
        guard form.fields == nil else { return nil }
        return .invalidClient("body_encoding", "The body is not percent-encoded UTF-8.")
    }

    static let eachParameterOnce = Check<ClientForm>("form_parameter_repeated") { form in
        guard let name = form.fields?.repeatedName else { return nil }
        return .invalidRequest("parameter_repeated", "The parameter \(name) was sent more than once.")
    }

    /// TN3107 lists unknown parameters as an error, but no client was seen to fail because of them, so this is a
    /// switch.
    static let parametersKnown = Check<ClientForm>("parameter_unknown") { form in
        guard form.switches.unknownParametersRefused,
            let name = form.fields?.names.first(where: { !known.contains($0) })
        else { return nil }
        return .invalidRequest("parameter_unknown", "The parameter \(name) is unknown here.")
    }

    /// Apple's ErrorResponse mentions more than one client authentication in a request. The behaviour was never
    /// observed, so this is a switch.
    static let authenticatedOnce = Check<ClientForm>("authentication_twice") { form in
        guard form.switches.secondAuthenticationRefused, form.fields?.filled("client_secret") != nil,
            form.authorization != nil && !form.takesBearer || form.fields?.filled("client_assertion") != nil
        else { return nil }
        return .invalidRequest(
            "authentication_twice", "The client authenticates in the form; no other authentication may be sent.")
    }

    static let clientPresent = Check<ClientForm>("client_missing", isWaivable: false) { form in
        guard form.fields?.filled("client_id") == nil else { return nil }
        return .invalidRequest("client_missing", "client_id is missing from the body.")
    }

    static let secretPresent = Check<ClientForm>("secret_missing", isWaivable: false) { form in
        guard form.fields?.filled("client_secret") == nil else { return nil }
        return .invalidRequest(
            "secret_missing", "client_secret is missing from the body; Apple supports no other client authentication.")
    }
}
