import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// Lets pages of OpenID clients call the token endpoint and its neighbours from their own origins (Fetch Standard,
/// section 3.3).
///
/// Only origins on a client's list are let in. Credentials are never allowed: these endpoints read no cookie, and a
/// browser must not send one there.
struct CrossOrigin: Sendable {
    /// The paths that pages may call. A browser has no reason to introspect a token.
    static let paths = [Paths.oauthToken, Paths.oauthUserInfo, Paths.oauthRevoke]

    private let origins: Set<String>

    init(_ provider: OpenIDProvider?) {
        origins = Set(provider?.clients.all.flatMap(\.webOrigins) ?? [])
    }

    /// The origin of the request's page if it is on a client's list.
    func origin(of request: Request) -> String? {
        request.headers[values: .origin].onlyElement.flatMap { origins.contains($0) ? $0 : nil }
    }

    /// Lets the page of the request read the reply, errors included. Otherwise a client could not tell an expired
    /// token from an outage.
    func add(to response: inout Response, for request: Request) {
        guard !origins.isEmpty, Self.paths.contains(request.uri.path) else { return }
        response.headers[.vary] = "Origin"
        guard let origin = origin(of: request) else { return }
        response.headers[.accessControlAllowOrigin] = origin
        response.headers[.accessControlExposeHeaders] = "WWW-Authenticate"
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
    }
}
