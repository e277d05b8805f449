package import HTTPTypes
package import NIOCore
import NIOHTTP1
package import NIOHTTPTypes
import NIOHTTPTypesHTTP1

extension HTTPRequest {
    /// Whether the request has exactly one `Host` (RFC 9112 section 3.2). The first is the authority; a second one is still
    /// among the fields.
    package var hasOneHost: Bool { authority != nil && !headerFields.contains(.host) }
}

extension HTTPField.Name {
    fileprivate static let host = known("Host")

    /// A name that is a token as we wrote it.
    package static func known(_ name: String) -> HTTPField.Name {
        guard let field = HTTPField.Name(name) else { preconditionFailure("not a field name: \(name)") }
        return field
    }
}

/// Lets a request without a `Host` be told from one that needs none.
///
/// HTTP/1.0 knows no `Host`, and health checks still speak it; in HTTP/1.1 a request must have one (RFC 9112 section 3.2).
/// Behind the codec the version is gone, so an older request gets the empty one that stands for "no authority".
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

/// Brings what must see requests as they came in front of the codec, where the server has no place for handlers.
package final class InFrontOfTheCodec: ChannelInboundHandler, RemovableChannelHandler {
    package typealias InboundIn = HTTPRequestPart
    package typealias InboundOut = HTTPRequestPart

    /// A handler for one connection.
    package init() {}

    package func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        // It cannot fail where the codec was just found.
        try? pipeline.addHandler(HostOfOlderRequests(), position: .before(codec))
    }
}
