import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import HTTPConnections

/// A connection without a socket: octets in, octets out, and a clock that the test moves.
@Suite struct RequestConnectionTests {
    private static let request = "GET /errors HTTP/1.1\r\nHost: localhost\r\n\r\n"
    private static let post = "POST /web/callback HTTP/1.1\r\nHost: localhost\r\nContent-Length: 2000000\r\n\r\n"

    /// A socket that takes output only when the test tells it to.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer
        private var offered: [EventLoopPromise<Void>] = []
        private(set) var reads = 0

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            if let promise { offered.append(promise) }
        }

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }

        /// Takes the first pieces of what was offered.
        func take(_ count: Int = .max) {
            let taken = offered.prefix(count)
            offered.removeFirst(taken.count)
            for promise in taken { promise.succeed() }
        }

        func close(context: ChannelHandlerContext, mode: CloseMode, promise: EventLoopPromise<Void>?) {
            take()
            context.close(mode: mode, promise: promise)
        }
    }

    private static func channel(
        _ socket: Socket? = nil
    ) throws -> (channel: EmbeddedChannel, connection: RequestConnection) {
        let connection = RequestConnection(ConnectionTimes(), CommonFields(date: ReplyDate { 0 }))
        let channel = EmbeddedChannel()
        if let socket { try channel.pipeline.syncOperations.addHandler(socket) }
        try channel.pipeline.syncOperations.addHandler(ByteToMessageHandler(HTTPRequestDecoder()))
        try channel.pipeline.syncOperations.addHandler(connection)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return (channel, connection)
    }

    private static func send(_ text: String, on channel: EmbeddedChannel) throws {
        try channel.writeInbound(ByteBuffer(string: text))
    }

    private static func pass(_ seconds: Int64, on channel: EmbeddedChannel) {
        channel.embeddedEventLoop.advanceTime(by: .seconds(seconds))
    }

    /// The pieces that were sent since the last call.
    private static func sent(_ channel: EmbeddedChannel) throws -> [ByteBuffer] {
        var pieces: [ByteBuffer] = []
        while let piece = try channel.readOutbound(as: ByteBuffer.self) { pieces.append(piece) }
        return pieces
    }

    private static func answer(_ count: Int, by connection: RequestConnection) throws {
        try connection.begin(.ok, [.contentLength: "\(count)"], length: count)
        _ = try connection.write(ByteBuffer(repeating: 97, count: count))
        try connection.finish()
    }

    @Test func `a head that drips is cut off after ten seconds`() throws {
        let (channel, _) = try Self.channel()
        try Self.send("GET / HTTP/1.1\r\nX-A: ", on: channel)
        for _ in 0..<9 {
            Self.pass(1, on: channel)
            try Self.send("a", on: channel)
        }
        #expect(channel.isActive)
        Self.pass(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `content that drips is cut off after fifteen seconds`() throws {
        let (channel, _) = try Self.channel()
        try Self.send(Self.post, on: channel)
        for _ in 0..<14 {
            Self.pass(1, on: channel)
            try Self.send("a", on: channel)
        }
        #expect(channel.isActive)
        Self.pass(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `content that stops is cut off after ten seconds`() throws {
        let (channel, _) = try Self.channel()
        try Self.send(Self.post + "a", on: channel)
        Self.pass(9, on: channel)
        #expect(channel.isActive)
        Self.pass(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `content is cut off at a mebibyte`() throws {
        let (channel, _) = try Self.channel()
        try Self.send(Self.post, on: channel)
        for _ in 0..<16 { try Self.send(String(repeating: "a", count: 65_536), on: channel) }
        #expect(channel.isActive)
        try Self.send("a", on: channel)
        #expect(!channel.isActive)
    }

    @Test func `a whole request has no deadline while it is answered`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send(Self.request, on: channel)
        Self.pass(600, on: channel)
        #expect(channel.isActive)
        try Self.answer(2, by: connection)
        Self.pass(9, on: channel)
        #expect(channel.isActive)
        Self.pass(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `an answer of which nothing is taken for fifteen seconds ends its connection`() throws {
        let (channel, connection) = try Self.channel(Socket())
        try Self.send(Self.request, on: channel)
        try Self.answer(100_000, by: connection)
        Self.pass(14, on: channel)
        #expect(channel.isActive)
        Self.pass(1, on: channel)
        #expect(!channel.isActive)
    }

    @Test func `an answer that is taken slowly, but taken, is finished`() throws {
        let socket = Socket()
        let (channel, connection) = try Self.channel(socket)
        try Self.send(Self.request, on: channel)
        try Self.answer(100_000, by: connection)
        // The head, seven pieces and the end.
        for _ in 0..<8 {
            Self.pass(14, on: channel)
            socket.take(1)
        }
        #expect(channel.isActive)
        socket.take()
        Self.pass(9, on: channel)
        #expect(channel.isActive)
    }

    @Test func `nothing is read while a request waits for the answer before`() throws {
        let socket = Socket()
        let (channel, connection) = try Self.channel(socket)
        try Self.send(Self.request, on: channel)
        channel.read()
        let begun = socket.reads
        try Self.send(Self.request, on: channel)
        channel.read()
        #expect(socket.reads == begun)
        try Self.answer(2, by: connection)
        channel.read()
        #expect(socket.reads == begun)
        socket.take()
        #expect(socket.reads == begun + 1)
        channel.read()
        #expect(socket.reads == begun + 2)
    }

    @Test func `what follows a request for another protocol is not read without end`() throws {
        let (channel, socket) = (EmbeddedChannel(), Socket())
        try channel.pipeline.syncOperations.addHandler(socket)
        _ = try RequestChannel(channel, ConnectionTimes(), CommonFields())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        try Self.send("GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n", on: channel)
        for _ in 0..<3 { try Self.send(String(repeating: "a", count: 65_536), on: channel) }
        let reads = socket.reads
        channel.read()
        #expect(socket.reads == reads)
    }

    @Test func `a short answer is one piece, and a long one many`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send(Self.request, on: channel)
        try Self.answer(2, by: connection)
        let short = try Self.sent(channel)
        #expect(short.count == 1)
        #expect(short.map { String(buffer: $0) }.joined().hasSuffix("\r\n\r\naa"))
        try Self.send(Self.request, on: channel)
        try Self.answer(100_000, by: connection)
        let long = try Self.sent(channel)
        #expect(long.count > 6 && long.allSatisfy { $0.readableBytes <= ReplyOutput.piece })
        #expect(long.map { String(buffer: $0) }.joined().hasSuffix("\r\n\r\n" + String(repeating: "a", count: 100_000)))
    }

    @Test func `the parts of a long answer are sent as they are made`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send(Self.request, on: channel)
        try connection.begin(.ok, [:], length: nil)
        #expect(try Self.sent(channel).isEmpty)
        _ = try connection.write(ByteBuffer(string: "abc"))
        _ = try connection.write(ByteBuffer())
        let parts = try Self.sent(channel)
        #expect(parts.count == 1 && parts.allSatisfy { String(buffer: $0).hasSuffix("\r\n\r\n3\r\nabc\r\n") })
        try connection.finish()
        #expect(try Self.sent(channel).map { String(buffer: $0) } == ["0\r\n\r\n"])
    }

    @Test func `an answer that is longer or shorter than it says is not sent as a whole one`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send(Self.request, on: channel)
        try connection.begin(.ok, [.contentLength: "2"], length: 2)
        #expect(throws: ReplyOutput.LengthWrong.self) { try connection.write(ByteBuffer(string: "abc")) }
        _ = try connection.write(ByteBuffer(string: "a"))
        #expect(throws: ReplyOutput.LengthWrong.self) { try connection.finish() }
        connection.abort()
        #expect(!channel.isActive)
    }

    @Test func `nothing can be answered on a connection that has ended`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send(Self.request, on: channel)
        _ = try channel.finish()
        #expect(throws: ChannelError.self) { try connection.begin(.ok, [:], length: nil) }
        #expect(throws: ChannelError.self) { try connection.write(ByteBuffer()) }
        #expect(throws: ChannelError.self) { try connection.finish() }
    }

    @Test func `a peer that takes no more is waited for`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send(Self.request, on: channel)
        try connection.begin(.ok, [:], length: nil)
        #expect(try connection.write(ByteBuffer(string: "abc")) == nil)
        channel.isWritable = false
        let room = try #require(try connection.write(ByteBuffer(string: "abc")))
        var isTold = false
        room.assumeIsolated().whenSuccess { isTold = true }
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(!isTold)
        channel.isWritable = true
        channel.pipeline.fireChannelWritabilityChanged()
        #expect(isTold)
    }

    @Test func `a peer is told once that its content is wanted, and only before the answer`() throws {
        let expecting = Self.post.replacing("\r\n\r\n", with: "\r\nExpect: 100-continue\r\n\r\n")
        let (asked, first) = try Self.channel()
        try Self.send(expecting, on: asked)
        first.ask(1)
        first.ask(1)
        #expect(try Self.sent(asked).map { String(buffer: $0) } == ["HTTP/1.1 100 Continue\r\n\r\n"])
        let (answered, second) = try Self.channel()
        try Self.send(expecting, on: answered)
        try second.begin(.notFound, [.contentLength: "0"], length: 0)
        second.ask(1)
        #expect(try Self.sent(answered).isEmpty)
    }

    @Test func `nobody asks for the content of another request`() throws {
        let (channel, connection) = try Self.channel()
        try Self.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\n\r\n", on: channel)
        try Self.answer(2, by: connection)
        try Self.send("a" + Self.post.replacing("\r\n\r\n", with: "\r\nExpect: 100-continue\r\n\r\n"), on: channel)
        _ = try Self.sent(channel)
        connection.ask(1)
        #expect(try Self.sent(channel).isEmpty)
        connection.ask(2)
        #expect(try Self.sent(channel).count == 1)
    }

    @Test func `what is no request is refused, and nothing after it is read`() throws {
        let (channel, _) = try Self.channel()
        try Self.send("\u{16}\u{3}\u{1}", on: channel)
        #expect(try Self.sent(channel).map { String(buffer: $0).prefix(12) } == ["HTTP/1.1 400"])
        try? Self.send(Self.request, on: channel)
        #expect(try Self.sent(channel).isEmpty)
    }
}
