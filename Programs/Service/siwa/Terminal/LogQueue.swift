import Dispatch
import Foundation
import Logging
import Synchronization

/// Writes the log on a separate thread, so that a slow reader does not block the service.
///
/// The log usually goes into a pipe. If its reader stops, the pipe fills up, and a program that writes to it directly
/// blocks. This queue drops and counts lines while a mebibyte waits, besides up to as much that is being written. When the
/// reader continues, a log line tells how many were dropped.
final class LogQueue: TextOutputStream, Sendable {
    private struct State {
        /// The lines that wait, one behind the other.
        var waiting: [UInt8] = []
        var isWriting = false
        var dropped = 0
        var untold = 0
        var drained: [DispatchSemaphore] = []
    }

    /// The time in front of a line.
    let time = LogTime()
    private let descriptor: Int32
    private let maximumBytes: Int
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)

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

    /// Queues or drops a line; never blocks.
    func write(_ line: [UInt8]) {
        line.withUnsafeBufferPointer { append($0, evenIfFull: false) }
    }

    private func append(_ line: String, evenIfFull: Bool) {
        var line = line
        line.withUTF8 { append($0, evenIfFull: evenIfFull) }
    }

    private func append(_ line: UnsafeBufferPointer<UInt8>, evenIfFull: Bool) {
        let isFirst = state.withLock { state -> Bool in
            guard evenIfFull || state.waiting.count + line.count <= maximumBytes else {
                state.dropped += 1
                state.untold += 1
                return false
            }
            let isFirst = state.waiting.isEmpty && !state.isWriting
            state.waiting.append(contentsOf: line)
            return isFirst
        }
        if isFirst { wake.signal() }
    }

    /// Waits until everything is written, up to this number of seconds.
    func flush(within seconds: Double) {
        let drained = DispatchSemaphore(value: 0)
        let waits = state.withLock { state in
            guard state.isWriting || !state.waiting.isEmpty else { return false }
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
        var lines: [UInt8] = []
        while true {
            wake.wait()
            while take(&lines) {
                let refused = put(lines)
                if refused.isEmpty { tell() } else { lose(refused) }
            }
        }
    }

    /// Takes all lines that wait. Returns false if there are none.
    private func take(_ lines: inout [UInt8]) -> Bool {
        lines.removeAll(keepingCapacity: true)
        let drained = state.withLock { state -> [DispatchSemaphore] in
            swap(&lines, &state.waiting)
            state.isWriting = !lines.isEmpty
            guard lines.isEmpty else { return [] }
            defer { state.drained = [] }
            return state.drained
        }
        for waiting in drained { waiting.signal() }
        return !lines.isEmpty
    }

    /// Writes all lines, however long that takes. Returns what the system refuses.
    private func put(_ lines: [UInt8]) -> ArraySlice<UInt8> {
        var rest = lines[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { systemWrite(descriptor, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno == EAGAIN {
                var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
                _ = poll(&ready, 1, -1)
            } else if errno != EINTR {
                break
            }
        }
        return rest
    }

    private func lose(_ lines: ArraySlice<UInt8>) {
        let count = lines.count { $0 == UInt8(ascii: "\n") }
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
