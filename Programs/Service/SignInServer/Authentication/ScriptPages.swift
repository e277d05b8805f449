import Hummingbird
import SignInFlows

/// The origin of a page that may use Apple's script.
struct ScriptOrigin: Sendable, Hashable {
    let text: String
}

/// Checks that a page on a registered origin sent a request, before anything else of the request counts.
///
/// Otherwise a page of another site could complete an attacker's sign-in in somebody's browser (login CSRF; RFC 6749
/// section 10.12). A page's scripts cannot set `Origin` (Fetch Standard, section 2.2.2). A program can, but it has no
/// victim's browser.
struct ScriptPages: Sendable {
    private let origins: Set<String>
    private let ownOrigin: OwnOrigin

    init(clients: ClientDirectory, ownOrigin: OwnOrigin) {
        origins = clients.scriptOrigins
        self.ownOrigin = ownOrigin
    }

    /// The origin of the page. For the service's own origin, the browser must also call the request same-origin if it
    /// sends `Sec-Fetch-Site`, because the reply may set the session cookie.
    func require(_ request: Request) throws(RequestRefusal) -> ScriptOrigin {
        guard let origin = request.headers[values: .origin].onlyElement, origins.contains(origin) else {
            let seen = request.headers[values: .origin].first
            throw RequestRefusal(.scriptOriginRefused.naming(seen: seen, configured: origins))
        }
        if origin == ownOrigin.publicURL.origin { try ownOrigin.require(request) }
        return ScriptOrigin(text: origin)
    }
}
