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
    /// - Parameter link: on whose word the identity is to be linked to an account; nil in a plain sign-in.
    package func begin(
        client name: String, linking link: LinkRequest? = nil
    ) async throws(SignInError) -> BegunNativeSignIn {
        let client = try environment.clients.find(name, kinds: [.native])
        let secret = try await SignInAttempts(environment: environment).begin(client, linking: link)
        return BegunNativeSignIn(
            attempt: secret.text, nonce: secret.nonce(environment.secrets),
            expiresIn: Int(environment.policy.attemptLifetime.components.seconds))
    }

    /// Completes an attempt with what Apple gave the app. Nobody is asked anything: who is unknown gets an account.
    package func complete(
        _ answer: AppleAnswer, under session: SignedInSession? = nil
    ) async throws(SignInError) -> SignedIn {
        switch try await complete(answer, by: .app(session: session?.session.id, canAsk: false)) {
        case .signedIn(let signedIn): return signedIn
        // An equal request of an app that can ask was quicker, and its question waits.
        case .asks: throw .refused(.questionOver)
        }
    }

    /// Completes an attempt with what Apple gave the app, or asks a person whom nobody knows, where the policy says so.
    ///
    /// - Parameter session: the session under which the app sends the answer, where it has one: a link that a session
    ///   began is finished under that session only.
    package func completeOrAsk(
        _ answer: AppleAnswer, under session: SignedInSession? = nil
    ) async throws(SignInError) -> SignInOutcome {
        try await complete(answer, by: .app(session: session?.session.id, canAsk: true))
    }

    private func complete(
        _ answer: AppleAnswer, by app: SignInCaller
    ) async throws(SignInError) -> SignInOutcome {
        guard let secret = AttemptSecret(text: answer.attempt) else { throw .refused(.attemptUnknown) }
        guard answer.code.map(Self.isWellFormed) != false else { throw .refused(.codeMalformed) }
        let pipeline = SignInPipeline(environment: environment)
        let attempt = try await pipeline.find(secret, by: app)
        return try await pipeline.complete(attempt, with: answer, by: app)
    }

    /// The attempt that a text names, for steps that the HTTP layer tells; nil for a text that we did not make.
    package static func attemptID(of attempt: String) -> AttemptID? {
        AttemptSecret(text: attempt)?.id
    }

    private static let maximumCodeBytes = 2_048

    private static func isWellFormed(_ code: AuthorizationCode) -> Bool {
        let octets = code.secretValue.utf8
        return (1...maximumCodeBytes).contains(octets.count) && octets.allSatisfy { (0x21...0x7E).contains($0) }
    }
}
