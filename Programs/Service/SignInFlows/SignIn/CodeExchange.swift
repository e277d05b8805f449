import AccountStorage
import Foundation
import SignInWithApple

/// The result of the authorization code of a sign-in.
enum GrantOutcome: Sendable {
    /// There was no code to exchange, because the sign-in's code was exchanged before.
    case held
    /// Apple issued a refresh token, after the moment at which it was asked.
    case obtained(RefreshToken, askedAt: Date)
    /// There was no code, or Apple issued no refresh token for it that can be trusted. The next sign-in obtains one.
    /// The person is proven anyway.
    case missing
    /// Apple could not be asked. A known person is signed in anyway, a new one is not.
    case unreachable(retryAfter: Int)
    /// Apple does not accept the service's credentials. The same applies, and the operator is informed.
    case refusedOurs

    var isObtained: Bool { if case .obtained = self { true } else { false } }

    /// Why a new person cannot get an account with the client; nil if they can.
    func refusalForNewPerson(of client: RegisteredClient) -> SignInError? {
        switch self {
        case .held, .obtained, .missing: nil
        case .unreachable(let retryAfter): .unavailable(.appleUnavailable, retryAfter: retryAfter)
        case .refusedOurs:
            .misconfigured(
                .appleRefusedClient.naming(
                    seen: nil, configured: [client.id.rawValue, client.team.teamID.rawValue]))
        }
    }

    /// Judges a failed exchange: `invalid_grant` is about the code, the other errors of RFC 6749 section 5.2 are about
    /// this service, and everything else means that Apple is unavailable.
    static func decide(_ failure: AppleCallFailure, retryAfter: Int) -> GrantOutcome {
        switch failure {
        case .refused(let error) where error.code == TokenEndpointError.invalidGrant: .missing
        // A code that was sent before. Apple has been seen to issue the same code again after a revocation.
        case .notSent(.codeAlreadySent): .missing
        case .refused(let error) where ourFaults.contains(error.code): .refusedOurs
        case _ where failure.code == AppleFailureCode.clientSecretNotSigned.rawValue: .refusedOurs
        case .unavailable(_, let seconds): .unreachable(retryAfter: seconds ?? retryAfter)
        default: .unreachable(retryAfter: retryAfter)
        }
    }

    /// The errors about the service's credentials, configuration or request.
    private static let ourFaults: Set<String> = [
        TokenEndpointError.invalidClient, TokenEndpointError.invalidRequest, TokenEndpointError.unauthorizedClient,
        TokenEndpointError.unsupportedGrantType, TokenEndpointError.invalidScope,
    ]
}

/// Exchanges the code at Apple once, and checks that the response is about the same person.
struct CodeExchange: Sendable {
    let environment: SignInEnvironment

    /// Exchanges the code. Throws if the response does not agree with the token from the browser or app.
    ///
    /// - Parameter transfer: how far the client's transfer to another team is; nil if it stays.
    func exchange(
        _ code: AuthorizationCode, of person: ProvenPerson, _ transfer: TransferState?
    ) async throws(SignInError) -> GrantOutcome {
        let attempt = person.attempt.row.id
        let client = person.attempt.client
        await environment.observe(SignInStep(.exchangeStarted, attempt: attempt))
        let askedAt = environment.instant
        let (redirectURI, verifier) = (person.attempt.redirectURI, codeVerifier(of: person.attempt))
        let call = TransferCall(client: client, state: transfer, environment: environment, redeemsCode: true)
        let answer = await call.send { (apple: AppleClient) async throws(AppleCallFailure) -> TokenReply in
            try await apple.exchange(code, for: client.id, redirectURI: redirectURI, codeVerifier: verifier)
        }
        await environment.observe(SignInStep(.exchangeAnswered, attempt: attempt))
        switch answer {
        case .failure(let failure):
            let outcome = GrantOutcome.decide(failure, retryAfter: environment.policy.retryAfter)
            report(outcome, of: client, code: failure.code)
            return outcome
        case .success(let reply):
            return try await check(reply, against: person, askedAt: askedAt)
        }
    }

    /// An app's sheet uses no code challenge.
    private func codeVerifier(of attempt: FoundAttempt) -> String? {
        attempt.flow == .native ? nil : attempt.secret.codeVerifier(in: environment)
    }

    private func report(_ outcome: GrantOutcome, of client: RegisteredClient, code: String) {
        switch outcome {
        case .refusedOurs: environment.report(.appleRefusedClient(client: client.name, code: code))
        case .unreachable: environment.report(.exchangeUnavailable(client: client.name, code: code))
        case .held, .obtained, .missing: break
        }
    }

    /// Both tokens of one sign-in must agree (OpenID Connect Core 3.1.3.8 and 3.3.3.6).
    private func check(
        _ reply: TokenReply, against person: ProvenPerson, askedAt: Date
    ) async throws(SignInError) -> GrantOutcome {
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
        return reply.refreshToken.map { .obtained($0, askedAt: askedAt) } ?? .missing
    }

    /// Verifies the token from the exchange. Its nonce is compared if it has one; Apple does not promise it in this
    /// token.
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

    /// Handles a token that could not be verified because of Apple's keys. The code is spent, and its unverified
    /// refresh token is discarded. If Apple only changed its keys between the two tokens of this sign-in, the person is
    /// signed in, and gets a grant at the next sign-in.
    private func unverifiable(_ person: ProvenPerson, _ failure: AppleCallFailure?) -> GrantOutcome {
        environment.report(
            .exchangeUnavailable(
                client: person.attempt.client.name, code: failure?.code ?? AppleFailureCode.keysUnavailable.rawValue))
        guard failure?.isAboutOneKey != true else { return .missing }
        return .unreachable(retryAfter: failure?.retryAfter ?? environment.policy.retryAfter)
    }
}
