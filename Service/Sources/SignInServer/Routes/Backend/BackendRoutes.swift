import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// What the app's backend asks and does, with a key of its own.
struct BackendRoutes: RouteGroup {
    let environment: SignInEnvironment
    let services: ServiceAuthenticator

    private static let maximumBody = 4_096

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.backendAccount), use: read)
        router.post(RouterPath(Paths.backendName), use: name)
        router.post(RouterPath(Paths.backendDisable), use: disable)
        router.post(RouterPath(Paths.backendEnable), use: enable)
        router.post(RouterPath(Paths.backendDelete), use: delete)
        router.post(RouterPath(Paths.backendRecover), use: recover)
        router.post(RouterPath(Paths.linkTickets), use: ticket)
    }

    private func read(_ request: Request, context: ServiceContext) async throws -> Response {
        let credential = try await services.authenticate(request, for: .accountsRead)
        let query = try request.query()
        let reference = try Self.reference(
            BackendAccountRequest(account: query["account"], externalID: query["external_id"]))
        let found = try await BackendAccounts(environment, as: credential).find(reference)
        return try .json(BackendAccountReply(found.account, identities: found.identities.count))
    }

    private func name(_ request: Request, context: ServiceContext) async throws -> Response {
        let (accounts, message) = try await change(request)
        guard let account = message.account.flatMap(AccountID.init(text:)) else {
            throw RequestRefusal.fieldInvalid("account")
        }
        guard let externalID = message.externalID else { throw RequestRefusal.fieldInvalid("external_id") }
        _ = try await accounts.name(account, externalID)
        let found = try await accounts.find(.account(account))
        return try .json(BackendAccountReply(found.account, identities: found.identities.count))
    }

    private func disable(_ request: Request, context: ServiceContext) async throws -> Response {
        let (accounts, message) = try await change(request)
        try await accounts.disable(Self.reference(message))
        return Response(status: .noContent)
    }

    private func enable(_ request: Request, context: ServiceContext) async throws -> Response {
        let (accounts, message) = try await change(request)
        try await accounts.enable(Self.reference(message))
        return Response(status: .noContent)
    }

    private func delete(_ request: Request, context: ServiceContext) async throws -> Response {
        let (accounts, message) = try await change(request)
        let revocation = try await accounts.delete(Self.reference(message))
        return try .json(AccountDeletionReply(revocation: revocation.rawValue))
    }

    private func recover(_ request: Request, context: ServiceContext) async throws -> Response {
        let (accounts, message) = try await change(request)
        guard let externalID = message.externalID, message.account == nil else {
            throw RequestRefusal.fieldInvalid("external_id")
        }
        try await accounts.recover(externalID: externalID)
        return Response(status: .noContent)
    }

    private func ticket(_ request: Request, context: ServiceContext) async throws -> Response {
        let credential = try await services.authenticate(request, for: .link)
        let message = try await request.message(LinkTicketRequest.self, limit: Self.maximumBody)
        let issued = try await LinkTickets(environment).issue(
            externalID: message.externalID, label: message.label, by: credential)
        return try .json(LinkTicketReply(ticket: issued.ticket, expiresIn: issued.expiresIn))
    }

    private func change(_ request: Request) async throws -> (BackendAccounts, BackendAccountRequest) {
        let credential = try await services.authenticate(request, for: .accountsWrite)
        let message = try await request.message(BackendAccountRequest.self, limit: Self.maximumBody)
        return (BackendAccounts(environment, as: credential), message)
    }

    /// Exactly one of the two names; an account of ours has a form that is checked.
    private static func reference(_ message: BackendAccountRequest) throws(RequestRefusal) -> AccountReference {
        switch (message.account, message.externalID) {
        case (let text?, nil):
            guard let id = AccountID(text: text) else { throw .fieldInvalid("account") }
            return .account(id)
        case (nil, let externalID?): return .external(externalID)
        default: throw .fieldInvalid("account")
        }
    }
}
