#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

extension AppleClient {
    /// Asks Apple to end the authorization behind a token.
    ///
    /// Apple answers 200 to any token, even to one that it never issued. Success means "requested", not "revoked".
    public func revoke(_ token: RefreshToken, for client: ClientID) async throws(AppleCallFailure) {
        try await revoke(token.secretValue, hint: "refresh_token", for: client)
    }

    /// Asks Apple to end the authorization behind an access token, for callers that kept no refresh token.
    ///
    /// Apple answers 200 to any token, and there is no way to prove that an access token is invalid.
    public func revoke(_ token: AccessToken, for client: ClientID) async throws(AppleCallFailure) {
        try await revoke(token.secretValue, hint: "access_token", for: client)
    }

    /// Asks Apple to end the authorization behind a token, and then tries the token, which is the only proof.
    ///
    /// The proof needs a token that was valid for this client before. Pass the time when you last saw that: at its
    /// exchange, or at a later refresh. Without it the token is refreshed first. That uses up one of the refreshes that
    /// Apple allows (about one a day for each person; Apple: "Verifying a user"), so the proof may have to wait for
    /// another day.
    ///
    /// Throws if the first refresh decided nothing, so that nothing was revoked. Also throws if Apple did not answer
    /// the revocation: then call again with the same `seenAliveAt`. Without `seenAliveAt`, a revocation whose answer
    /// was lost is `unknown`, because the token was valid a moment before. Prove it later with `confirmRevocation`.
    /// - Parameters:
    ///   - token: the token to revoke.
    ///   - client: the app that the token was issued to.
    ///   - seenAliveAt: when Apple last accepted this token from this client, or issued it to it, or `nil` if unknown.
    ///     A time in the future proves nothing and counts as `nil`. If the person has changed their password since, the
    ///     token is invalid, but the authorization still exists (Apple: "Verifying a user"). The more recent the time,
    ///     the stronger the proof.
    public func revokeAndConfirm(
        _ token: RefreshToken, for client: ClientID, seenAliveAt: Date? = nil
    ) async throws(AppleCallFailure) -> RevocationOutcome {
        let isSighted = !isPast(seenAliveAt)
        if isSighted, let outcome = try await sight(token, for: client) { return outcome }
        do throws(AppleCallFailure) {
            try await revoke(token, for: client)
        } catch {
            // Apple's TN3107 documents this answer, also for a hint that does not fit. The refresh shows whether the
            // token is valid. If it is not, this call did not invalidate it.
            if error.refusesGrant {
                let outcome = await prove(token, for: client)
                return outcome == .confirmed ? .alreadyDead : outcome
            }
            guard isSighted, error.mayHaveHappened else { throw error }
            return .unknown(error)
        }
        return await prove(token, for: client)
    }

    /// Tries a token whose revocation was requested earlier, if the proof failed at that time.
    ///
    /// It uses a refresh (about one a day for each person).
    /// - Parameters:
    ///   - token: the token whose revocation Apple accepted.
    ///   - client: the app that the token was issued to.
    ///   - seenAliveAt: when Apple last accepted this token from this client, or issued it to it. Without it, or with a
    ///     time in the future, a refusal is `alreadyDead`.
    public func confirmRevocation(
        of token: RefreshToken, for client: ClientID, seenAliveAt: Date?
    ) async -> RevocationOutcome {
        let outcome = await prove(token, for: client)
        return outcome == .confirmed && !isPast(seenAliveAt) ? .alreadyDead : outcome
    }

    /// Refreshes a token that was not seen alive. Returns an outcome if the answer already decides.
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
