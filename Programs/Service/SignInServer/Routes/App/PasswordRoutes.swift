import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// Routes for apps whose users have a password: sign in, set a new password, or switch to Sign in with Apple.
struct PasswordRoutes: RouteGroup {
    let parts: ServiceParts

    /// Room for a name and a password with every character escaped.
    private static let maximumBody = 32_768

    var routes: [Route] {
        [
            Route(
                .post, Paths.passwordSignIn, budget: .network(.password), authentication: .anybody,
                body: .json(PasswordSignInRequest.self, upTo: Self.maximumBody),
                stores: .beforeProof(400, afterProof: 1_200, by: .activity(.signIn)), use: signIn),
            Route(
                .post, Paths.passwordResetRequests, budget: .network(.mail), authentication: .anybody,
                body: .json(PasswordResetMailRequest.self, upTo: Self.maximumBody),
                stores: .beforeProof(400, afterProof: 6_000, by: .whatBegan), use: requestReset),
            Route(
                .post, Paths.passwordReset, budget: .network(.password), authentication: .anybody,
                body: .json(PasswordResetRequest.self, upTo: Self.maximumBody),
                stores: .afterProof(6_000, by: .whatBegan), use: reset),
            Route(
                .get, Paths.accountPassword, budget: .network(.password), authentication: .session, body: .none,
                use: read),
            Route(
                .post, Paths.accountPassword, budget: .network(.password), authentication: .sessionForChange(.any),
                body: .json(PasswordChangeRequest.self, upTo: Self.maximumBody),
                stores: .afterProof(6_000, by: .activity(.passwordChange)), use: change),
            Route(
                .post, Paths.accountPasswordUpgrade, budget: .network(.start),
                authentication: .sessionForChange(.any), body: .json(PasswordUpgradeRequest.self, upTo: 4_096),
                stores: .afterProof(900, by: .activity(.linkBeginning)), use: upgrade),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func signIn(_ request: RouteRequest<Void, PasswordSignInRequest>) async throws -> Response {
        let message = request.body
        let signedIn = try await PasswordSignIn(environment).signIn(
            client: message.client, kinds: [.native], as: message.name, message.password)
        parts.metrics.count(signedIn)
        return .json(SessionReply(signedIn))
    }

    private func requestReset(_ request: RouteRequest<Void, PasswordResetMailRequest>) async throws -> Response {
        try await PasswordReset(parts.environment(for: request)).request(request.body.name)
        return Response(status: .noContent)
    }

    private func reset(_ request: RouteRequest<Void, PasswordResetRequest>) async throws -> Response {
        try await PasswordReset(parts.environment(for: request)).redeem(
            request.body.token, password: request.body.password)
        return Response(status: .noContent)
    }

    private func read(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        let facts = try await AccountPassword(environment).find(of: request.caller)
        return try .json(AccountPasswordReply(since: facts.since, names: facts.names.map(\.name)))
    }

    private func change(_ request: RouteRequest<SignedInSession, PasswordChangeRequest>) async throws -> Response {
        try await AccountPassword(parts.environment(for: request)).change(
            of: request.caller, current: request.body.current, to: request.body.password)
        return Response(status: .noContent)
    }

    /// The app completes this like any native sign-in, under the same session.
    private func upgrade(_ request: RouteRequest<SignedInSession, PasswordUpgradeRequest>) async throws -> Response {
        let begun = try await NativeSignIn(environment).begin(
            client: request.body.client, linking: .upgrade(request.caller))
        return .json(
            NativeAttemptReply(attempt: begun.attempt, nonce: begun.nonce, expiresIn: begun.expiresIn))
    }
}
