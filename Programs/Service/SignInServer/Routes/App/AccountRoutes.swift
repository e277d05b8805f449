import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// The caller's account: read it, change its name, export it, delete it.
struct AccountRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(.get, Paths.account, budget: .network(.account), authentication: .session, body: .none, use: read),
            Route(
                .patch, Paths.account, budget: .network(.account), authentication: .sessionForChange(.rename),
                body: .json(AccountNameRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .purpose(.rename)), use: rename),
            Route(
                .delete, Paths.account, budget: .network(.account), authentication: .sessionForDeletion,
                body: .none,
                stores: .afterProof(2_000, by: .whatBegan), use: delete),
            Route(
                .get, Paths.accountExport, budget: .network(.account), authentication: .sessionForChange(.export),
                body: .none,
                stores: .afterProof(300, by: .purpose(.export)), answersHead: false, use: export),
        ]
    }

    private func read(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        var reply = AccountReply(request.caller.account)
        let delivery = try await MailReports(parts.environment).delivery(to: request.caller.account)
        reply.canReceiveMail = delivery?.state.allowsMail
        return .json(reply)
    }

    private func rename(_ request: RouteRequest<SignedInSession, AccountNameRequest>) async throws -> Response {
        let name = request.body.name
        let account = try await AccountEditing(parts.environment).rename(
            request.caller, given: name.given, family: name.family)
        return .json(AccountReply(account))
    }

    private func delete(_ request: RouteRequest<AccountDeletionCaller, Void>) async throws -> Response {
        let revocation = try await parts.deleteAccount(of: request.caller)
        return try .json(AccountDeletionReply(revocation: revocation.rawValue))
    }

    private func export(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        try await parts.exports.export(
            request.caller.account.id, in: parts.environment, logger: request.context.logger)
    }
}

extension ServiceParts {
    /// Deletes the caller's account, unless that is done already.
    func deleteAccount(of caller: AccountDeletionCaller) async throws -> AccountErasure.Revocation {
        switch caller {
        case .session(let session): try await AccountDeletion(environment).delete(session)
        case .done(let revocation): revocation
        }
    }
}
