import HTTPServing

extension AuthorizeAttempt {
    /// Apple's error page says `invalid_client` for an unknown id (TN3107).
    static let clientKnown = Check<AuthorizeAttempt>("client_unknown", isWaivable: false) { attempt in
        guard let id = attempt.fields.filled("client_id") else {
            return .invalidRequest("client_missing", "client_id is missing.")
        }
        guard attempt.client == nil else { return nil }
        let (cause, explanation) = PortalCheck.unknown(id, attempt.portal)
        return .invalidClient(cause, explanation)
    }
}
