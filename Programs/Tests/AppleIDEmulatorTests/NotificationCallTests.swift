import AsyncHTTPClient
import Hummingbird
import NIOCore
import NIOPosix
import Testing
import Waiting

@testable import AppleIDEmulator

/// Receivers that try to stall the emulator or to fill its memory.
@Suite struct NotificationCallTests {
    private func post(
        to url: String, within limit: TimeAmount = Patience.time
    ) async throws -> NotificationCall.Outcome {
        let limits = CallLimits(connect: Patience.time, call: limit)
        let client = NotificationCall.makeClient(limits)
        let outcome = await NotificationCall(client: client, limits: limits).post("a.b.c", to: url)
        try await client.shutdown()
        return outcome
    }

    @Test func `takes the status of an answer that never ends`() async throws {
        let router = Router()
        router.post("**") { _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    let chunk = ByteBuffer(repeating: UInt8(ascii: "x"), count: 65_536)
                    while !Task.isCancelled { try await writer.write(chunk) }
                })
        }
        let outcome = try await NotificationReceiver.serve(router) { try await post(to: $0) }
        #expect(outcome.status == 200 && outcome.error == nil)
    }

    @Test func `keeps two hundred bytes of a refusal`() async throws {
        let router = Router()
        router.post("**") { _, _ in
            Response(
                status: .internalServerError,
                body: ResponseBody(byteBuffer: ByteBuffer(repeating: UInt8(ascii: "y"), count: 1 << 22)))
        }
        let outcome = try await NotificationReceiver.serve(router) { try await post(to: $0) }
        #expect(outcome.status == 500 && outcome.answer == String(repeating: "y", count: 200))
    }

    @Test func `follows no redirect`() async throws {
        let router = Router()
        router.post("first") { _, _ in
            Response(status: .temporaryRedirect, headers: [.location: "/second"])
        }
        router.post("second") { _, _ in Response(status: .ok) }
        let outcome = try await NotificationReceiver.serve(router) { url in
            try await post(to: url.replacing("apple/notifications", with: "first"))
        }
        #expect(outcome.status == 307)
    }

    @Test func `gives up on whoever takes the connection and says nothing`() async throws {
        let outcome = try await RawReceiver.serve(nil) { try await post(to: $0, within: .milliseconds(300)) }
        #expect(outcome.status == nil && outcome.error == "timed_out")
    }

    @Test(arguments: ["\u{0}\u{1}rubbish\r\n\r\n", "SSH-2.0-OpenSSH_9.6\r\n", "HTTP/1.1 twohundred OK\r\n\r\n"])
    func `makes nothing of an answer that is not HTTP`(_ rubbish: String) async throws {
        let outcome = try await RawReceiver.serve(rubbish) { try await post(to: $0) }
        #expect(outcome.status == nil && outcome.error != nil)
    }

    @Test func `calls names below localhost on this machine`() {
        let address = NotificationURL.address(of: "http://app.localhost:8080/n?x=1")
        #expect(address.url == "http://127.0.0.1:8080/n?x=1" && address.host == "app.localhost:8080")
        #expect(NotificationURL.address(of: "https://app.example/n").url == "https://app.example/n")
        #expect(NotificationURL.address(of: "http://localhost:8080/n").host == nil)
    }

    @Test(arguments: [
        ("https://app.example/n", true), ("https://app.example:8443/n?a=b", true), ("http://localhost:1/n", true),
        ("http://[::1]:1/n", true), ("http://app.localhost/n", true), ("http://10.0.0.1/n", false),
        ("http://localhost.evil.example/n", false), ("http://127.0.0.1.evil.example/n", false),
        ("http://user@localhost/n", false), ("file:///etc/passwd", false), ("/n", false), ("", false),
        ("https://app.example/n#f", false), ("http://localhost:*/n", false),
    ])
    func `posts to https and to this machine only`(_ url: String, _ isUsable: Bool) {
        #expect(NotificationURL.isUsable(url) == isUsable)
    }
}

/// Accepts connections and writes the same bytes, or none, to each.
private enum RawReceiver {
    static func serve<Value: Sendable>(
        _ answer: String?, _ body: (String) async throws -> Value
    ) async throws -> Value {
        let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answering(answer: answer))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            let value = try await body("http://127.0.0.1:\(server.localAddress?.port ?? 0)/")
            try await server.close()
            return value
        } catch {
            try? await server.close()
            throw error
        }
    }

    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let answer: String?

        init(answer: String?) { self.answer = answer }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard let answer else { return }
            context.writeAndFlush(NIOAny(ByteBuffer(string: answer)), promise: nil)
            context.close(promise: nil)
        }
    }
}
