package import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1

extension HTTPRequest {
    /// Whether the request has exactly one `Host` (RFC 9112 §3.2). The codec moves the first one to `authority` and
    /// leaves a second one among the fields.
    package var hasOneHost: Bool { authority != nil && !headerFields.contains(.host) }
}

extension HTTPField.Name {
    fileprivate static let host = known("Host")

    /// A field name from a literal that must be a valid token.
    package static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("not a field name: \(name)") }
        return field
    }
}

/// Distinguishes a request without a required `Host` from one that needs none.
///
/// HTTP/1.0 does not require `Host`, and some health checks still use that version. HTTP/1.1 requires it (RFC 9112
/// §3.2). The codec drops the version, so this handler adds an empty `Host`, which means "no authority", to older
/// requests.
final class HostOfOlderRequests: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data), (head.version.major, head.version.minor) < (1, 1),
            !head.headers.contains(name: "host")
        else { return context.fireChannelRead(data) }
        head.headers.add(name: "host", value: "")
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}

/// Inserts the handlers that must see requests before the codec does; the server has no hook for this.
package final class InFrontOfTheCodec: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart

    /// Creates a handler for one connection.
    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        // This cannot fail, because the codec was just found.
        try? pipeline.addHandler(HostOfOlderRequests(), position: .before(codec))
    }
}
