public import AccountStorage
import Foundation
import SignInWithApple

/// Sign-in from an app that shows Apple's own sheet.
public struct NativeSignIn: Sendable {
    private let environment: SignInEnvironment

    /// Works in an environment.
    public init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Begins an attempt for a client of kind `native`.
    public func begin(client name: String) async throws(SignInError) -> BegunNativeSignIn {
        let client = try environment.clients.find(name, kinds: [.native])
        let secret = AttemptSecret(bytes: environment.randomBytes(AttemptSecret.length))
        try await AttemptOpening(environment: environment).record(
            secret, kind: .native, client: client, browserProofHash: nil, returnTarget: nil)
        return BegunNativeSignIn(
            attempt: secret.text, nonce: secret.nonce(environment.secrets),
            expiresIn: Int(environment.policy.attemptLifetime.components.seconds))
    }

    /// Completes an attempt with what Apple gave the app.
    public func complete(_ submission: NativeSubmission) async throws(SignInError) -> SignedIn {
        let opening = AttemptOpening(environment: environment)
        let open = try await opening.find(submission.attempt, kind: .native)
        let code = try submission.code.map { text throws(SignInError) in try NativeSignIn.read(code: text) }
        let proven = try await opening.prove(
            open, token: submission.identityToken, nonce: .sha256(of: open.secret.nonce(environment.secrets)),
            code: code, name: submission.name)
        return try await SignInCompletion(environment: environment).complete(proven)
    }

    /// The attempt that a text names, for steps that the HTTP layer tells; nil for a text that we did not make.
    public static func attemptID(of attempt: String) -> AttemptID? {
        AttemptSecret(text: attempt)?.id
    }

    private static let maximumCodeBytes = 2_048

    private static func read(code: String) throws(SignInError) -> AuthorizationCode {
        guard (1...maximumCodeBytes).contains(code.utf8.count), code.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .refused(.codeMalformed) }
        return AuthorizationCode(secretValue: code)
    }
}
