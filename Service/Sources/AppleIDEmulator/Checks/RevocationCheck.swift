/// One call of `/auth/revoke`. Apple answers 200 to any token; only the log tells that a call had no effect.
struct RevocationAttempt: Sendable {
    /// Nil when no token of ours.
    let grant: Grant?
    let client: String

    static let checks: [Check<RevocationAttempt>] = [tokenKnown, tokenOfClient]
}

extension RevocationAttempt {
    static let tokenKnown = Check<RevocationAttempt>("revoke_token_unknown", isWaivable: false) { attempt in
        guard attempt.grant == nil else { return nil }
        return .invalidGrant(
            "revoke_token_unknown",
            "Nothing was revoked: no such access or refresh token is alive. Codes and identity tokens revoke nothing.")
    }

    static let tokenOfClient = Check<RevocationAttempt>("revoke_token_client") { attempt in
        guard let grant = attempt.grant, grant.client != attempt.client else { return nil }
        return .invalidGrant(
            "revoke_token_client",
            "Nothing was revoked: the token was issued to \(grant.client), and \(attempt.client) asked.")
    }
}
