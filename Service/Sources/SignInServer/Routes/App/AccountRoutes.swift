import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// The account of whoever asks: reading it, its name, a copy of everything, the way out.
struct AccountRoutes: RouteGroup {
    let environment: SignInEnvironment
    let authenticator: SessionAuthenticator
    let exports: ExportTurns

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.account), use: read)
        router.patch(RouterPath(Paths.account), use: rename)
        router.delete(RouterPath(Paths.account), use: delete)
        router.get(RouterPath(Paths.accountExport), use: export)
    }

    private func read(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticate(request, context)
        return try .json(AccountReply(session.account))
    }

    private func rename(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .rename)
        let message = try await request.message(AccountNameRequest.self, limit: 4_096)
        let account = try await AccountEditing(environment).rename(
            session, given: message.name.given, family: message.name.family)
        return try .json(AccountReply(account))
    }

    private func delete(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .end)
        let revocation = try await AccountDeletion(environment).delete(session)
        return try .json(AccountDeletionReply(revocation: revocation.rawValue))
    }

    private func export(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await authenticator.authenticateForChange(request, context, for: .export)
        return try await exports.export(session.account.id, in: environment, logger: context.logger)
    }
}
