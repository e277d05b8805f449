import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import Testing

@testable import SignInServer

@Suite struct RequestDeadlineTests {
    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/web/callback"))

    private static func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: RequestDeadline(longestBody: ConnectionTimes().body))
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    @Test func `a body that drips is cut off after fifteen seconds`() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        for _ in 0..<14 {
            channel.embeddedEventLoop.advanceTime(by: .seconds(1))
            try channel.writeInbound(HTTPRequestPart.body(ByteBuffer(string: "a")))
        }
        #expect(channel.isActive)
        channel.embeddedEventLoop.advanceTime(by: .seconds(1))
        #expect(!channel.isActive)
    }

    @Test func `a request that has ended has no deadline any more`() throws {
        let channel = try Self.channel()
        for _ in 0..<3 {
            try channel.writeInbound(Self.head)
            try channel.writeInbound(HTTPRequestPart.end(nil))
            channel.embeddedEventLoop.advanceTime(by: .seconds(60))
        }
        #expect(channel.isActive)
    }

    @Test func `a body without end is cut off at a mebibyte`() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        let part = HTTPRequestPart.body(ByteBuffer(repeating: 0x61, count: 65_536))
        for _ in 0..<16 { try channel.writeInbound(part) }
        #expect(channel.isActive)
        try channel.writeInbound(part)
        #expect(!channel.isActive)
    }
}
