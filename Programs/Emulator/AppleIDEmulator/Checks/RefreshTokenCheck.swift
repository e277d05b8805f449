/// A use of a refresh token, with what the emulator knows about the token.
struct RefreshAttempt: Sendable {
    let grant: Grant?
    let client: String
    let now: Int
    /// Apple asks for at most one verification per user and day, and may throttle more (Apple: "Verifying a user").
    var throttle: Throttle?
    var switches = Switches()

    struct Throttle: Sendable {
        let earliest: Int
        let status: Int
    }

    static let checks: [Check<RefreshAttempt>] = [tokenKnown, tokenOfClient, tokenOfTeam, notTooOften]
}

extension RefreshAttempt {
    static let tokenKnown = Check<RefreshAttempt>("refresh_token_unknown", isWaivable: false) { attempt in
        guard attempt.grant == nil else { return nil }
        return .invalidGrant(
            "refresh_token_unknown", "No such refresh token is valid: it was never issued, or was revoked.",
            description: "The token has expired or has been revoked.")
    }

    static let tokenOfClient = Check<RefreshAttempt>("refresh_token_client") { attempt in
        guard let grant = attempt.grant, grant.client != attempt.client else { return nil }
        return .invalidGrant(
            "refresh_token_client", "The token was issued to \(grant.client); only that client can use it.",
            description: "client_id mismatch. The code was not issued to \(attempt.client).")
    }

    /// Whether tokens survive a transfer of their app is unknown, so this is a switch. It says nothing about the person.
    static let tokenOfTeam = Check<RefreshAttempt>("refresh_token_transferred") { attempt in
        guard let grant = attempt.grant, grant.isFromFormerTeam else { return nil }
        let explanation =
            "The token is from before the transfer to team \(grant.consent.teamID) (old_refresh_tokens_after_transfer)."
        return switch attempt.switches.oldRefreshTokensAfterTransfer {
        case .work: nil
        case .invalidClient: .invalidClient("refresh_token_transferred", explanation)
        case .invalidGrant:
            .invalidGrant(
                "refresh_token_transferred", explanation, description: "The token has expired or has been revoked.")
        }
    }

    static let notTooOften = Check<RefreshAttempt>("refresh_throttled") { attempt in
        guard let throttle = attempt.throttle, attempt.now < throttle.earliest else { return nil }
        var refusal = Refusal.invalidRequest(
            "refresh_throttled", "This token was verified too recently; try again at \(throttle.earliest).")
        refusal.status = throttle.status
        refusal.retryAfter = throttle.earliest - attempt.now
        return refusal
    }
}
