import HTTPServing
import HTTPTypes
import Hummingbird
import SignInFlows

/// Checks that one of our own pages sent a request, before a session cookie authorizes any change.
///
/// SameSite=Lax alone still admits other ports and subdomains of the same site. The browser therefore has to name the
/// sender: in Sec-Fetch-Site if it sends that field, otherwise in Origin. A page's scripts can set neither (Fetch
/// Metadata; RFC 6454 §7).
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

    /// Whether no page sent the request, but an app that has its web view load it. Such a request is of no site (Fetch
    /// Metadata, section 2.1), and its origin is none or an opaque one (RFC 6454 section 7.3).
    static func isFromNoPage(_ request: Request) -> Bool {
        request.headers[values: .secFetchSite].allSatisfy { $0 == "none" }
            && request.headers[values: .origin].allSatisfy { $0 == "null" }
    }

    /// Whether a page of another site led the browser here.
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
    static let xFrameOptions = HTTPField.Name.known("X-Frame-Options")
}

extension Array {
    /// The only element; `nil` if there is none or more than one.
    var onlyElement: Element? { count == 1 ? first : nil }
}
