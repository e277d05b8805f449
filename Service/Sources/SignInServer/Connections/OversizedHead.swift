import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Hands a request on in place of one whose head was larger than the parser reads, so that it is answered like any other
/// refusal: 431 with a code, and a line in the log.
final class OversizedHead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// Marks the request. Whoever sends it gets the same refusal.
    static let mark = HTTPField.Name("Siwa-Head-Too-Large")

    private var isInRequest = false
    private var isOver = false

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
