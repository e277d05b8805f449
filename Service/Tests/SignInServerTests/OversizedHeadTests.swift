import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOHTTPTypes
import Testing

@testable import SignInServer

@Suite struct OversizedHeadTests {
    private static let head = HTTPRequestPart.head(
        HTTPRequest(method: .post, scheme: "http", authority: "localhost", path: "/web/callback"))

    private static func channel() throws -> EmbeddedChannel {
        let channel = EmbeddedChannel(handler: OversizedHead())
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// The number of requests passed on since the last call.
    private static func passed(_ channel: EmbeddedChannel) -> Int {
        var heads = 0
        while let part = try? channel.readInbound(as: HTTPRequestPart.self) {
            if case .head = part { heads += 1 }
        }
        return heads
    }

    @Test func `a head that is too large is one request, however many errors the parser reports`() throws {
        let channel = try Self.channel()
        for _ in 0..<3 { channel.pipeline.fireErrorCaught(HTTPParserError.headerOverflow) }
        #expect(Self.passed(channel) == 1)
        try channel.throwIfErrorCaught()
    }

    @Test func `trailers that are too large are no request, but an error of theirs`() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        channel.pipeline.fireErrorCaught(HTTPParserError.headerOverflow)
        #expect(Self.passed(channel) == 1)
        #expect(throws: HTTPParserError.self) { try channel.throwIfErrorCaught() }
    }

    @Test func `a head that is too large is one request after another one, too`() throws {
        let channel = try Self.channel()
        try channel.writeInbound(Self.head)
        try channel.writeInbound(HTTPRequestPart.end(nil))
        channel.pipeline.fireErrorCaught(HTTPParserError.headerOverflow)
        #expect(Self.passed(channel) == 2)
        try channel.throwIfErrorCaught()
    }
}
