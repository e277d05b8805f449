import Foundation
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A child process that lives until it is stopped, or ends by itself. A task serves it, so that no thread waits for it.
///
/// Its input stays open while we live: a program that reads it to the end leaves nothing behind when the tests are killed.
public final class LivingProgram: Sendable {
    /// What it said first.
    public let firstLine: String
    /// Its number in the system.
    public let processIdentifier: Int32
    private let log: String?
    private let life: Task<TerminationStatus, any Error>

    /// It ended before it wrote a line.
    public struct NotStarted: Error {
        /// Its executable file.
        public let path: String
        /// What it wrote to its log.
        public let log: String
    }

    /// Starts a program in our environment and waits for its first line on standard output.
    ///
    /// - Parameters:
    ///   - log: the file that gets its standard error, which is ours without one.
    ///   - environment: variables that differ from ours.
    public init(
        _ program: Program, _ arguments: [String], log: String? = nil, environment: [String: String] = [:]
    ) async throws {
        precondition(Program.isPipeSignalIgnored)
        let (starts, start) = AsyncStream<(pid_t, String)>.makeStream()
        let life = Task {
            defer { start.finish() }
            return try await Self.live(program, arguments, log: log, environment: environment) { start.yield(($0, $1)) }
        }
        // Ends without an element when the program does, and when whoever waits is cancelled.
        var first = starts.makeAsyncIterator()
        guard let (processIdentifier, firstLine) = await first.next() else {
            life.cancel()
            _ = try await life.value
            throw NotStarted(path: program.path, log: Self.text(of: log))
        }
        self.processIdentifier = processIdentifier
        self.firstLine = firstLine
        self.log = log
        self.life = life
    }

    deinit { life.cancel() }

    /// From the program's start to its end.
    private static func live(
        _ program: Program, _ arguments: [String], log: String?, environment: [String: String],
        started: (pid_t, String) -> Void
    ) async throws -> TerminationStatus {
        var options = PlatformOptions()
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: .seconds(60))]
        let errors = try log.map {
            try FileDescriptor.open(
                FilePath($0), .writeOnly, options: [.create, .truncate, .closeOnExec], permissions: .ownerReadWrite)
        }
        let ended = try await Subprocess.run(
            .path(FilePath(program.path)), arguments: Arguments(arguments),
            environment: .inherit.updating(
                Dictionary(uniqueKeysWithValues: environment.map { (.init(stringLiteral: $0), $1) })),
            platformOptions: options,
            input: .inputWriter, output: .sequence,
            error: .fileDescriptor(errors ?? .standardError, closeAfterSpawningProcess: errors != nil)
        ) { child in
            var lines = child.standardOutput.strings().makeAsyncIterator()
            if let line = try await lines.next() { started(child.processIdentifier.value, line) }
            // A program whose output nobody reads would wait for a reader one day.
            while try await lines.next() != nil {}
        }
        return ended.terminationStatus
    }

    /// Whether the process exists.
    public var isRunning: Bool { kill(processIdentifier, 0) == 0 }

    /// What it wrote to its log so far.
    public var logged: String { Self.text(of: log) }

    private static func text(of log: String?) -> String {
        log.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) } ?? ""
    }

    /// Waits for it to end by itself; the signal, if one ended it.
    public func waitForSignal() async throws -> Int32? {
        try await withTaskCancellationHandler {
            try await life.value.codes.signal
        } onCancel: {
            life.cancel()
        }
    }

    /// Asks it to end, and is back when it has; after a minute it is killed.
    public func stop() async {
        life.cancel()
        _ = await life.result
    }
}

extension LivingProgram {
    /// What our programs say of themselves, as JSON, in their first line.
    public var facts: [String: String] {
        (try? JSONDecoder().decode([String: String].self, from: Data(firstLine.utf8))) ?? [:]
    }

    /// Where it listens; empty if it does not say.
    public var baseURL: String { facts["base_url"] ?? "" }

    /// Memory of the process in bytes: what it holds, and the most it ever held since the peak was last forgotten.
    public struct Memory: Sendable {
        /// What it holds.
        public let resident: Int
        /// The most that it held.
        public let peak: Int
    }

    /// Nil where the system has no `/proc`.
    public var memory: Memory? {
        guard let text = try? String(contentsOfFile: "/proc/\(processIdentifier)/status", encoding: .utf8)
        else { return nil }
        func kilobytes(_ name: String) -> Int? {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
            return line.flatMap { Int($0.filter(\.isNumber)) }
        }
        guard let resident = kilobytes("VmRSS:"), let peak = kilobytes("VmHWM:") else { return nil }
        return Memory(resident: resident << 10, peak: peak << 10)
    }

    /// Lets the peak begin anew at what is held now (proc(5), clear_refs).
    public func forgetPeak() {
        try? Data("5".utf8).write(to: URL(filePath: "/proc/\(processIdentifier)/clear_refs"))
    }
}
