import AccountStorage
import SignInWithApple

/// A person whose identity token was verified for this attempt. Only ``IdentityProof`` creates one.
struct ProvenPerson: Sendable {
    let attempt: FoundAttempt
    let answer: AppleAnswer
    let token: VerifiedIdentityToken
    let identity: ProvenIdentity
}

/// Why an answer proves nobody.
enum ProofFailure: Error, Sendable {
    /// The answer is wrong. This counts as a failure of the attempt.
    case rejected(ErrorCode)
    /// The token could not be verified. The same answer may be good later.
    case unverifiable(SignInError)
}

/// The step of a sign-in that verifies the identity token. It stores nothing.
struct IdentityProof: Sendable {
    let environment: SignInEnvironment

    func verify(_ answer: AppleAnswer, for attempt: FoundAttempt) async throws(ProofFailure) -> ProvenPerson {
        if let refusal = refusal(ofIssuer: answer.issuer, for: attempt) { throw .rejected(refusal) }
        let token: VerifiedIdentityToken
        do throws(TokenVerificationFailure) {
            token = try await attempt.client.team.apple.verify(
                answer.identityToken, nonce: attempt.expectedNonce(environment.secrets),
                beside: answer.code.map { .authorizationCode($0) } ?? .nothing)
        } catch {
            throw failure(error, of: answer, for: attempt)
        }
        // A team's verifier accepts tokens for all clients of the team, but an attempt only those for its own client.
        guard token.clientID == attempt.client.id else {
            let refusal = ErrorCode.token(.audienceMismatch)
            throw .rejected(
                refusal.naming(seen: token.clientID.rawValue, configured: [attempt.client.id.rawValue]))
        }
        await environment.observe(SignInStep(.tokenVerified, attempt: attempt.row.id))
        return ProvenPerson(
            attempt: attempt, answer: answer, token: token, identity: ProvenIdentity(token, of: attempt.client))
    }

    /// Refuses any answer that names another issuer than the attempt's, so that one provider's answer is never taken
    /// for another's.
    func refusal(ofIssuer issuer: String?, for attempt: FoundAttempt) -> ErrorCode? {
        guard issuer == nil || issuer == attempt.client.team.issuer else { return .token(.issuerMismatch) }
        return nil
    }

    private func failure(
        _ failure: TokenVerificationFailure, of answer: AppleAnswer, for attempt: FoundAttempt
    ) -> ProofFailure {
        if case .rejected(let reason) = failure {
            return .rejected(.token(reason).naming(detail(of: reason, answer, attempt)))
        }
        return .unverifiable(SignInError(failure.callFailure, retryAfter: environment.policy.retryAfter))
    }

    /// What the token names and what is configured, or the mistake in it.
    private func detail(of reason: TokenRejection, _ answer: AppleAnswer, _ attempt: FoundAttempt) -> RefusalDetail {
        switch reason {
        case .audienceMismatch:
            return RefusalDetail(seen: reason.verifiedAudience, configured: [attempt.client.id.rawValue])
        case .issuerMismatch:
            return RefusalDetail(
                seen: try? UnverifiedIdentityToken.inspect(answer.identityToken).claims?.text("iss"),
                configured: [attempt.client.team.issuer])
        default:
            let expected = attempt.expectedNonce(environment.secrets)
            return RefusalDetail(
                mistake: SentMistake(
                    reason, of: answer.identityToken, nonce: expected, code: answer.code?.secretValue))
        }
    }
}

extension FoundAttempt {
    /// The expected `nonce` of the token: an app passes its hash to Apple, a browser or page the nonce itself.
    func expectedNonce(_ secrets: ServerSecrets) -> ExpectedNonce {
        let nonce = secret.nonce(secrets)
        return switch flow {
        case .native: .sha256(of: nonce)
        case .web, .script: .raw(nonce)
        }
    }
}
