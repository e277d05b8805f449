import Foundation
import NIOCore
import NIOSSL

/// Looks at the first byte of a connection. A handshake gets the certificate, or the fault, of this connection. Plain
/// HTTP gets a sentence.
final class ConnectionStart: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private enum Phase {
        case waiting
        /// The handshake is delayed; what the client sent is kept.
        case holding(ByteBuffer)
        /// Whatever else arrives is of no interest.
        case ending
    }

    private let certificates: ServerCertificates
    private let origin: () -> String
    private let waitAtGate: @Sendable (String) async -> Void
    private let takeFault: () -> Fault?
    private var phase = Phase.waiting

    init(
        certificates: ServerCertificates, origin: @escaping () -> String,
        waitAtGate: @escaping @Sendable (String) async -> Void, takeFault: @escaping () -> Fault?
    ) {
        (self.certificates, self.origin) = (certificates, origin)
        (self.waitAtGate, self.takeFault) = (waitAtGate, takeFault)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var received = unwrapInboundIn(data)
        switch phase {
        case .waiting: decide(received, context)
        case .holding(var kept):
            kept.writeBuffer(&received)
            phase = .holding(kept)
        case .ending: break
        }
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        // the client has read the sentence for plain HTTP, and hung up
        if case .ending = phase, event as? ChannelEvent == .inputClosed { context.close(promise: nil) }
        context.fireUserInboundEventTriggered(event)
    }

    private func decide(_ received: ByteBuffer, _ context: ChannelHandlerContext) {
        guard received.readableBytesView.first == Self.handshakeRecord else { return answerPlain(context) }
        let fault = takeFault()
        switch fault?.kind {
        case .handshakeReset: reset(context)
        case .handshakeSlow:
            phase = .holding(received)
            hold(fault, context)
        default: begin(fault?.kind, received, context)
        }
    }

    /// The content type of TLS records with handshake messages (RFC 8446 §5.1). No HTTP method begins with this byte.
    private static let handshakeRecord: UInt8 = 22

    private func begin(_ kind: Fault.Kind?, _ received: ByteBuffer, _ context: ChannelHandlerContext) {
        do {
            let handler = NIOSSLServerHandler(context: certificates.context(for: kind))
            try context.pipeline.syncOperations.addHandler(handler, position: .after(self))
        } catch {
            return context.close(promise: nil)
        }
        context.fireChannelRead(wrapInboundOut(received))
        context.fireChannelReadComplete()
        context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
    }

    /// Closes with a TCP reset instead of an orderly end, as a load balancer that is overloaded does.
    private func reset(_ context: ChannelHandlerContext) {
        phase = .ending
        let bound = NIOLoopBound(context, eventLoop: context.eventLoop)
        let options = context.channel as? any SocketOptionProvider
        let set = options?.setSoLinger(linger(l_onoff: 1, l_linger: 0)) ?? context.eventLoop.makeSucceededVoidFuture()
        set.whenComplete { _ in bound.value.close(promise: nil) }
    }

    private func hold(_ fault: Fault?, _ context: ChannelHandlerContext) {
        let bound = NIOLoopBound((self, context), eventLoop: context.eventLoop)
        let eventLoop = context.eventLoop
        @Sendable func release() {
            let (handler, context) = bound.value
            guard case .holding(let kept) = handler.phase, context.channel.isActive else { return }
            handler.begin(nil, kept, context)
        }
        guard let gate = fault?.gate else {
            eventLoop.scheduleTask(in: .milliseconds(Int64(fault?.delayMs ?? 1_000)), release)
            return
        }
        Task { [waitAtGate] in
            await waitAtGate(gate)
            eventLoop.execute(release)
        }
    }

    private func answerPlain(_ context: ChannelHandlerContext) {
        phase = .ending
        let sentence = "This port speaks TLS. Use \(origin()).\n"
        let head = """
            HTTP/1.1 400 Bad Request\r
            Content-Type: text/plain; charset=utf-8\r
            X-Emulator: apple-id-emulator\r
            Connection: close\r
            Content-Length: \(sentence.utf8.count)\r
            \r

            """
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head + sentence)), promise: nil)
        // A full close while the client still sends would become a reset, and the client might lose the sentence.
        context.close(mode: .output, promise: nil)
    }
}
