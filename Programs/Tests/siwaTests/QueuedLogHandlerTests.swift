import Foundation
import Logging
import Synchronization
import Testing
import Waiting

@testable import siwa

/// The lines of requests, which are put together without swift-log.
@Suite(.timeLimit(.minutes(10))) struct QueuedLogHandlerTests {
    /// Takes what `StreamLogHandler` writes.
    private final class Written: TextOutputStream, Sendable {
        private let kept = Mutex("")

        func write(_ text: String) { kept.withLock { $0 += text } }

        var text: String { kept.withLock { $0 } }
    }

    /// What a test writes to a queue in front of a file.
    private func written(_ test: (LogQueue) -> Void) async throws -> [String] {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString).path
        let descriptor = open(path, O_RDWR | O_CREAT | O_EXCL, 0o600)
        try #require(descriptor >= 0)
        defer {
            close(descriptor)
            unlink(path)
        }
        let queue = LogQueue(descriptor: descriptor)
        test(queue)
        await onThread { queue.flush(within: Double(Patience.seconds)) }
        return try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    /// A line without its time, and the time.
    private func parts(_ line: String) throws -> (time: String, rest: String) {
        let space = try #require(line.firstIndex(of: " "))
        return (String(line[..<space]), String(line[space...]))
    }

    @Test func `the line of a request has the form of every other line`() async throws {
        let lines = try await written { queue in
            let handler = QueuedLogHandler(label: "siwa", queue: queue)
            handler.write(level: .info, message: "request", source: "SignInServer") {
                $0.append(contentsOf: "method=GET path=/v1/account status=200".utf8)
            }
            Logger(label: "siwa") { _ in handler }.log(
                level: .info, "request", metadata: ["status": "200", "method": "GET", "path": "/v1/account"],
                source: "SignInServer")
        }
        #expect(lines.count == 2)
        let (direct, other) = (try parts(try #require(lines.first)), try parts(try #require(lines.last)))
        #expect(direct.rest == " info siwa: method=GET path=/v1/account status=200 [SignInServer] request")
        #expect(direct.rest == other.rest)
        #expect(direct.time.count == other.time.count && direct.time.suffix(5) == other.time.suffix(5))
        let (first, second) = (try #require(LogLine(lines[0])), try #require(LogLine(lines[1])))
        #expect(first.metadata == second.metadata && first.message == second.message)
        #expect(abs(first.time.timeIntervalSince(second.time)) < 60)
    }

    @Test(arguments: [0, 951_868_799, 1_795_260_278, 4_102_444_800])
    func `the time is the local one with its offset`(second: Int) throws {
        let text = String(decoding: LogTime.text(of: second), as: UTF8.self)
        let formatter = DateFormatter()
        formatter.locale = Locale(identifier: "en_US_POSIX")
        formatter.calendar = Calendar(identifier: .gregorian)
        formatter.dateFormat = "yyyy-MM-dd'T'HH:mm:ssZ"
        #expect(text == formatter.string(from: Date(timeIntervalSince1970: TimeInterval(second))))
    }

    @Test func `the time is the same within a second, and another one in the next`() {
        let time = LogTime()
        for second in [0, 1_795_260_278, 1_795_260_278, 1_795_260_279, 1_795_260_278, 0] {
            var line: [UInt8] = []
            time.append(second, to: &line)
            #expect(line == LogTime.text(of: second))
        }
    }

    @Test func `other lines have the metadata and the level of their logger`() async throws {
        let stream = Written()
        let lines = try await written { queue in
            for handler in [
                QueuedLogHandler(label: "siwa", queue: queue) as any LogHandler,
                StreamLogHandler(label: "siwa", stream: stream),
            ] {
                var logger = Logger(label: "siwa") { _ in handler }
                logger.logLevel = .notice
                logger[metadataKey: "request_id"] = "0123456789abcdef"
                logger.info("not shown")
                logger.warning("refused", metadata: ["code": "attempt_expired"], source: "SignInServer")
                logger[metadataKey: "request_id"] = nil
                logger.notice("plain", source: "SignInServer")
            }
        }
        let others = stream.text.split(separator: "\n").map(String.init)
        #expect(lines.count == 2)
        #expect(try lines.map { try parts($0).rest } == others.map { try parts($0).rest })
    }
}
