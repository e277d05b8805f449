import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// A web view of an app, in which a page of ours begins with the app's session.
struct WebHandOffRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.webHandOff, mode: .navigation, budget: .network(.start), authentication: .anybody,
                body: .form(upTo: 1_024), stores: .afterProof(100, by: .whatBegan), use: open)
        ]
    }

    /// The app posts the code, so that it appears in no URL. A page that posts one would sign its visitors in to the
    /// account of the page's owner (login CSRF, RFC 6749 section 10.12).
    private func open(_ request: RouteRequest<Void, FormFields>) async throws -> Response {
        guard OwnOrigin.isFromNoPage(request.http) else { throw RequestRefusal(.crossSiteRequest) }
        guard let code = request.body["code"] else { throw RequestRefusal(.fieldInvalid("code")) }
        let (environment, cookies) = (parts.environment, parts.cookies)
        let handed = try await SessionHandOff(environment).open(
            code, replacing: request.cookies[cookies.session])
        let target = try ReturnTarget.find(handed.page.path, of: nil)
        let session = cookies.set(
            cookies.session, handed.sessionCookie, lifetime: environment.policy.absoluteLifetime)
        return .seeOther(
            target.location, cookies: [session] + cookies.voidOpenSteps(of: request.cookies, goingTo: target))
    }
}

extension HandOffPage {
    fileprivate var path: String {
        switch self {
        case .account: Paths.webAccount
        case .link: Paths.webAccountLink
        case .password: Paths.webAccountPassword
        case .deletion: Paths.webAccountDelete
        }
    }
}
