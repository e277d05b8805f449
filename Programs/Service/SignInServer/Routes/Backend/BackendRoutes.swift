import AccountStorage
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// The routes of the app's backend, which authenticates with its own key.
struct BackendRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.backendAccount, budget: .network(.backend), authentication: .serviceKey(.accountsRead),
                body: .none, use: read),
            Route(
                .post, Paths.backendName, budget: .network(.backend), authentication: .serviceKey(.accountsWrite),
                body: .json(BackendAccountRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: name),
            Route(
                .post, Paths.backendDisable, budget: .network(.backend), authentication: .serviceKey(.accountsWrite),
                body: .json(BackendAccountRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: disable),
            Route(
                .post, Paths.backendEnable, budget: .network(.backend), authentication: .serviceKey(.accountsWrite),
                body: .json(BackendAccountRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: enable),
            Route(
                .post, Paths.backendDelete, budget: .network(.backend), authentication: .serviceKey(.accountsWrite),
                body: .json(BackendAccountRequest.self, upTo: 4_096),
                stores: .afterProof(2_000, by: .trust), use: delete),
            Route(
                .post, Paths.backendRecover, budget: .network(.backend), authentication: .serviceKey(.accountsWrite),
                body: .json(AccountRecoveryRequest.self, upTo: 4_096),
                stores: .afterProof(2_000, by: .trust), use: recover),
            Route(
                .post, Paths.linkTickets, budget: .network(.backend), authentication: .serviceKey(.link),
                body: .json(LinkTicketRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: ticket),
        ]
    }

    private func read(_ request: RouteRequest<ServiceCredential, Void>) async throws -> Response {
        let query = try request.query("account", "external_id")
        let reference = try Self.reference(
            BackendAccountRequest(account: query["account"], externalID: query["external_id"]))
        let found = try await accounts(request).find(reference)
        return .json(BackendAccountReply(found))
    }

    private func name(_ request: RouteRequest<ServiceCredential, BackendAccountRequest>) async throws -> Response {
        let (accounts, message) = (accounts(request), request.body)
        guard let account = message.account.flatMap(AccountID.init(text:)) else {
            throw RequestRefusal(.fieldInvalid("account"))
        }
        guard let externalID = message.externalID else { throw RequestRefusal(.fieldInvalid("external_id")) }
        _ = try await accounts.name(account, externalID)
        let found = try await accounts.find(.account(account))
        return .json(BackendAccountReply(found))
    }

    private func disable(_ request: RouteRequest<ServiceCredential, BackendAccountRequest>) async throws -> Response {
        try await accounts(request).disable(Self.reference(request.body))
        return Response(status: .noContent)
    }

    private func enable(_ request: RouteRequest<ServiceCredential, BackendAccountRequest>) async throws -> Response {
        try await accounts(request).enable(Self.reference(request.body))
        return Response(status: .noContent)
    }

    private func delete(_ request: RouteRequest<ServiceCredential, BackendAccountRequest>) async throws -> Response {
        let revocation = try await accounts(request).delete(Self.reference(request.body))
        return try .json(AccountDeletionReply(revocation: revocation.rawValue))
    }

    private func recover(_ request: RouteRequest<ServiceCredential, AccountRecoveryRequest>) async throws -> Response {
        try await accounts(request).recover(externalID: request.body.externalID)
        return Response(status: .noContent)
    }

    private func ticket(_ request: RouteRequest<ServiceCredential, LinkTicketRequest>) async throws -> Response {
        let issued = try await LinkTickets(parts.environment).issue(
            externalID: request.body.externalID, label: request.body.label, by: request.caller)
        return try .json(LinkTicketReply(ticket: issued.ticket, expiresIn: issued.expiresIn))
    }

    private func accounts<Body>(_ request: RouteRequest<ServiceCredential, Body>) -> BackendAccounts {
        BackendAccounts(parts.environment, as: request.caller)
    }

    /// Exactly one of the two references. The id of one of our accounts must be well formed.
    private static func reference(_ message: BackendAccountRequest) throws(RequestRefusal) -> AccountReference {
        switch (message.account, message.externalID) {
        case (let text?, nil):
            guard let id = AccountID(text: text) else { throw RequestRefusal(.fieldInvalid("account")) }
            return .account(id)
        case (nil, let externalID?): return .external(externalID)
        default: throw RequestRefusal(.fieldInvalid("account"))
        }
    }
}
