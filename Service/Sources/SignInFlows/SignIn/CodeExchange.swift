import AccountStorage
import Foundation
import SignInWithApple

/// What became of the code of a sign-in.
enum GrantOutcome: Sendable {
    /// Nothing is to be recorded: a grant is held already, so the code was not sent.
    case held
    /// Apple gave a refresh token.
    case obtained(RefreshToken)
    /// There was no code, or Apple gave no refresh token for it that can be trusted: obtained at the next sign-in. The person is
    /// proven all the same.
    case missing
    /// Apple could not be asked: good enough for somebody known, not for somebody new.
    case unreachable(retryAfter: Int)
    /// Apple does not accept our credentials: likewise, and the operator is told.
    case refusedOurs

    /// Whether a person without an account may get one; if not, why.
    func refusalForNewPerson() -> SignInError? {
        switch self {
        case .held, .obtained, .missing: nil
        case .unreachable(let retryAfter): .unavailable(.appleUnavailable, retryAfter: retryAfter)
        case .refusedOurs: .misconfigured(.appleRefusedClient)
        }
    }

    /// Reads a failed exchange: `invalid_grant` speaks of the code, the other errors of RFC 6749 section 5.2 of us,
    /// everything else of Apple's health.
    static func decide(_ failure: AppleCallFailure, retryAfter: Int) -> GrantOutcome {
        switch failure {
        case .refused(let error) where error.code == TokenEndpointError.invalidGrant: .missing
        // An old code once more, which Apple was seen to hand out after a revocation.
        case .notSent(.codeAlreadySent): .missing
        case .refused(let error) where ourFaults.contains(error.code): .refusedOurs
        case _ where failure.code == AppleFailureCode.clientSecretNotSigned.rawValue: .refusedOurs
        case .unavailable(_, let seconds): .unreachable(retryAfter: seconds ?? retryAfter)
        default: .unreachable(retryAfter: retryAfter)
        }
    }

    /// Errors that speak of our credentials, configuration or request.
    private static let ourFaults: Set<String> = [
        TokenEndpointError.invalidClient, TokenEndpointError.invalidRequest, TokenEndpointError.unauthorizedClient,
        TokenEndpointError.unsupportedGrantType, TokenEndpointError.invalidScope,
    ]
}

/// Sends the code to Apple, once, and checks that the answer speaks of the same person.
struct CodeExchange: Sendable {
    let environment: SignInEnvironment

    /// What became of the code. Throws where the answer does not fit the token that the browser or app brought.
    func exchange(
        _ code: AuthorizationCode, of person: ProvenPerson
    ) async throws(SignInError) -> GrantOutcome {
        let attempt = person.attempt.row.id
        let client = person.attempt.client
        await environment.observe(SignInStep(.exchangeStarted, attempt: attempt))
        let answer: Result<TokenReply, AppleCallFailure>
        do throws(AppleCallFailure) {
            answer = .success(
                try await client.team.apple.exchange(
                    code, for: client.id, redirectURI: redirectURI(of: person.attempt),
                    codeVerifier: codeVerifier(of: person.attempt)))
        } catch {
            answer = .failure(error)
        }
        await environment.observe(SignInStep(.exchangeAnswered, attempt: attempt))
        switch answer {
        case .failure(let failure):
            let outcome = GrantOutcome.decide(failure, retryAfter: environment.policy.retryAfter)
            report(outcome, of: client, code: failure.code)
            return outcome
        case .success(let reply):
            return try await check(reply, against: person)
        }
    }

    /// The return address of the authorization request; nil for apps, which have none.
    private func redirectURI(of attempt: FoundAttempt) -> String? {
        attempt.row.kind == .web ? environment.publicURL.callbackURL : nil
    }

    private func codeVerifier(of attempt: FoundAttempt) -> String? {
        attempt.row.kind == .web ? attempt.secret.codeVerifier(in: environment) : nil
    }

    private func report(_ outcome: GrantOutcome, of client: RegisteredClient, code: String) {
        switch outcome {
        case .refusedOurs: environment.report(.appleRefusedClient(client: client.name, code: code))
        case .unreachable: environment.report(.exchangeUnavailable(client: client.name, code: code))
        case .held, .obtained, .missing: break
        }
    }

    /// Both tokens of one sign-in must agree (OpenID Connect Core 3.1.3.8 and 3.3.3.6).
    private func check(_ reply: TokenReply, against person: ProvenPerson) async throws(SignInError) -> GrantOutcome {
        guard let token = reply.identityToken else { throw .refused(.exchangedTokenMissing) }
        let verified: VerifiedIdentityToken
        do throws(TokenVerificationFailure) {
            verified = try await verify(token, beside: reply.accessToken, person: person)
        } catch {
            switch error {
            case .rejected(.nonceMismatch): throw disagreement(person)
            case .rejected: throw .refused(.exchangedTokenRefused)
            default: return unverifiable(person, error.callFailure)
            }
        }
        guard
            TokenAgreement.holds(
                issuers: (person.token.issuer, verified.issuer), clients: (person.token.clientID, verified.clientID),
                subjects: (person.token.subject, verified.subject))
        else { throw disagreement(person) }
        return reply.refreshToken.map { .obtained($0) } ?? .missing
    }

    /// The nonce is compared where the token has one; Apple does not promise one in the token of an exchange.
    private func verify(
        _ token: String, beside accessToken: AccessToken, person: ProvenPerson
    ) async throws(TokenVerificationFailure) -> VerifiedIdentityToken {
        let apple = person.attempt.client.team.apple
        do throws(TokenVerificationFailure) {
            return try await apple.verify(
                token, nonce: person.attempt.expectedNonce(environment.secrets), beside: .accessToken(accessToken))
        } catch {
            guard case .rejected(.nonceMissing) = error else { throw error }
        }
        return try await apple.verify(
            token, nonce: .notUsed(because: "the token came from Apple's token endpoint, without a nonce"),
            beside: .accessToken(accessToken))
    }

    private func disagreement(_ person: ProvenPerson) -> SignInError {
        environment.report(.exchangedTokenDisagrees(client: person.attempt.client.name))
        return .refused(.exchangedTokenDisagrees)
    }

    /// Apple's keys cannot be had: the code is spent, and its refresh token is not taken unproven. Where Apple only changed
    /// its keys between the two tokens of one sign-in, the person is in, and gets a grant at the next one.
    private func unverifiable(_ person: ProvenPerson, _ failure: AppleCallFailure?) -> GrantOutcome {
        environment.report(
            .exchangeUnavailable(
                client: person.attempt.client.name, code: failure?.code ?? AppleFailureCode.keysUnavailable.rawValue))
        guard failure?.isAboutOneKey != true else { return .missing }
        return .unreachable(retryAfter: failure?.retryAfter ?? environment.policy.retryAfter)
    }
}
