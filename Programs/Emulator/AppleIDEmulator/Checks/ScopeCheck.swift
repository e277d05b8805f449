extension AuthorizeAttempt {
    /// The scopes are `name` and `email`. `openid` has no effect, and Apple refuses `profile` with an error text of its
    /// own.
    static let scopeSupported = Check<AuthorizeAttempt>("scope_unsupported") { attempt in
        if attempt.scopeNames.contains("profile") {
            return .invalidRequest(
                "scope_profile", "Apple has no profile scope; request `name` and `email`.",
                description: "Application is not authorized to access the requested information")
        }
        let unknown = attempt.scopeNames.first { $0 != "openid" && Scope(rawValue: $0) == nil }
        guard let unknown else { return nil }
        return Refusal(
            error: "invalid_scope", cause: "scope_unsupported",
            explanation: "The scope \(unknown) does not exist. Use `name` and `email`, separated by spaces.")
    }
}
