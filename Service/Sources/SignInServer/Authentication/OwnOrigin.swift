import HTTPServing
import HTTPTypes
import Hummingbird
import SignInFlows

/// Whether a page of ours sent a request: what stands behind a session cookie is changed only then.
///
/// SameSite=Lax alone leaves other ports and subdomains of the same site, so the browser's own word is asked for:
/// Sec-Fetch-Site where it exists, else Origin. Both are out of a page's reach (Fetch Metadata; RFC 6454 section 7).
struct OwnOrigin: Sendable {
    let publicURL: PublicURL

    func require(_ request: Request) throws(RequestRefusal) {
        if let site = request.headers[values: .secFetchSite].onlyElement {
            guard site == "same-origin" else { throw RequestRefusal(.crossSiteRequest) }
            return
        }
        guard request.headers[values: .origin].onlyElement == publicURL.origin else {
            throw RequestRefusal(.crossSiteRequest)
        }
    }

    /// Whether another site's page led the browser here.
    static func isCrossSiteNavigation(_ request: Request) -> Bool {
        request.headers[values: .secFetchSite].contains("cross-site")
    }
}

extension HTTPField.Name {
    static let secFetchSite = HTTPField.Name.known("Sec-Fetch-Site")
    static let xForwardedFor = HTTPField.Name.known("X-Forwarded-For")
    static let xRequestID = HTTPField.Name.known("X-Request-Id")
    static let referrerPolicy = HTTPField.Name.known("Referrer-Policy")
    static let permissionsPolicy = HTTPField.Name.known("Permissions-Policy")
    static let crossOriginOpenerPolicy = HTTPField.Name.known("Cross-Origin-Opener-Policy")
    static let crossOriginResourcePolicy = HTTPField.Name.known("Cross-Origin-Resource-Policy")
    static let xFrameOptions = HTTPField.Name.known("X-Frame-Options")
}

extension Array {
    /// The element of an array of one.
    var onlyElement: Element? { count == 1 ? first : nil }
}
