extension AuthorizeAttempt {
    /// `name` and `email`; `openid` adds nothing; `profile` has a refusal of its own at Apple.
    static let scopeSupported = Check<AuthorizeAttempt>("scope_unsupported") { attempt in
        if attempt.scopeNames.contains("profile") {
            return .invalidRequest(
                "scope_profile", "Apple knows no profile scope; ask for `name` and `email`.",
                description: "Application is not authorized to access the requested information")
        }
        let unknown = attempt.scopeNames.first { $0 != "openid" && Scope(rawValue: $0) == nil }
        guard let unknown else { return nil }
        return Refusal(
            error: "invalid_scope", cause: "scope_unsupported",
            explanation: "The scope \(unknown) does not exist; there are `name` and `email`, separated by spaces.")
    }
}
