import HTTPServing
import HTTPTypes
import Hummingbird

/// Which requests of a browser a route answers, by the mode that the browser names (Fetch Metadata, section 2.3).
enum RouteMode: Sendable, Hashable {
    /// Any request.
    case any
    /// Only navigations, of a window or of a frame. A request that names no mode counts as one: older browsers and other
    /// programs name none.
    ///
    /// Otherwise a page elsewhere could send requests as images, without anybody seeing them. From a sibling subdomain,
    /// they would carry the person's Lax cookie. A refused request uses up no budget, because the person needs it.
    case navigation

    func answers(_ request: Request) -> Bool {
        switch self {
        case .any: true
        case .navigation: request.headers[values: .secFetchMode].allSatisfy { $0 == "navigate" }
        }
    }
}

extension HTTPField.Name {
    static let secFetchMode = HTTPField.Name.known("Sec-Fetch-Mode")
}
