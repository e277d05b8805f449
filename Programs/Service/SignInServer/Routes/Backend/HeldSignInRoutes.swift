import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// The app's backend decides about people whose new accounts wait. A handle is a secret, so it is never in an address.
struct HeldSignInRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.backendHeld, budget: .network(.backend), authentication: .serviceKey(.accountsRead),
                body: .json(HeldSignInRequest.self, upTo: 4_096), use: read),
            Route(
                .post, Paths.backendHeldAccept, budget: .network(.backend),
                authentication: .serviceKey(.accountsWrite), body: .json(HeldSignInRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: accept),
            Route(
                .post, Paths.backendHeldReject, budget: .network(.backend),
                authentication: .serviceKey(.accountsWrite), body: .json(HeldSignInRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: reject),
        ]
    }

    private func read(_ request: RouteRequest<ServiceCredential, HeldSignInRequest>) async throws -> Response {
        let found = try await heldSignIns(request).find(request.body.handle)
        return try .json(HeldSignInReply(found))
    }

    private func accept(_ request: RouteRequest<ServiceCredential, HeldSignInRequest>) async throws -> Response {
        try await heldSignIns(request).accept(request.body.handle)
        return Response(status: .noContent)
    }

    private func reject(_ request: RouteRequest<ServiceCredential, HeldSignInRequest>) async throws -> Response {
        try await heldSignIns(request).reject(request.body.handle)
        return Response(status: .noContent)
    }

    private func heldSignIns(_ request: RouteRequest<ServiceCredential, HeldSignInRequest>) -> HeldSignIns {
        HeldSignIns(parts.environment, as: request.caller)
    }
}

extension HeldSignInReply {
    fileprivate init(_ found: FoundHeldSignIn) {
        let account = found.account
        self.init(
            account: AccountReply(account), externalID: account.externalID, disabledAt: account.disabledAt,
            identities: found.identities, client: found.client, platform: found.platform?.rawValue,
            realUserStatus: account.realPersonSignal?.rawValue, isWaiting: found.isWaiting, heldAt: found.heldAt,
            expiresAt: found.expiresAt)
    }
}
