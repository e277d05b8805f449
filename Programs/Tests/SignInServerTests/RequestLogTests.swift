import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOEmbedded
import SignInAPI
import Synchronization
import TestDoubles
import Testing

@testable import SignInServer

/// A handler that takes lines of requests as octets logs what any other handler logs.
@Suite struct RequestLogTests {
    /// Keeps the lines of requests, in the form of `CapturedLog`.
    private final class Lines: Sendable {
        private let kept = Mutex<[String]>([])

        var all: [String] { kept.withLock { $0 } }

        func append(_ line: String) { kept.withLock { $0.append(line) } }
    }

    private struct Handler: RequestLineHandler {
        let lines: Lines
        var metadata: Logger.Metadata = [:]
        var logLevel: Logger.Level

        subscript(metadataKey key: String) -> Logger.Metadata.Value? {
            get { metadata[key] }
            set { metadata[key] = newValue }
        }

        func log(event: LogEvent) {
            lines.append("another line")
        }

        func write(level: Logger.Level, message: String, source: String, metadata: (inout [UInt8]) -> Void) {
            var octets: [UInt8] = []
            metadata(&octets)
            lines.append("\(level) \(message) \(String(decoding: octets, as: UTF8.self))")
        }
    }

    /// Logs an answered request, and returns the id of its context.
    private static func write(
        _ method: HTTPRequest.Method, _ path: String, _ status: HTTPResponse.Status, to logger: Logger
    ) throws -> String {
        let head = HTTPRequest(method: method, scheme: "https", authority: "id.example.com", path: path)
        let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
        let channel = EmbeddedChannel()
        defer { _ = try? channel.finish() }
        let context = ServiceContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        let served = try TestService().service.routes.find(request)
        RequestLog(logger).write(served, method, status: status, since: .now, context)
        return context.requestID.text
    }

    private static func logger(_ lines: Lines, level: Logger.Level) -> Logger {
        Logger(label: "test") { _ in Handler(lines: lines, logLevel: level) }
    }

    /// The words of a line, with a mark for what differs from request to request.
    private static func words(_ line: String, of id: String) throws -> [String] {
        try line.split(separator: " ").map { word in
            guard word.hasPrefix("milliseconds=") else { return word == "request_id=\(id)" ? "ID" : String(word) }
            let milliseconds = try #require(Double(word.dropFirst("milliseconds=".count)))
            #expect(milliseconds >= 0)
            return "TIME"
        }
    }

    @Test(
        arguments: [
            (.post, Paths.nativeSignIn, .ok, "info request method=POST TIME path=/v1/native/sign-in ID status=200"),
            (.get, Paths.live, .ok, "debug request method=GET TIME path=/health/live ID status=200"),
            (
                .get, Paths.nativeSignIn, .methodNotAllowed,
                "info request method=other TIME path=/v1/native/sign-in ID status=405"
            ),
            (.get, "/secret?token=canary", .notFound, "info request method=other TIME path=unknown ID status=404"),
        ] as [(HTTPRequest.Method, String, HTTPResponse.Status, String)])
    func `a line has the method, the path, the status and the time`(
        method: HTTPRequest.Method, path: String, status: HTTPResponse.Status, line: String
    ) throws {
        let lines = Lines()
        let id = try Self.write(method, path, status, to: Self.logger(lines, level: .trace))
        #expect(try lines.all.map { try Self.words($0, of: id).joined(separator: " ") } == [line])
        let captured = CapturedLog()
        let other = try Self.write(method, path, status, to: captured.logger)
        #expect(try captured.all.map { try Self.words($0, of: other).joined(separator: " ") } == [line])
    }

    @Test func `a line below the level is not written`() throws {
        let lines = Lines()
        _ = try Self.write(.get, Paths.live, .ok, to: Self.logger(lines, level: .info))
        _ = try Self.write(.post, Paths.nativeSignIn, .ok, to: Self.logger(lines, level: .warning))
        #expect(lines.all.isEmpty)
        _ = try Self.write(.post, Paths.nativeSignIn, .ok, to: Self.logger(lines, level: .info))
        #expect(lines.all.count == 1)
    }
}
