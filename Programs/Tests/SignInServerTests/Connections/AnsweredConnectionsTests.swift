import Foundation
import HTTPConnections
import HTTPServing
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import NIOPosix
import Testing
import Waiting

/// Connections with answers of a test's own.
@Suite struct AnsweredConnectionsTests {
    private static let patient = ConnectionTimes(idle: Patience.time, body: Patience.time, stalledAnswer: Patience.time)

    /// Everything that comes back for these octets.
    private static func exchange(_ text: String, _ answer: @escaping AnsweredConnections.Answer) async throws -> String
    {
        let connections = AnsweredConnections(patient, answer: answer)
        let application = Application(
            responder: CallbackResponder<BasicRequestContext> { _, _ in Response(status: .ok) },
            server: HTTPServerBuilder { _ in connections },
            logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
        return try await application.serve { _, port in await RawRequest.send(Array(text.utf8), port: port) }
    }

    private static let request =
        "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Length: 70000\r\n\r\n"
        + String(repeating: "a", count: 70_000)

    @Test func `a request is answered on the event loop of its connection`() async throws {
        let received = try await Self.exchange(Self.request) { _, channel, _ in
            let isThere = channel.eventLoop.inEventLoop
            await Task.yield()
            return Response(status: isThere && channel.eventLoop.inEventLoop ? .ok : .internalServerError)
        }
        #expect(received.hasPrefix("HTTP/1.1 200 "))
    }

    @Test func `content can be read and an answer written on any thread`() async throws {
        let received = try await Self.exchange(Self.request) { request, _, _ in
            let read = try await withTaskExecutorPreference(globalConcurrentExecutor) {
                try await Self.elsewhere { try await request.body.collect(upTo: 70_000).readableBytes }
            }
            #expect(read > 65_536)
            return Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await withTaskExecutorPreference(globalConcurrentExecutor) { try await Self.write(to: &writer) }
                })
        }
        #expect(received.hasSuffix("3\r\nabc\r\n3\r\nabc\r\n0\r\n\r\n"))
    }

    @concurrent private static func elsewhere<Value: Sendable>(
        _ work: @Sendable () async throws -> Value
    ) async throws -> Value {
        #expect(MultiThreadedEventLoopGroup.currentEventLoop == nil)
        return try await work()
    }

    @concurrent private static func write(to writer: inout any ResponseBodyWriter) async throws {
        #expect(MultiThreadedEventLoopGroup.currentEventLoop == nil)
        for _ in 0..<2 { try await writer.write(ByteBuffer(string: "abc")) }
        try await writer.finish(nil)
    }

    @Test func `what an answer throws is 500, and its text stays here`() async throws {
        struct Secret: Error {}
        let received = try await Self.exchange(Self.request) { _, _, _ in throw Secret() }
        #expect(received.hasPrefix("HTTP/1.1 500 ") && !received.contains("Secret"))
    }

    @Test func `an answer that breaks off is not taken for a whole one`() async throws {
        struct Broken: Error {}
        let received = try await Self.exchange(Self.request) { _, _, _ in
            Response(
                status: .ok,
                body: ResponseBody { writer in
                    try await writer.write(ByteBuffer(string: "abc"))
                    throw Broken()
                })
        }
        #expect(!received.hasSuffix("0\r\n\r\n"))
    }
}
