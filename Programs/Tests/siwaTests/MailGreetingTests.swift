import NIOCore
import NIOPosix
import Testing

@testable import siwa

/// A connection to a mail server on which nothing is sent but a greeting.
struct `A greeting of a mail server` {
    private func steps(_ replies: [String]) -> [MailGreeting.Step] {
        var greeting = MailGreeting(name: "mail.example.com")
        return replies.compactMap { greeting.receive($0.utf8) }
    }

    @Test func `ends well after two good replies, however they arrive`() {
        let (first, second) = ("220-mx.example\r\n220 ready\r\n", "250-mx.example\r\n250-SIZE 1\r\n250 HELP\r\n")
        let expected: [MailGreeting.Step] = [.send("EHLO mail.example.com\r\n"), .end(.ready)]
        #expect(steps([first, second]) == expected)
        #expect(steps((first + second).map(String.init)) == expected)
    }

    @Test func `ends with the words of a server that does not want the client`() {
        #expect(steps(["554 5.7.1 go away\r\n"]) == [.end(.refused("554 5.7.1 go away"))])
        #expect(
            steps(["220 ready\r\n", "550-no\r\n550 not you\r\n"]) == [
                .send("EHLO mail.example.com\r\n"), .end(.refused("550 not you")),
            ])
    }

    @Test func `gives a server up that never ends its reply`() {
        #expect(steps([String(repeating: "220-x\r\n", count: 1_000)]) == [])
        #expect(steps([String(repeating: "x", count: 8_193)]) == [.end(.silent)])
    }

    @Test func `says hello and goodbye over a socket, and nothing else`() async throws {
        let (heard, words) = AsyncStream<String>.makeStream()
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ScriptedMailServer(words))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        let greet = MailServers.greet(as: "mail.example.com", port: try #require(server.localAddress?.port))
        let answer = await greet("127.0.0.1")
        try #require(answer == .ready)
        var text = ""
        for await part in heard { text += part }
        #expect(text == "EHLO mail.example.com\r\nQUIT\r\n")
        try await server.close()
        #expect(await greet("127.0.0.1") == .silent)
    }
}

/// A mail server that greets its first client, and tells what it heard.
private final class ScriptedMailServer: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias OutboundOut = ByteBuffer

    private let words: AsyncStream<String>.Continuation

    init(_ words: AsyncStream<String>.Continuation) {
        self.words = words
    }

    func channelActive(context: ChannelHandlerContext) {
        say("220-mx.example\r\n220 ready\r\n", context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let heard = String(buffer: unwrapInboundIn(data))
        words.yield(heard)
        if heard.hasPrefix("EHLO") { say("250-mx.example\r\n250 SIZE 1\r\n", context) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        words.finish()
    }

    private func say(_ text: String, _ context: ChannelHandlerContext) {
        context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
    }
}
