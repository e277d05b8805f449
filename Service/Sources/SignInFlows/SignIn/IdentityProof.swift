import AccountStorage
import SignInWithApple

/// The step of a sign-in that proves somebody. It does not use the attempt up.
struct IdentityProof: Sendable {
    let environment: SignInEnvironment

    /// Verifies the identity token; an answer that fails is counted.
    func verify(_ answer: AppleAnswer, for open: OpenAttempt) async throws(SignInError) -> ProvenPerson {
        try await checkIssuer(answer.issuer, for: open)
        let token: VerifiedIdentityToken
        do throws(IdentityVerificationFailure) {
            token = try await open.client.team.apple.verify(
                answer.identityToken, nonce: answer.nonce,
                beside: answer.code.map { .authorizationCode($0) } ?? .nothing)
        } catch {
            throw try await refusal(error, open)
        }
        // A team's verifier takes tokens for all clients of the team; an attempt takes those of its own client.
        guard token.clientID == open.client.id else { throw try await count(.token(.audienceMismatch), open) }
        await environment.observe(SignInStep(.tokenVerified, attempt: open.attempt.id))
        return ProvenPerson(
            open: open, answer: answer, token: token, identity: ProvenIdentity(token, of: open.client))
    }

    /// An answer of another issuer than the attempt's is refused, whatever it brings, so that no provider's is taken for
    /// another's.
    func checkIssuer(_ issuer: String?, for open: OpenAttempt) async throws(SignInError) {
        guard issuer == nil || issuer == open.client.team.issuer else {
            throw try await count(.token(.issuerMismatch), open)
        }
    }

    private func refusal(
        _ failure: IdentityVerificationFailure, _ open: OpenAttempt
    ) async throws(SignInError) -> SignInError {
        if case .rejected(let reason) = failure { return try await count(.token(reason), open) }
        return SignInError(failure.callFailure, retryAfter: environment.policy.retryAfter)
    }

    private func count(_ refusal: SignInRefusal, _ open: OpenAttempt) async throws(SignInError) -> SignInError {
        try await SignInAttempts(environment: environment).countFailure(open)
        return .refused(refusal)
    }
}
