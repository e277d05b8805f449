import AccountStorage
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
        let (foreign, canLeave) = try await ForeignIdentities(environment).list(of: session)
        let entries = foreign.map {
            ForeignIdentityEntry(id: $0.id.text, issuer: $0.issuer, createdAt: $0.createdAt, canUnlink: canLeave)
        }
        return try .json(
            AccountIdentitiesReply(
                identities: identities.map(AccountIdentityEntry.init), foreign: entries.isEmpty ? nil : entries))
    }

    private func unlink(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .end)
        let message = try await request.message(AccountUnlinkRequest.self, limit: 4_096)
        if try await ForeignIdentities(environment).leave(message.identity, by: session) {
            return Response(status: .noContent)
        }
        try await AccountIdentities(environment).unlink(message.identity, by: session)
        return Response(status: .noContent)
    }
}
