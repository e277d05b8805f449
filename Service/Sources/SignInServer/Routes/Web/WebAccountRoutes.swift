import AccountStorage
import Foundation
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// What a person does about their account in a browser: sessions, a copy of everything, the way out.
struct WebAccountRoutes: RouteGroup {
    let parts: ServiceParts

    func add(to router: Router<ServiceContext>) {
        router.get(RouterPath(Paths.webAccount), use: page)
        router.post(RouterPath(Paths.webAccountEndSession), use: endSession)
        router.post(RouterPath(Paths.webAccountEndOthers), use: endOthers)
        router.get(RouterPath(Paths.webAccountExport), use: export)
        router.get(RouterPath(Paths.webAccountDelete), use: ask)
        router.post(RouterPath(Paths.webAccountDelete), use: delete)
    }

    private func page(_ request: Request, context: ServiceContext) async throws -> Response {
        do {
            let session = try await parts.authenticator.authenticate(request, context)
            let live = try await SessionList(parts.environment).live(of: session)
            let identities = try await AccountIdentities(parts.environment).list(of: session)
            let foreign = try await ForeignIdentities(parts.environment).list(of: session)
            let password =
                parts.environment.policy.passwords.isOn
                ? try await AccountPassword(parts.environment).find(of: session) : nil
            return try parts.pages.account(
                session, sessions: live, identities: identities, foreign: foreign, password: password)
        } catch is RequestRefusal {
            return .seeOther(signInPath)
        } catch SignInError.refused {
            return .seeOther(signInPath)
        }
    }

    private func endSession(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context, for: .end)
        let form = try await FormFields(
            decoding: request.bytes(ofType: "application/x-www-form-urlencoded", limit: 1_024))
        try await SessionList(parts.environment).end(form["session"] ?? "", by: session)
        return .seeOther(Paths.webAccount)
    }

    private func endOthers(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context, for: .end)
        try await SessionList(parts.environment).endOthers(of: session)
        return .seeOther(Paths.webAccount)
    }

    private func export(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context, for: .export)
        var response = try await parts.exports.export(
            session.account.id, in: parts.environment, logger: context.logger)
        response.headers[.contentDisposition] = "attachment; filename=\"account.json\""
        return response
    }

    private func ask(_ request: Request, context: ServiceContext) async throws -> Response {
        do {
            let session = try await parts.authenticator.authenticate(request, context)
            return try parts.pages.deleteAccount(
                isFresh: session.isFresh(in: parts.environment), signInPath: freshSignInPath)
        } catch is RequestRefusal {
            return .seeOther(signInPath)
        } catch SignInError.refused {
            return .seeOther(signInPath)
        }
    }

    private func delete(_ request: Request, context: ServiceContext) async throws -> Response {
        let session = try await parts.authenticator.authenticateForChange(request, context, for: .end)
        let revocation = try await AccountDeletion(parts.environment).delete(session)
        var response = try parts.pages.accountDeleted(revocation)
        response.setCookie(parts.cookies.remove(parts.cookies.session))
        return response
    }

    private var signInPath: String { parts.signInPath(returningTo: Paths.webAccount) }
    private var freshSignInPath: String { parts.signInPath(returningTo: Paths.webAccountDelete) }
}
