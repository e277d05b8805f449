import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Replaces a request whose head exceeds the parser's limit with a marked one, so that it is answered and logged like
/// any other refusal, with 431 and a code.
final class OversizedHead: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// Marks the request. A client that sends this field itself gets the same refusal.
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
        // The parser reports one error after another for the rest of such a head.
        guard !isOver else { return }
        // Oversized trailers belong to a request that is already being answered.
        guard case HTTPParserError.headerOverflow? = error as? HTTPParserError, !isInRequest, let mark = Self.mark
        else {
            return context.fireErrorCaught(error)
        }
        isOver = true
        // Nothing after such a head can be parsed, so the connection closes.
        let request = HTTPRequest(
            method: .get, scheme: "http", authority: "", path: "/", headerFields: [mark: "1", .connection: "close"])
        context.fireChannelRead(wrapInboundOut(.head(request)))
        context.fireChannelRead(wrapInboundOut(.end(nil)))
        context.fireChannelReadComplete()
    }
}
