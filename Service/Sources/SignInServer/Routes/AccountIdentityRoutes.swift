import Hummingbird
import SignInAPI
import SignInFlows

/// The ways into one's own account.
struct AccountIdentityRoutes: RouteGroup {
    let environment: SignInEnvironment
    let authenticator: SessionAuthenticator

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.accountIdentities), use: list)
        router.post(RouterPath(Paths.accountUnlink), use: unlink)
    }

    private func list(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticate(request, context)
        let identities = try await AccountIdentities(environment).list(of: session)
        return try .json(AccountIdentitiesReply(identities: identities.map(AccountIdentityEntry.init)))
    }

    private func unlink(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context)
        let message = try await request.message(AccountUnlinkRequest.self, limit: 4_096)
        try await AccountIdentities(environment).unlink(message.identity, by: session)
        return Response(status: .noContent)
    }
}
