package import AccountStorage
import Foundation
import SignInWithApple

/// Sign-in from an app that shows Apple's own sheet.
package struct NativeSignIn: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Begins an attempt for a client of kind `native`.
    ///
    /// - Parameter link: who vouches for a link to an account; nil for a plain sign-in.
    package func begin(
        client name: String, linking link: LinkRequest? = nil
    ) async throws(SignInError) -> BegunNativeSignIn {
        let client = try environment.clients.find(name, kinds: [.native])
        let secret = try await SignInAttempts(environment: environment).begin(client, linking: link)
        return BegunNativeSignIn(
            attempt: secret.text, nonce: secret.nonce(environment.secrets),
            expiresIn: Int(environment.policy.attemptLifetime.components.seconds))
    }

    /// Completes an attempt with Apple's answer, without asking questions. An unknown person gets an account if the
    /// doors are open (``AccountDoors``).
    ///
    /// - Parameters:
    ///   - session: the session under which the app sends the answer, if any. A link that was begun by a session can only
    ///     be completed under that session.
    ///   - ended: the session that the app's access token names if it is over. A completed link ends the session that
    ///     began it, and its answer is repeated to that session alone.
    package func complete(
        _ answer: AppleAnswer, under session: SignedInSession? = nil, orEnded ended: SessionID? = nil
    ) async throws(SignInError) -> SignedIn {
        switch try await complete(answer, by: app(session, ended, canAsk: false)) {
        case .signedIn(let signedIn), .offersMerge(let signedIn, _): return signedIn
        // The same answer was sent before in a call that can ask, and its question is still open.
        case .asks: throw .refused(.questionOver)
        }
    }

    /// Completes an attempt with Apple's answer, or asks an unknown person first if the policy says so.
    ///
    /// - Parameters:
    ///   - session: the session under which the app sends the answer, if any.
    ///   - ended: the session that the app's access token names if it is over.
    package func completeOrAsk(
        _ answer: AppleAnswer, under session: SignedInSession? = nil, orEnded ended: SessionID? = nil
    ) async throws(SignInError) -> SignInOutcome {
        try await complete(answer, by: app(session, ended, canAsk: true))
    }

    private func app(_ session: SignedInSession?, _ ended: SessionID?, canAsk: Bool) -> SignInCaller {
        .app(session: session?.session.id, presented: session?.session.id ?? ended, canAsk: canAsk)
    }

    private func complete(
        _ answer: AppleAnswer, by app: SignInCaller
    ) async throws(SignInError) -> SignInOutcome {
        guard let secret = AttemptSecret(text: answer.attempt) else { throw .refused(.attemptUnknown) }
        guard answer.code.map(Self.isWellFormed) != false else {
            let mistake = answer.code.flatMap { SentMistake(code: $0.secretValue) }
            throw .refused(.codeMalformed.naming(RefusalDetail(mistake: mistake)))
        }
        let pipeline = SignInPipeline(environment: environment)
        let attempt = try await pipeline.find(secret, by: app)
        return try await pipeline.complete(attempt, with: answer, by: app)
    }

    /// The attempt's identifier, for the steps that the HTTP layer reports; nil for malformed text.
    package static func attemptID(of attempt: String) -> AttemptID? {
        AttemptSecret(text: attempt)?.id
    }

    private static let maximumCodeBytes = 2_048

    private static func isWellFormed(_ code: AuthorizationCode) -> Bool {
        let octets = code.secretValue.utf8
        return (1...maximumCodeBytes).contains(octets.count) && octets.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
