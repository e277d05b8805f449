import HTTPServing
import Hummingbird

/// The request that a handler receives: its sender authenticated and its body decoded, as the route requires.
struct RouteRequest<Caller: Sendable, Body: Sendable>: Sendable {
    let http: Request
    let context: ServiceContext
    let caller: Caller
    let body: Body

    var cookies: CookieJar { CookieJar(http) }

    /// The query, which may have these names only.
    func query(_ names: String...) throws(RequestRefusal) -> FormFields {
        try http.query().requiring(KnownNames(names))
    }

    func query() throws(RequestRefusal) -> FormFields {
        try http.query()
    }
}
