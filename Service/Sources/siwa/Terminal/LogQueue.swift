import Dispatch
import Foundation
import Logging
import Synchronization

/// Writes the log on a thread of its own, so that nobody waits for whoever reads it.
///
/// A log goes into a pipe more often than not. When its reader stands still the pipe fills, and a program that writes its
/// lines itself stands still with it. Here lines beyond a mebibyte are dropped and counted, and when the reader goes
/// on, a line says how many.
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

    /// What is written at once; a pipe that is read takes this without a wait.
    private static let chunk = 65_536

    /// A queue before a file descriptor, which stays open.
    init(descriptor: Int32, maximumBytes: Int = 1 << 20) {
        self.descriptor = descriptor
        self.maximumBytes = maximumBytes
        Thread.detachNewThread { self.work() }
    }

    /// How many lines were dropped since the start.
    var dropped: Int { state.withLock { $0.dropped } }

    /// Takes a line, or drops it; never waits.
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

    /// Waits until everything is written, but not longer than that.
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
        // A reader that went away would otherwise end the process; the signal goes to the thread that writes.
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

    /// The next lines as one text; nil when there are none.
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

    /// Whether the system took the whole text, however long that lasts.
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

    /// Takes the one line that must not be dropped.
    private struct Last: TextOutputStream, Sendable {
        let queue: LogQueue

        func write(_ line: String) {
            queue.append(line, evenIfFull: true)
        }
    }

    /// A line in the log itself, behind those that came before the first that was dropped.
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
