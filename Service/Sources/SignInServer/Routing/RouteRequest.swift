import HTTPServing
import Hummingbird

/// A request as a handler gets it: its sender authenticated and its body read, as the route declares.
struct RouteRequest<Caller: Sendable, Body: Sendable>: Sendable {
    let http: Request
    let context: ServiceContext
    let caller: Caller
    let body: Body

    var cookies: CookieJar { CookieJar(http) }

    func query() throws(RequestRefusal) -> FormFields {
        try http.query()
    }
}
