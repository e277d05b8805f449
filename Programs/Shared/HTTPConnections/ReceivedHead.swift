package import HTTPTypes
package import NIOHTTP1
import NIOHTTPTypesHTTP1

/// The head of a request, and what it says about its connection.
package struct ReceivedHead: Sendable {
    package let request: HTTPRequest
    /// Whether no request follows on the connection.
    package let isLast: Bool
    /// Whether the client sends the content only after `100 Continue`, or after a while (RFC 9110 §10.1.1).
    package let holdsContent: Bool
    /// Whether the client understands chunks (RFC 9112 §6.1).
    package let understandsChunks: Bool

    /// Throws if the method is not a token.
    package init(_ head: HTTPRequestHead) throws {
        var request = try Self.request(head)
        let isOlder = (head.version.major, head.version.minor) < (1, 1)
        // HTTP/1.1 requires `Host` (RFC 9112 §3.2). HTTP/1.0 does not, and some health checks still use it. An empty
        // one means that there is no authority.
        if isOlder, request.authority == nil { request.authority = "" }
        self.request = request
        // The parser reads nothing after a request that asks for another protocol.
        isLast = !head.isKeepAlive || head.method == .CONNECT || head.headers.contains(name: "upgrade")
        holdsContent = !isOlder && head.headers.first(name: "expect")?.lowercased() == "100-continue"
        understandsChunks = !isOlder
    }

    private init(oversized request: HTTPRequest) {
        self.request = request
        (isLast, holdsContent, understandsChunks) = (true, false, true)
    }

    private static func request(_ head: HTTPRequestHead) throws -> HTTPRequest {
        // Only an absolute URI has to be taken apart (RFC 9112 §3.2.2). The library does that with Foundation.
        guard head.uri.utf8.first == UInt8(ascii: "/") else {
            return try HTTPRequest(head, secure: false, splitCookie: false)
        }
        return HTTPRequest(
            method: try HTTPRequest.Method(head.method), scheme: "http", authority: head.headers.first(name: "host"),
            path: head.uri, headerFields: HTTPFields(head.headers, splitCookie: false))
    }
}

extension ReceivedHead {
    /// Marks a request whose head exceeded the parser's limits. A client that sends this field itself gets the same
    /// refusal.
    package static let oversizedMark = HTTPField.Name("Siwa-Head-Too-Large")

    /// Stands for a request whose head exceeded the parser's limits, so that it is answered and logged like any other
    /// one.
    static let oversized: ReceivedHead = {
        var fields = HTTPFields()
        if let mark = Self.oversizedMark { fields[mark] = "1" }
        return ReceivedHead(
            oversized: HTTPRequest(method: .get, scheme: "http", authority: "", path: "/", headerFields: fields))
    }()
}
