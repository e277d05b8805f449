import Dispatch
import Foundation
import Logging
import Synchronization

/// Writes the log on a separate thread, so that a slow reader does not block the service.
///
/// The log usually goes into a pipe. If its reader stops, the pipe fills up, and a program that writes to it directly
/// blocks. This queue drops and counts lines beyond one mebibyte. When the reader continues, a log line tells how many
/// were dropped.
final class LogQueue: TextOutputStream, Sendable {
    private struct State {
        var lines: [String] = []
        var bytes = 0
        var isWriting = false
        var dropped = 0
        var untold = 0
        var drained: [DispatchSemaphore] = []
    }

    private let descriptor: Int32
    private let maximumBytes: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

    /// The amount of text to write at once; a pipe with an active reader takes this without blocking.
    private static let chunk = 65_536

    /// Creates a queue in front of a file descriptor, which it does not close.
    init(descriptor: Int32, maximumBytes: Int = 1 << 20) {
        self.descriptor = descriptor
        self.maximumBytes = maximumBytes
        Thread.detachNewThread { self.work() }
    }

    /// The number of lines dropped since the start.
    var dropped: Int { state.withLock { $0.dropped } }

    /// Queues or drops a line; never blocks.
    func write(_ line: String) {
        append(line, evenIfFull: false)
    }

    private func append(_ line: String, evenIfFull: Bool) {
        let isFirst = state.withLock { state -> Bool in
            guard evenIfFull || state.bytes + line.utf8.count <= maximumBytes else {
                state.dropped += 1
                state.untold += 1
                return false
            }
            state.lines.append(line)
            state.bytes += line.utf8.count
            return state.lines.count == 1 && !state.isWriting
        }
        if isFirst { wake.signal() }
    }

    /// Waits until everything is written, up to this number of seconds.
    func flush(within seconds: Double) {
        let drained = DispatchSemaphore(value: 0)
        let waits = state.withLock { state in
            guard state.isWriting || !state.lines.isEmpty else { return false }
            state.drained.append(drained)
            return true
        }
        if waits { _ = drained.wait(timeout: .now() + seconds) }
    }

    private func work() {
        // Otherwise SIGPIPE would end the process when the reader goes away. The signal goes to the thread that writes.
        var signals = sigset_t()
        sigemptyset(&signals)
        sigaddset(&signals, SIGPIPE)
        pthread_sigmask(SIG_BLOCK, &signals, nil)
        while true {
            wake.wait()
            while let (text, count) = next() {
                if put(text) { tell() } else { lose(count) }
            }
        }
    }

    /// The next lines as one text; `nil` if there are none.
    private func next() -> (text: String, count: Int)? {
        let (found, drained) = state.withLock { state -> ((String, Int)?, [DispatchSemaphore]) in
            var (text, count) = ("", 0)
            while count < state.lines.count, text.isEmpty || text.utf8.count < Self.chunk {
                text += state.lines[count]
                count += 1
            }
            state.lines.removeFirst(count)
            state.bytes -= text.utf8.count
            state.isWriting = count > 0
            guard count == 0 else { return ((text, count), []) }
            defer { state.drained = [] }
            return (nil, state.drained)
        }
        for waiting in drained { waiting.signal() }
        return found
    }

    /// Writes the whole text, however long that takes. Returns false if the system refuses it.
    private func put(_ text: String) -> Bool {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                return false
            }
        }
        return true
    }

    private func lose(_ count: Int) {
        state.withLock { state in
            state.dropped += count
            state.untold += count
        }
    }

    /// A stream for the one line that must not be dropped.
    private struct Last: TextOutputStream, Sendable {
        let queue: LogQueue

        func write(_ line: String) {
            queue.append(line, evenIfFull: true)
        }
    }

    /// Logs the number of dropped lines, after the lines that preceded the first dropped one.
    private func tell() {
        let untold = state.withLock { state in
            defer { state.untold = 0 }
            return state.untold
        }
        guard untold > 0 else { return }
        let last = Last(queue: self)
        Logger(label: "siwa") { StreamLogHandler(label: $0, stream: last) }.warning(
            "log lines dropped", metadata: ["count": "\(untold)"])
    }
}

private func systemWrite(_ descriptor: Int32, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int {
    write(descriptor, bytes, count)
}
