import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows

/// The client for web pages: `siwa.js`, its types, and their hashes. Pages of every origin may load them.
struct BrowserClientRoutes: RouteGroup {
    let parts: ServiceParts

    /// How long browsers may keep a file.
    private enum Freshness: String {
        /// A new version of the service can have a new file here.
        case untilNextRelease = "public, max-age=300"
        /// The path names the exact version (RFC 8246).
        case forEver = "public, max-age=31536000, immutable"
    }

    var routes: [Route] {
        [
            route(Paths.browserClient, .script, .untilNextRelease),
            route(Paths.browserClientTypes, .types, .untilNextRelease),
            route(Paths.exactBrowserClient, .script, .forEver),
            route(Paths.exactBrowserClientTypes, .types, .forEver),
            integrity(),
        ]
    }

    private func route(_ path: String, _ file: BrowserClientFile, _ freshness: Freshness) -> Route {
        let content = ByteBuffer(bytes: file.content)
        let tag = "\"\(file.integrity)\""
        return Route(
            .get, path, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none
        ) { request in
            let isKnown = request.http.headers[values: .ifNoneMatch].contains { Self.names(tag, $0) }
            var response = Response(status: isKnown ? .notModified : .ok)
            if isKnown {
                // It would have to be the file's (RFC 9110 section 8.6).
                response.headers[.contentLength] = nil
            } else {
                response.body = ResponseBody(byteBuffer: content)
                response.headers[.contentType] = file.mediaType
            }
            response.headers[.eTag] = tag
            Self.openToEveryOrigin(&response, freshness)
            return response
        }
    }

    private func integrity() -> Route {
        let document = BrowserClientFile.integrityDocument(at: parts.environment.publicURL.origin)
        return Route(
            .get, Paths.browserClientIntegrity, budget: .unlimited(.writtenOnce), authentication: .anybody, body: .none
        ) { _ in
            var response = Response.json(bytes: document)
            Self.openToEveryOrigin(&response, .untilNextRelease)
            return response
        }
    }

    /// Whether the field `If-None-Match` names this tag. A proxy that compresses weakens tags (RFC 9110 section 13.1.2).
    private static func names(_ tag: String, _ field: String) -> Bool {
        field.split(separator: ",").contains { part in
            let named = part.trimmingPrefix { $0 == " " }
            return named == "*" || named.trimmingPrefix("W/") == tag
        }
    }

    /// The browser compares the attribute `integrity` only with files that it may read (Subresource Integrity, section
    /// 3.7.1).
    private static func openToEveryOrigin(_ response: inout Response, _ freshness: Freshness) {
        response.headers[.cacheControl] = freshness.rawValue
        response.headers[.crossOriginResourcePolicy] = "cross-origin"
        response.headers[.accessControlAllowOrigin] = "*"
    }
}
