import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// People with a password, from apps: sign-in, a new password, and away from it to Apple.
struct PasswordRoutes: RouteGroup {
    let environment: SignInEnvironment
    let authenticator: SessionAuthenticator
    let metrics: ServiceMetrics

    /// Room for a name and a password, both with every character escaped.
    private static let maximumBody = 32_768

    func add(to router: Router<ServiceContext>) {
        router.post(RouterPath(Paths.passwordSignIn), use: signIn)
        router.post(RouterPath(Paths.passwordResetRequests), use: requestReset)
        router.post(RouterPath(Paths.passwordReset), use: reset)
        router.get(RouterPath(Paths.accountPassword), use: read)
        router.post(RouterPath(Paths.accountPassword), use: change)
        router.post(RouterPath(Paths.accountPasswordUpgrade), use: upgrade)
    }

    private func signIn(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(PasswordSignInRequest.self, limit: Self.maximumBody)
        let signedIn = try await PasswordSignIn(environment).signIn(
            client: message.client, kinds: [.native], as: message.name, message.password)
        metrics.count(signedIn)
        return try .json(SessionReply(signedIn))
    }

    private func requestReset(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(PasswordResetMailRequest.self, limit: Self.maximumBody)
        try await PasswordReset(environment).request(message.name)
        return Response(status: .noContent)
    }

    private func reset(_ request: Request, context: ServiceContext) async throws -> Response {
        let message = try await request.message(PasswordResetRequest.self, limit: Self.maximumBody)
        try await PasswordReset(environment).redeem(message.token, password: message.password)
        return Response(status: .noContent)
    }

    private func read(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticate(request, context)
        let facts = try await AccountPassword(environment).find(of: session)
        return try .json(AccountPasswordReply(since: facts.since, names: facts.names.map(\.name)))
    }

    private func change(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context)
        let message = try await request.message(PasswordChangeRequest.self, limit: Self.maximumBody)
        try await AccountPassword(environment).change(of: session, current: message.current, to: message.password)
        return Response(status: .noContent)
    }

    /// The app completes it like every native sign-in, under the same session.
    private func upgrade(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context)
        let message = try await request.message(PasswordUpgradeRequest.self, limit: 4_096)
        let begun = try await NativeSignIn(environment).begin(client: message.client, linking: .upgrade(session))
        return try .json(
            NativeAttemptReply(attempt: begun.attempt, nonce: begun.nonce, expiresIn: begun.expiresIn))
    }
}
