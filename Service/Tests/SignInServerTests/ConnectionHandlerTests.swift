import HTTPServing
import HTTPTypes
import Logging
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SignInServer

@Suite struct ConnectionHandlerTests {
    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .get, scheme: "http", authority: "localhost", path: "/errors"))
    private static let ok = HTTPResponsePart.head(HTTPResponse(status: .ok))

    /// A socket that accepts output only when the test tells it to.
    private final class Socket: ChannelOutboundHandler {
        typealias OutboundIn = HTTPResponsePart
        typealias OutboundOut = HTTPResponsePart
        var isTaking = false
        private var offered: [EventLoopPromise<Void>] = []
        private(set) var reads = 0

        func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
            guard let promise else { return }
            if isTaking { promise.succeed() } else { offered.append(promise) }
        }

        func read(context: ChannelHandlerContext) {
            reads += 1
            context.read()
        }

        /// Accepts the first pieces of the pending output.
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

    /// Records whether the client has ended its output.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = Any
        private(set) var hasInputClosed = false

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if case ChannelEvent.inputClosed? = event as? ChannelEvent { hasInputClosed = true }
        }
    }

    private static func channel(_ socket: Socket, _ handler: any ChannelHandler) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handlers: [socket, handler])
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private static func answer(_ octets: Int, on channel: EmbeddedChannel) {
        channel.write(ok, promise: nil)
        channel.write(HTTPResponsePart.body(ByteBuffer(repeating: 0x61, count: octets)), promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        channel.flush()
    }

    @Test func `an answer of which nothing is taken for fifteen seconds ends its connection`() throws {
        let socket = Socket()
        let channel = try Self.channel(socket, AnswerDeadline(longestStall: ConnectionTimes().stalledAnswer))
        Self.answer(100_000, on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(14))
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `an answer that is taken slowly, but taken, is finished`() throws {
        let socket = Socket()
        let channel = try Self.channel(socket, AnswerDeadline(longestStall: .seconds(15)))
        Self.answer(100_000, on: channel)
        // The answer consists of seven pieces and the end.
        for _ in 0..<8 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(14))
            socket.take(1)
        }
        channel.embeddedEventLoop.advanceTime(by: .seconds(600))
        #expect(channel.isActive)
        Self.answer(1, on: channel)
        channel.embeddedEventLoop.advanceTime(by: .seconds(15))
        #expect(!channel.isActive)
    }

    @Test func `no request is passed on until the answer before has left, and nothing is read once one waits`() throws {
        let socket = Socket()
        let channel = try Self.channel(socket, OneRequestAtATime())
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        let begun = socket.reads
        channel.read()
        #expect(socket.reads == begun + 1)
        let reads = socket.reads
        for _ in 0..<2 {
            try channel.writeInbound(Self.head)
            try channel.writeInbound(HTTPRequestPart.end(nil))
        }
        channel.read()
        #expect(Self.passed(channel) == 1)
        #expect(socket.reads == reads)
        Self.answer(10, on: channel)
        #expect(Self.passed(channel) == 0)
        socket.take()
        #expect(Self.passed(channel) == 1)
        #expect(socket.reads == reads)
        socket.isTaking = true
        Self.answer(10, on: channel)
        #expect(Self.passed(channel) == 1)
        // No request is pending any more.
        #expect(socket.reads == reads + 1)
    }

    @Test func `a client that says it sends no more is heard after its answer`() throws {
        let socket = Socket()
        socket.isTaking = true
        let channel = try Self.channel(socket, OneRequestAtATime())
        let listener = Listener()
        try channel.pipeline.syncOperations.addHandler(listener)
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!listener.hasInputClosed)
        Self.answer(10, on: channel)
        #expect(listener.hasInputClosed)
    }

    @Test func `an answer before the end of its request lets the rest of the request in`() throws {
        let socket = Socket()
        socket.isTaking = true
        let channel = try Self.channel(socket, OneRequestAtATime())
        try channel.writeInbound(Self.head)
        Self.answer(10, on: channel)
        try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(Self.passed(channel) == 2)
        try channel.writeInbound(Self.head)
        #expect(Self.passed(channel) == 0)
    }

    @Test func `whoever sends too much ahead is cut off`() throws {
        let requests = try Self.channel(Socket(), OneRequestAtATime())
        for _ in 0...OneRequestAtATime.maximumRequests {
            try requests.writeInbound(Self.head)
            try requests.writeInbound(HTTPRequestPart.end(nil))
        }
        #expect(requests.isActive)
        try requests.writeInbound(Self.head)
        #expect(!requests.isActive)
        let body = try Self.channel(Socket(), OneRequestAtATime())
        for part in [Self.head, .end(nil), Self.head] { try body.writeInbound(part) }
        for _ in 0..<4 { try body.writeInbound(HTTPRequestPart.body(ByteBuffer(repeating: 0x61, count: 65_536))) }
        #expect(body.isActive)
        try body.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        #expect(!body.isActive)
    }

    @Test func `what follows the last answer is not passed on`() throws {
        let socket = Socket()
        let channel = try Self.channel(socket, OneRequestAtATime())
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head)
        Self.answer(1, on: channel)
        channel.close(mode: .output, promise: nil)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        try channel.writeInbound(Self.head)
        #expect(Self.passed(channel) == 1)
    }

    @Test func `a whole request after the last answer is not passed on`() throws {
        let channel = try Self.channel(Socket(), OneRequestAtATime())
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        Self.answer(1, on: channel)
        channel.close(mode: .output, promise: nil)
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        #expect(Self.passed(channel) == 1)
    }

    @Test func `a connection whose output is closed is still read, although something waits for an answer`() throws {
        let socket = Socket()
        let channel = try Self.channel(socket, OneRequestAtATime())
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.close(mode: .output, promise: nil)
        channel.pipeline.fireErrorCaught(ChannelError.inputClosed)
        let reads = socket.reads
        channel.read()
        #expect(socket.reads == reads + 1)
    }

    /// The number of requests passed on since the last call.
    private static func passed(_ channel: EmbeddedChannel) -> Int {
        var heads = 0
        while let part = try? channel.readInbound(as: HTTPRequestPart.self) {
            if case .head = part { heads += 1 }
        }
        return heads
    }

    @Test func `a network gets its share, a wider one a multiple, a proxy any number`() throws {
        let places = ConnectionPlaces(
            perNetwork: 2, uncounted: ["10.0.0.0/8", "127.0.0.0/8"].compactMap { AddressRange($0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func enter(_ text: String) throws -> Bool { places.enter(try #require(NetworkAddress(text))) }
        for address in ["192.0.2.1", "2001:db8::1"] {
            #expect(try enter(address))
            #expect(try enter(address))
            #expect(try !enter(address))
        }
        #expect(try enter("192.0.2.2"))
        for _ in 0..<10 { #expect(try enter("10.1.2.3") && enter("127.0.0.1")) }
        // Three more subscribers fill the /56. Together with these, twelve more fill the /48.
        let subscribers = (1..<64).map { String($0 / 4 * 256 + $0 % 4, radix: 16) }
        for subscriber in subscribers.prefix(3) {
            #expect(try enter("2001:db8:0:\(subscriber)::1") && enter("2001:db8:0:\(subscriber)::2"))
        }
        #expect(try !enter("2001:db8:0:5::1"))
        for subscriber in subscribers.dropFirst(3).prefix(12) {
            #expect(try enter("2001:db8:0:\(subscriber)::1") && enter("2001:db8:0:\(subscriber)::2"))
        }
        #expect(try !enter("2001:db8:0:ff00::1"))
        #expect(try enter("2001:db8:1::1"))
        #expect(places.refused == 4)
        places.leave(try #require(NetworkAddress("192.0.2.1")))
        #expect(try enter("192.0.2.1"))
    }

    @Test func `who is not counted makes no room by leaving`() throws {
        let places = ConnectionPlaces(
            perNetwork: 1, uncounted: ["2001:db8:0:1::/64"].compactMap { AddressRange($0) },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        func enter(_ text: String) throws -> Bool { places.enter(try #require(NetworkAddress(text))) }
        // Four subscribers fill the /56, to which the proxy belongs, too.
        for subscriber in 2...5 { #expect(try enter("2001:db8:0:\(subscriber)::1")) }
        let proxy = try #require(NetworkAddress("2001:db8:0:1::1"))
        #expect(places.enter(proxy))
        places.leave(proxy)
        #expect(try !enter("2001:db8:0:6::1"))
    }

    @Test func `who left leaves nothing behind`() throws {
        let places = ConnectionPlaces(
            perNetwork: 1, uncounted: [], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        for number in 0..<100 {
            let address = try #require(NetworkAddress("2001:db8:\(number)::1"))
            #expect(places.enter(address))
            places.leave(address)
        }
        #expect(places.count == 0)
    }

    @Test(arguments: [
        (4_096, 1_024, 20_000, 4_306, 4_096, false), (4_096, 8_192, 8_192, nil, 4_096, false),
        (4_096, 1_024, 1_024, nil, 814, true), (4_096, 1_024, 2_048, 2_048, 1_838, true),
        (4_096, 256, 256, nil, 46, true), (4_096, 64, 64, nil, 1, true),
    ])
    func `connections fit into the files that may be open`(
        wanted: Int, soft: Int, hard: Int, raisedTo: Int?, connections: Int, warns: Bool
    ) {
        let budget = DescriptorBudget(connections: wanted, databaseConnections: 10, soft: soft, hard: hard)
        #expect(budget.raisedTo == raisedTo)
        #expect(budget.connections == connections)
        #expect((budget.warning != nil) == warns)
    }
}
