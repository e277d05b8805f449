import Foundation
import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Closes a connection whose peer takes nothing of an answer for too long.
///
/// A slow reader costs an attacker nothing: it asks, does not read, and would hold its connection for ever, since the
/// server's idle limit does not run while an answer is under way.
final class AnswerDeadline: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Long bodies are handed on in pieces of this size, so that each piece that leaves counts as progress.
    static let piece = 16_384
    /// What the system may hold of an answer. It would grow to megabytes by itself: memory for each slow reader, and
    /// so much of it at a time that a slow but honest reader seemed to take nothing for a minute.
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
            // What follows, more body or the end, shows whether it was taken.
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

    /// One task for many answers: it looks when the time would be over, and waits again where there was progress.
    private func scheduleCheck(in time: TimeAmount, _ context: ChannelHandlerContext) {
        check = context.eventLoop.assumeIsolated().scheduleTask(in: time) {
            self.check = nil
            guard self.waiting > 0 else { return }
            let left = self.lastProgress + self.longestStall - context.eventLoop.now
            guard left > .nanoseconds(0) else { return self.reset(context) }
            self.scheduleCheck(in: left, context)
        }
    }

    /// Closes at once. Without the reset the system would keep what was not taken, and go on offering it.
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
