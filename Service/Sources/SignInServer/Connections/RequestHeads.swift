import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

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

/// Hands a request on in place of one whose head was larger than the parser reads, so that it is answered like any other
/// refusal: 431 with a code, and a line in the log. Also brings ``HostOfOlderRequests`` in front of the codec.
final class OversizedHead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// Marks the request. Whoever sends it gets the same refusal.
    static let mark = HTTPField.Name("Siwa-Head-Too-Large")

    private var isInRequest = false
    private var isOver = false

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) else { return }
        // It cannot fail where the codec was just found.
        try? pipeline.addHandler(HostOfOlderRequests(), position: .before(codec))
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head: isInRequest = true
        case .body: break
        case .end: isInRequest = false
        }
        context.fireChannelRead(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The rest of such a head comes as one error after another.
        guard !isOver else { return }
        // Trailers that are too large belong to a request that is being answered.
        guard case HTTPParserError.headerOverflow? = error as? HTTPParserError, !isInRequest, let mark = Self.mark
        else {
            return context.fireErrorCaught(error)
        }
        isOver = true
        // Nothing can be read behind such a head.
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "", path: "/", headerFields: [mark: "1", .connection: "close"])
        context.fireChannelRead(wrapInboundOut(.head(request)))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }
}
