import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Passes on the next request of a connection only after the previous answer has been sent, and meanwhile holds the
/// requests of at most one read.
///
/// HTTP/1.1 lets a client pipeline requests (RFC 9112 §9.3.2), but hardly any client does. One that sends a hundred
/// requests and reads no answer would make the service do useless work and hold the answers in memory. Reading pauses
/// only while something is held, because pausing and resuming costs two system calls.
final class OneRequestAtATime: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// A single read from the socket may contain several requests. The connection is closed if they exceed these
    /// limits.
    static let maximumRequests = 32
    static let maximumBytes = 262_144

    private enum Held {
        case part(HTTPRequestPart)
        case error(any Error)
        case inputClosed
    }

    private var hasRequestEnded = false
    private var hasAnswerLeft = false
    private var isOutputClosed = false
    private var isReadWanted = false
    private var held = CircularBuffer<Held>(initialCapacity: 0)
    private var heldRequests = 0
    private var heldBytes = 0

    private var isHolding: Bool { hasRequestEnded && !hasAnswerLeft }
    private var holdsSomething: Bool { isHolding && !held.isEmpty }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // After the last answer requests are no longer processed, and they must not keep the connection busy.
        guard !isOutputClosed else { return }
        let part = unwrapInboundIn(data)
        guard isHolding || !held.isEmpty else { return pass(part, context) }
        switch part {
        case .head: heldRequests += 1
        case .body(let body): heldBytes += body.readableBytes
        case .end: break
        }
        guard heldRequests <= Self.maximumRequests, heldBytes <= Self.maximumBytes else {
            forget()
            isOutputClosed = true
            return context.close(promise: nil)
        }
        held.append(.part(part))
    }

    private func pass(_ part: HTTPRequestPart, _ context: ChannelHandlerContext) {
        if case .end = part { hasRequestEnded = true }
        startAnew()
        context.fireChannelRead(wrapInboundOut(part))
    }

    /// A refusal may be sent before the request has ended. The next request may start only after both.
    private func startAnew() {
        guard hasRequestEnded, hasAnswerLeft else { return }
        (hasRequestEnded, hasAnswerLeft) = (false, false)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard isHolding || !held.isEmpty else { return context.fireErrorCaught(error) }
        held.append(.error(error))
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case ChannelEvent.inputClosed? = event as? ChannelEvent, isHolding || !held.isEmpty {
            held.append(.inputClosed)
        } else {
            context.fireUserInboundEventTriggered(event)
        }
    }

    func read(context: ChannelHandlerContext) {
        guard holdsSomething, !isOutputClosed else { return context.read() }
        isReadWanted = true
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else { return context.write(data, promise: promise) }
        let left = promise ?? context.eventLoop.makePromise()
        left.futureResult.assumeIsolated().whenSuccess { self.answerHasLeft(context) }
        context.write(data, promise: left)
    }

    private func answerHasLeft(_ context: ChannelHandlerContext) {
        hasAnswerLeft = true
        startAnew()
        var hasPassed = false
        while !isHolding, let next = held.popFirst() {
            hasPassed = true
            switch next {
            case .part(let part):
                switch part {
                case .head: heldRequests -= 1
                case .body(let body): heldBytes -= body.readableBytes
                case .end: break
                }
                pass(part, context)
            case .error(let error): context.fireErrorCaught(error)
            case .inputClosed: context.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
            }
        }
        if hasPassed { context.fireChannelReadComplete() }
        if isReadWanted, !holdsSomething { readAgain(context) }
    }

    private func readAgain(_ context: ChannelHandlerContext) {
        isReadWanted = false
        context.read()
    }

    func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
        if mode == .output {
            isOutputClosed = true
            forget()
        }
        context.close(mode: mode, promise: promise)
        // Reading must continue in order to see the peer close its side.
        if mode == .output, isReadWanted { readAgain(context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        forget()
        context.fireChannelInactive()
    }

    private func forget() {
        held.removeAll()
        (heldRequests, heldBytes) = (0, 0)
    }
}
