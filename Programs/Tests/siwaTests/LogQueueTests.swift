import Foundation
import Logging
import Synchronization
import Testing
import Waiting

@testable import siwa

/// A log whose reader has stopped. No test here waits for time to pass.
@Suite(.timeLimit(.minutes(10))) struct LogQueueTests {
    /// The two ends of a pipe.
    private final class Pipe: Sendable {
        let ends: [Int32]
        private let isRead = Atomic(true)

        init() throws {
            var ends: [Int32] = [0, 0]
            try #require(pipe(&ends) == 0)
            self.ends = ends
        }

        deinit {
            stopReading()
            close(ends[1])
        }

        func stopReading() {
            if isRead.exchange(false, ordering: .relaxed) { close(ends[0]) }
        }

        /// Reads until a text has arrived.
        func read(until text: String) async -> String {
            await onThread {
                var found = ""
                var buffer = [UInt8](repeating: 0, count: 65_536)
                while !found.contains(text) {
                    let count = systemRead(self.ends[0], &buffer, buffer.count)
                    guard count > 0 else { break }
                    found += String(decoding: buffer.prefix(count), as: UTF8.self)
                }
                return found
            }
        }
    }

    private func flush(_ queue: LogQueue) async {
        await onThread { queue.flush(within: Double(Patience.seconds)) }
    }

    @Test func `a log that nobody reads keeps nobody waiting, and says afterwards what it lost`() async throws {
        let pipe = try Pipe()
        let queue = LogQueue(descriptor: pipe.ends[1], maximumBytes: 100_000)
        let logger = Logger(label: "siwa") { StreamLogHandler(label: $0, stream: queue) }
        // The pipe holds 64 KiB and the queue a little more; this is ten times as much.
        for number in 0..<20_000 { logger.info("line", metadata: ["number": "\(number)"]) }
        let dropped = queue.dropped
        #expect(dropped > 10_000)
        let read = await pipe.read(until: "log lines dropped")
        let lines = read.split(separator: "\n")
        #expect(lines.last?.contains("warning siwa: count=\(dropped) ") == true)
        #expect(lines.count - 1 + dropped == 20_000)
        // The lines are in order and whole: only the end is missing.
        #expect(lines.dropLast().enumerated().allSatisfy { $1.contains(" number=\($0) ") })
        logger.info("afterwards")
        #expect(await pipe.read(until: "afterwards").contains("info siwa: [siwaTests] afterwards"))
        #expect(queue.dropped == dropped)
    }

    @Test func `lines that cannot be written are counted`() async {
        let queue = LogQueue(descriptor: -1)
        for _ in 0..<3 { queue.write("line\n") }
        await flush(queue)
        #expect(queue.dropped == 3)
    }

    @Test func `a reader that went away ends nothing`() async throws {
        let pipe = try Pipe()
        pipe.stopReading()
        let queue = LogQueue(descriptor: pipe.ends[1])
        queue.write("line\n")
        await flush(queue)
        #expect(queue.dropped == 1)
    }

    @Test func `the end of the program waits for the log, but not for a reader that never comes`() async throws {
        let pipe = try Pipe()
        let queue = LogQueue(descriptor: pipe.ends[1])
        queue.write("last words\n")
        await flush(queue)
        #expect(await pipe.read(until: "\n") == "last words\n")
        queue.write(String(repeating: "x", count: 1 << 20))
        queue.flush(within: 0.01)
        #expect(queue.dropped == 0)
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}
