import AccountStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows
import URIEncoding

/// Says whether a request has a session, for a proxy in front of an application that knows nothing about sign-in:
/// `auth_request` of nginx, `forward_auth` of Caddy, a Lua action of HAProxy.
///
/// The headers have the names that oauth2-proxy gave them, which many applications can be told to trust.
struct SessionCheckRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.sessionCheck, budget: .network(.sessionCheck), authentication: .sessionForProxy,
                body: .none,
                use: check)
        ]
    }

    private func check(_ request: RouteRequest<SignedInSession, Void>) -> Response {
        let account = request.caller.account
        var response = Response(status: .noContent)
        response.headers[.xAuthRequestUser] = account.id.text
        // Applications find people by this address, so it must be proven to be theirs.
        if let email = account.email, account.isEmailVerified, Self.isFieldValue(email) {
            response.headers[.xAuthRequestEmail] = email
        }
        if let externalID = account.externalID {
            response.headers[.xAuthRequestPreferredUsername] = PercentEncoding.encode(externalID)
        }
        return response
    }

    /// Whether a text is a field value of visible ASCII characters, which every program reads alike (RFC 9110 §5.5).
    private static func isFieldValue(_ text: String) -> Bool {
        text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }
}

extension HTTPField.Name {
    fileprivate static let xAuthRequestUser = HTTPField.Name.known("X-Auth-Request-User")
    fileprivate static let xAuthRequestEmail = HTTPField.Name.known("X-Auth-Request-Email")
    fileprivate static let xAuthRequestPreferredUsername = HTTPField.Name.known("X-Auth-Request-Preferred-Username")
}
