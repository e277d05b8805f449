import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// The account pages in a browser: sessions, export, deletion.
struct WebAccountRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webAccount, mode: .navigation, budget: .network(.account), authentication: .visitor,
                body: .none, use: page),
            Route(
                .post, Paths.webAccountEndSession, budget: .network(.account),
                authentication: .sessionForChange(.end), body: .form(upTo: 1_024),
                stores: .afterProof(300, by: .whatBegan), use: endSession),
            Route(
                .post, Paths.webAccountEndOthers, budget: .network(.account),
                authentication: .sessionForChange(.end), body: .none,
                stores: .afterProof(900, by: .whatBegan), use: endOthers),
            Route(
                .get, Paths.webAccountExport, mode: .navigation, budget: .network(.account),
                authentication: .sessionForChange(.export), body: .none,
                stores: .afterProof(300, by: .purpose(.export)), answersHead: false, use: export),
            Route(
                .get, Paths.webAccountDelete, mode: .navigation, budget: .network(.account), authentication: .visitor,
                body: .none,
                use: ask),
            Route(
                .post, Paths.webAccountDelete, budget: .network(.account),
                authentication: .sessionForDeletion, body: .none,
                stores: .afterProof(2_000, by: .whatBegan), use: delete),
        ]
    }

    private func page(_ request: RouteRequest<SignedInSession?, Void>) async throws -> Response {
        guard let session = request.caller else { return .seeOther(signInPath) }
        let live = try await SessionList(parts.environment).live(of: session)
        let identities = try await AccountIdentities(parts.environment).list(of: session)
        let foreign = try await ForeignIdentities(parts.environment).list(of: session)
        let password =
            parts.environment.policy.passwords.isOn
            ? try await AccountPassword(parts.environment).find(of: session) : nil
        let clients = parts.environment.openID?.clients
        let consents = clients == nil ? [] : try await ClientConsents(parts.environment).list(of: session)
        return try parts.ownPages(for: request).account(
            session, sessions: live, identities: identities, foreign: foreign, password: password, clients: clients,
            consents: consents)
    }

    private func endSession(_ request: RouteRequest<SignedInSession, FormFields>) async throws -> Response {
        try await SessionList(parts.environment).end(request.body["session"] ?? "", by: request.caller)
        return .seeOther(Paths.webAccount)
    }

    private func endOthers(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        try await SessionList(parts.environment).endOthers(of: request.caller)
        return .seeOther(Paths.webAccount)
    }

    private func export(_ request: RouteRequest<SignedInSession, Void>) async throws -> Response {
        var response = try await parts.exports.export(
            request.caller.account.id, in: parts.environment, logger: request.context.logger)
        response.headers[.contentDisposition] = "attachment; filename=\"account.json\""
        return response
    }

    private func ask(_ request: RouteRequest<SignedInSession?, Void>) throws -> Response {
        guard let session = request.caller else { return .seeOther(signInPath) }
        return try parts.ownPages(for: request).deleteAccount(
            session.account, isFresh: session.isFresh(in: parts.environment),
            signInPath: parts.signInPath(returningTo: Paths.webAccountDelete, after: session))
    }

    private func delete(_ request: RouteRequest<AccountDeletionCaller, Void>) async throws -> Response {
        let owner: PageOwner =
            if case .session(let session) = request.caller { PageOwner(of: session) } else { .service }
        let revocation = try await parts.deleteAccount(of: request.caller)
        var response = try parts.pages(for: request, of: owner).accountDeleted(revocation)
        response.setCookie(parts.cookies.remove(parts.cookies.session))
        return response
    }

    private var signInPath: String { parts.signInPath(returningTo: Paths.webAccount) }
}
