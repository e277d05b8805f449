import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// An HTTP/2 server over TLS that reads a whole request and then resets its stream (RFC 9113 §6.4), like a server that
/// fails while processing it. Frames are parsed and written by hand, because no other code here uses HTTP/2.
final class ResettingHTTP2Server: Sendable {
    private let channel: any Channel
    private let log: Log

    final class Log: Sendable {
        let bodies = Mutex<[String]>([])
    }

    private init(channel: any Channel, log: Log) {
        self.channel = channel
        self.log = log
    }

    static func start(tls: NIOSSLContext) async throws -> ResettingHTTP2Server {
        let log = Log()
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(NIOSSLServerHandler(context: tls))
                    try channel.pipeline.syncOperations.addHandler(FrameReader(log: log))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        return ResettingHTTP2Server(channel: channel, log: log)
    }

    var port: Int { channel.localAddress?.port ?? 0 }

    /// The bodies that were read completely before the stream was reset.
    var bodies: [String] { log.bodies.withLock { $0 } }

    func stop() async throws {
        try await channel.close()
    }
}

private final class FrameReader: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    /// The frame types of RFC 9113 §6.
    private enum FrameType {
        static let data: UInt8 = 0
        static let reset: UInt8 = 3
        static let settings: UInt8 = 4
    }

    private let log: ResettingHTTP2Server.Log
    private var octets = ByteBuffer()
    private var isGreeted = false
    private var body = ""

    init(log: ResettingHTTP2Server.Log) {
        self.log = log
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        var part = unwrapInboundIn(data)
        octets.writeBuffer(&part)
        if !isGreeted {
            // The connection preface `PRI * HTTP/2.0…`, 24 octets (§3.4).
            guard octets.readSlice(length: 24) != nil else { return }
            isGreeted = true
            write(FrameType.settings, flags: 0, stream: 0, [], to: context)
        }
        while let frame = nextFrame() { take(frame, context: context) }
    }

    private struct Frame {
        let type: UInt8
        let flags: UInt8
        let stream: UInt32
        let payload: ByteBuffer
    }

    private func nextFrame() -> Frame? {
        let start = octets.readerIndex
        guard let head = octets.readBytes(length: 9) else { return nil }
        let length = Int(head[0]) << 16 | Int(head[1]) << 8 | Int(head[2])
        guard let payload = octets.readSlice(length: length) else {
            octets.moveReaderIndex(to: start)
            return nil
        }
        let stream = head[5...8].reduce(UInt32(0)) { $0 << 8 | UInt32($1) } & 0x7FFF_FFFF
        return Frame(type: head[3], flags: head[4], stream: stream, payload: payload)
    }

    private func take(_ frame: Frame, context: ChannelHandlerContext) {
        switch frame.type {
        case FrameType.settings where frame.flags & 1 == 0:
            write(FrameType.settings, flags: 1, stream: 0, [], to: context)
        case FrameType.data:
            body += String(buffer: frame.payload)
            guard frame.flags & 1 == 1 else { return }
            log.bodies.withLock { $0.append(body) }
            // The error code INTERNAL_ERROR (§7).
            write(FrameType.reset, flags: 0, stream: frame.stream, [0, 0, 0, 2], to: context)
        default: break
        }
    }

    private func write(
        _ type: UInt8, flags: UInt8, stream: UInt32, _ payload: [UInt8], to context: ChannelHandlerContext
    ) {
        let length = UInt32(payload.count)
        var frame = context.channel.allocator.buffer(capacity: 9 + payload.count)
        frame.writeBytes([UInt8(truncatingIfNeeded: length >> 16), UInt8(truncatingIfNeeded: length >> 8)])
        frame.writeBytes([UInt8(truncatingIfNeeded: length), type, flags])
        frame.writeInteger(stream)
        frame.writeBytes(payload)
        context.writeAndFlush(NIOAny(frame), promise: nil)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
