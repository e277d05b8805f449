import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows
import SignInWithApple

/// Sign-in from apps that show Apple's own sheet.
struct NativeSignInRoutes: RouteGroup {
    let environment: SignInEnvironment
    let metrics: ServiceMetrics

    /// Room for an identity token of 16 KiB, a code and a name.
    private static let maximumBody = 32_768

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.nativeAttempts), use: begin)
        router.post(RouterPath(Paths.nativeSignIn), use: complete)
    }

    private func begin(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(NativeAttemptRequest.self, limit: 4_096)
        let begun = try await NativeSignIn(environment).begin(client: message.client)
        return try .json(
            NativeAttemptReply(attempt: begun.attempt, nonce: begun.nonce, expiresIn: begun.expiresIn))
    }

    private func complete(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(NativeSignInRequest.self, limit: Self.maximumBody)
        let attempt = NativeSignIn.attemptID(of: message.attempt)
        if let attempt { await environment.observe(SignInStep(.callbackReceived, attempt: attempt)) }
        let name = message.name.flatMap { FirstSignInUser(givenName: $0.given, familyName: $0.family) }
        let signedIn = try await NativeSignIn(environment).complete(
            NativeSubmission(
                attempt: message.attempt, identityToken: message.identityToken, code: message.code, name: name,
                realUserStatus: message.realUserStatus))
        metrics.count(signedIn)
        if let attempt {
            await environment.observe(SignInStep(.replySent, attempt: attempt, session: signedIn.session.id))
        }
        return try .json(SessionReply(signedIn))
    }
}
