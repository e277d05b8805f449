import NIOCore
import NIOHTTPTypes

/// Closes a connection if a request takes too long or is too large.
///
/// The server's idle timeout restarts with every octet, and the rest of a refused body is read and discarded. Without
/// this handler, a client that sends slowly could hold a connection as long as it likes.
final class RequestDeadline: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart

    /// Sixteen times the largest body that any route accepts, so that a client that exceeds a route's limit a little
    /// can still read the refusal.
    static let maximumBytes = 1 << 20

    /// From the end of the head to the end of the body.
    private let longestBody: TimeAmount
    private var deadline: Scheduled<Void>?
    private var isInRequest = false
    private var received = 0

    init(longestBody: TimeAmount) {
        self.longestBody = longestBody
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            received = 0
            isInRequest = true
            forget()
        case .body(let part):
            received += part.readableBytes
            guard received <= Self.maximumBytes else {
                context.close(promise: nil)
                return
            }
        case .end:
            isInRequest = false
            forget()
        }
        context.fireChannelRead(data)
    }

    /// Most requests arrive whole, in one read. Only the others need a timer.
    func channelReadComplete(context: ChannelHandlerContext) {
        if isInRequest, deadline == nil {
            deadline = context.eventLoop.assumeIsolated().scheduleTask(in: longestBody) {
                context.close(promise: nil)
            }
        }
        context.fireChannelReadComplete()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isInRequest = false
        forget()
        context.fireChannelInactive()
    }

    private func forget() {
        deadline?.cancel()
        deadline = nil
    }
}
