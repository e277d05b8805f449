#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension AppleClient {
    /// Asks Apple to end the authorization behind a token.
    ///
    /// Apple answers 200 to any token, even to one that it never issued: this records "asked", not "revoked".
    public func revoke(_ token: RefreshToken, for client: ClientID) async throws(AppleCallFailure) {
        try await revoke(token.secretValue, hint: "refresh_token", for: client)
    }

    /// Asks Apple to end the authorization behind an access token, for those who kept no refresh token.
    ///
    /// Apple answers 200 to any token, and there is no way to prove that this one is dead.
    public func revoke(_ token: AccessToken, for client: ClientID) async throws(AppleCallFailure) {
        try await revoke(token.secretValue, hint: "access_token", for: client)
    }

    /// Asks Apple to end the authorization behind a token, and tries the token afterwards, which is the only proof.
    ///
    /// The proof needs a token that was alive for this client before. Say when you saw it: at its exchange, or at a refresh
    /// since. Without that the token is refreshed first, which costs one of the refreshes that Apple allows (about one a day and
    /// person; Apple: "Verifying a user"), so that the proof may have to wait for another day.
    ///
    /// Throws where the refresh that comes first said nothing, so that nothing was revoked, and where Apple did not answer the
    /// revocation: then ask again with the same `seenAliveAt`. Without one, a revocation whose answer was lost is `unknown`, since the
    /// token was seen alive a moment before: prove it later with `confirmRevocation`.
    /// - Parameters:
    ///   - token: the token to end.
    ///   - client: the app that the token was issued to.
    ///   - seenAliveAt: when Apple last took this token from this client, or issued it to it; `nil` where nobody knows. A moment
    ///     ahead of the clock proves nothing and counts as `nil`. A person who changed their password since has a dead token
    ///     and a standing authorization (Apple: "Verifying a user"): the younger the moment, the stronger the proof.
    public func revokeAndConfirm(
        _ token: RefreshToken, for client: ClientID, seenAliveAt: Date? = nil
    ) async throws(AppleCallFailure) -> RevocationOutcome {
        let isSighted = !isPast(seenAliveAt)
        if isSighted, let outcome = try await sight(token, for: client) { return outcome }
        do throws(AppleCallFailure) {
            try await revoke(token, for: client)
        } catch {
            // Apple's TN3107 knows this answer, also for a hint that does not fit: the refresh tells whether the token lives, and
            // where it does not, it was not this call that ended it.
            if error.refusesGrant {
                let outcome = await prove(token, for: client)
                return outcome == .confirmed ? .alreadyDead : outcome
            }
            guard isSighted, error.mayHaveHappened else { throw error }
            return .unknown(error)
        }
        return await prove(token, for: client)
    }

    /// Tries a token whose revocation was asked for earlier: for the proof that failed then.
    ///
    /// Costs a refresh (about one a day and person).
    /// - Parameters:
    ///   - token: the token whose revocation Apple took.
    ///   - client: the app that the token was issued to.
    ///   - seenAliveAt: when Apple last took this token from this client, or issued it to it. Without it, or with a moment ahead
    ///     of the clock, a refusal is `alreadyDead`.
    public func confirmRevocation(
        of token: RefreshToken, for client: ClientID, seenAliveAt: Date?
    ) async -> RevocationOutcome {
        let outcome = await prove(token, for: client)
        return outcome == .confirmed && !isPast(seenAliveAt) ? .alreadyDead : outcome
    }

    /// Refreshes a token that nobody saw alive; an outcome where that decides already.
    private func sight(
        _ token: RefreshToken, for client: ClientID
    ) async throws(AppleCallFailure) -> RevocationOutcome? {
        do throws(AppleCallFailure) {
            _ = try await refresh(token, for: client)
            return nil
        } catch {
            if error.namesOtherClient { return .otherClient }
            if error.refusesGrant { return .alreadyDead }
            throw error
        }
    }

    private func prove(_ token: RefreshToken, for client: ClientID) async -> RevocationOutcome {
        do throws(AppleCallFailure) {
            _ = try await refresh(token, for: client)
            return RevocationOutcome(ofProof: nil)
        } catch {
            return RevocationOutcome(ofProof: error)
        }
    }

    private func isPast(_ moment: Date?) -> Bool {
        moment.map { $0 <= now() } ?? false
    }

    private func revoke(_ token: String, hint: String, for client: ClientID) async throws(AppleCallFailure) {
        let parameters = [(name: "token", value: token), (name: "token_type_hint", value: hint)]
        _ = try await call(.revoke, endpoints.revoke, for: client, parameters)
    }
}
