import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection if its peer reads nothing of an answer for too long.
///
/// Slow reading costs an attacker nothing: it could send a request, read no answer and keep the connection forever,
/// because the server's idle timeout is paused while an answer is being sent.
final class AnswerDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Long bodies are sent in pieces of this size, so that each piece written counts as progress.
    static let piece = 16_384
    /// The size of the system's send buffer. By default it would grow to megabytes. It would then use that much memory
    /// for each slow reader, and it would drain so rarely that a slow but honest reader could seem stalled for a
    /// minute.
    static let systemBuffer: ChannelOptions.Types.SocketOption.Value = 65_536

    private let longestStall: TimeAmount
    private var hasBody = false
    private var waiting = 0
    private var lastProgress = NIODeadline.uptimeNanoseconds(0)
    private var check: Scheduled<Void>?

    init(longestStall: TimeAmount) {
        self.longestStall = longestStall
    }

    func channelActive(context: ChannelHandlerContext) {
        if context.channel is any SocketOptionProvider {
            context.channel.setOption(.socketOption(.so_sndbuf), value: Self.systemBuffer).whenComplete { _ in }
        }
        context.fireChannelActive()
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head:
            hasBody = false
            context.write(data, promise: promise)
        case .body(let buffer) where !hasBody && buffer.readableBytes <= Self.piece:
            // The next part, more body or the end, will show whether this one was read.
            hasBody = true
            context.write(data, promise: promise)
        case .body(var buffer):
            while buffer.readableBytes > Self.piece, let piece = buffer.readSlice(length: Self.piece) {
                hand(.body(piece), to: context, nil)
            }
            hand(.body(buffer), to: context, promise)
        case .end:
            hand(unwrapOutboundIn(data), to: context, promise)
        }
    }

    private func hand(
        _ part: HTTPResponsePart, to context: ChannelHandlerContext, _ promise: EventLoopPromise<Void>?
    ) {
        let promise = promise ?? context.eventLoop.makePromise()
        if waiting == 0 { lastProgress = context.eventLoop.now }
        waiting += 1
        promise.futureResult.assumeIsolated().whenComplete { _ in
            self.waiting -= 1
            self.lastProgress = context.eventLoop.now
        }
        context.write(wrapOutboundOut(part), promise: promise)
        if check == nil { scheduleCheck(in: longestStall, context) }
    }

    /// One task serves many answers: at the deadline it checks for progress, and waits again if there was any.
    private func scheduleCheck(in time: TimeAmount, _ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.check = nil
            guard self.waiting > 0 else { return }
            let left = self.lastProgress + self.longestStall - context.eventLoop.now
            guard left > .nanoseconds(0) else { return self.reset(context) }
            self.scheduleCheck(in: left, context)
        }
    }

    /// Closes at once. Without the reset, the system would keep the unread bytes and go on sending them.
    private func reset(_ context: ChannelHandlerContext) {
        if let socket = context.channel as? any SocketOptionProvider {
            socket.setSoLinger(linger(l_onoff: 1, l_linger: 0)).whenComplete { _ in }
        }
        context.close(promise: nil)
    }

    func channelInactive(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        check?.cancel()
        check = nil
    }
}
