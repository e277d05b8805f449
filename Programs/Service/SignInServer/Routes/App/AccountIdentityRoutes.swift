import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// Lists and unlinks the identities that can sign in to the caller's account.
struct AccountIdentityRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.accountIdentities, budget: .network(.account), authentication: .session, body: .none,
                use: list),
            Route(
                .post, Paths.accountUnlink, budget: .network(.account), authentication: .sessionForChange(.end),
                body: .json(AccountUnlinkRequest.self, upTo: 4_096),
                stores: .afterProof(2_000, by: .whatBegan), use: unlink),
        ]
    }

    private var environment: SignInEnvironment { parts.environment }

    private func list(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        let identities = try await AccountIdentities(environment).list(of: request.caller)
        let (foreign, canLeave) = try await ForeignIdentities(environment).list(of: request.caller)
        let entries = foreign.map {
            ForeignIdentityEntry(id: $0.id.text, issuer: $0.issuer, createdAt: $0.createdAt, canUnlink: canLeave)
        }
        return try .json(
            AccountIdentitiesReply(
                identities: identities.map(AccountIdentityEntry.init), foreign: entries.isEmpty ? nil : entries))
    }

    private func unlink(_ request: RouteRequest<SignedInSession, AccountUnlinkRequest>) async throws -> Response {
        let (session, identity) = (request.caller, request.body.identity)
        if try await ForeignIdentities(environment).leave(identity, by: session) {
            return Response(status: .noContent)
        }
        try await AccountIdentities(environment).unlink(identity, by: session)
        return Response(status: .noContent)
    }
}
