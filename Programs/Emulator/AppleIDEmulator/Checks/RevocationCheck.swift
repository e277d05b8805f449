/// A call of `/auth/revoke`. Apple answers 200 to any token, so only the log reveals that a call had no effect.
struct RevocationAttempt: Sendable {
    /// Nil if the token is unknown.
    let grant: Grant?
    let client: String
    /// The kind of the token.
    var kind: String?
    /// The kind that the client claims.
    var hint: String?
    var switches = Switches()

    static let checks: [Check<RevocationAttempt>] = [tokenKnown, tokenOfClient, tokenOfTeam, hintOfToken]
}

extension RevocationAttempt {
    static let tokenKnown = Check<RevocationAttempt>("revoke_token_unknown", isWaivable: false) { attempt in
        guard attempt.grant == nil else { return nil }
        return .invalidGrant(
            "revoke_token_unknown",
            "Nothing was revoked: no such access or refresh token is valid. Codes and identity tokens revoke nothing.")
    }

    static let tokenOfClient = Check<RevocationAttempt>("revoke_token_client") { attempt in
        guard let grant = attempt.grant, grant.client != attempt.client else { return nil }
        return .invalidGrant(
            "revoke_token_client",
            "Nothing was revoked: the token was issued to \(grant.client), but \(attempt.client) sent it.")
    }

    /// A token that is dead after a transfer revokes nothing either. Whether it is dead is a switch.
    static let tokenOfTeam = Check<RevocationAttempt>("revoke_token_transferred") { attempt in
        guard let grant = attempt.grant, grant.isFromFormerTeam,
            attempt.switches.oldRefreshTokensAfterTransfer != .work
        else { return nil }
        return .invalidGrant(
            "revoke_token_transferred",
            "Nothing was revoked: the token is from before the transfer to team \(grant.consent.teamID).")
    }

    /// TN3107 names this as a cause of `invalid_request`. It was never observed, so this is a switch.
    static let hintOfToken = Check<RevocationAttempt>("revoke_hint") { attempt in
        guard attempt.switches.revocationHintMismatchRefused, let hint = attempt.hint, let kind = attempt.kind,
            hint != kind
        else { return nil }
        return .invalidRequest("revoke_hint", "token_type_hint says \(hint), but the token is of the kind \(kind).")
    }
}
