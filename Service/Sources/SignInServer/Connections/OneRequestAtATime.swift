import HTTPTypes
import NIOCore
import NIOHTTPTypes

/// Lets the next request of a connection in only when the answer to the one before has left, and meanwhile reads at most
/// one read ahead.
///
/// HTTP/1.1 allows a client to send requests ahead (RFC 9112 section 9.3.2). Hardly one does, and whoever sends a
/// hundred of them and reads no answer would have the service work and hold answers for nobody. Reading stops only once
/// something is held: for everybody else, stopping and starting again would cost two system calls.
final class OneRequestAtATime: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// What one read of the socket brings may hold further requests. More than these, and the connection is closed.
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
        // After the last answer nobody looks at requests any more, and they must not keep the connection busy.
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

    /// A refusal may leave before the request has ended; only both together make room for the next one.
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
        // The peer's own end is still to be seen.
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
