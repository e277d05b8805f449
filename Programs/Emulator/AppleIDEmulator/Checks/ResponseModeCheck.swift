import HTTPServing

/// How the answer is returned to the client.
enum ResponseMode: String, Sendable {
    case query, fragment
    case formPost = "form_post"
    /// What Apple's script uses in a popup. Apple does not document it.
    case webMessage = "web_message"

    /// Whether names and addresses may be sent in it.
    var carriesScopes: Bool { self == .formPost || self == .webMessage }
}

extension AuthorizeAttempt {
    /// The requested mode, or the default: query for `code`, fragment with an identity token. These are the defaults of
    /// OpenID Connect, since Apple documents none.
    var responseMode: ResponseMode? {
        guard let name = fields.filled("response_mode") else {
            if let chosen = ResponseMode(rawValue: switches.defaultResponseMode.rawValue) { return chosen }
            return responseTypes.contains("id_token") ? .fragment : .query
        }
        return ResponseMode(rawValue: name)
    }
}

extension AuthorizeAttempt {
    static let responseModeKnown = Check<AuthorizeAttempt>("response_mode_unknown", isWaivable: false) { attempt in
        guard attempt.responseMode == nil else { return nil }
        return .invalidRequest(
            "response_mode_unknown",
            "response_mode must be query, fragment or form_post, or web_message from Apple's script.",
            description: "Invalid response mode")
    }

    static let identityTokenOutOfQuery = Check<AuthorizeAttempt>("response_mode_query_with_id_token") { attempt in
        guard attempt.responseTypes.contains("id_token"), attempt.responseMode == .query else { return nil }
        return .invalidRequest(
            "response_mode_query_with_id_token", "An id_token is never sent in a query; use form_post or fragment.",
            description: "Invalid response mode")
    }

    static let scopesByFormPost = Check<AuthorizeAttempt>("response_mode_for_scope") { attempt in
        guard !attempt.scopes.isEmpty, attempt.responseMode?.carriesScopes != true else { return nil }
        return .invalidRequest(
            "response_mode_for_scope",
            "Names and addresses are sent in a form post only. Use response_mode=form_post, or no scope.",
            description: "response_mode must be form_post when name or email scope is requested.")
    }
}
