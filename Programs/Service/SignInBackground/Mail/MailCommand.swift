package import Foundation
package import SignInFlows
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Passes each message to a program, such as sendmail, on its standard input. The operator chooses the program and its
/// arguments; no part of a message is ever an argument.
package struct MailCommand: Sendable {
    private let arguments: [String]
    private let format: MailFormat
    private let longest: TimeInterval

    /// Creates a sender that runs this program.
    ///
    /// - Parameters:
    ///   - arguments: the path of the program, then its arguments.
    ///   - from: the sender address of messages.
    ///   - name: the name of the sender.
    ///   - longest: seconds after which the program is killed; the message is tried again later.
    package init(
        _ arguments: [String], from: String, name: String? = nil, longest: TimeInterval = 60,
        now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.arguments = arguments
        self.longest = longest
        format = MailFormat(from: from, name: name, now: now, randomBytes: randomBytes)
    }

    /// A message of this size fits into the pipe's buffer, so writing it does not block before the program reads.
    private static let largest = 32_768

    /// Runs the program. It has accepted the message if it ends with status 0.
    package func send(_ message: MailMessage) async -> MailOutcome {
        guard let program = arguments.first, let octets = format.octets(message), octets.count <= Self.largest else {
            return .failed
        }
        let (outcomes, report) = AsyncStream<MailOutcome>.makeStream()
        let running = Task {
            let isTaken = try? await run(program, input: octets)
            report.yield(isTaken == true ? .sent : .failed)
        }
        let limit = Task {
            try await Task.sleep(for: .seconds(longest))
            running.cancel()
            // A killed program ends at once. If anything else delays the result, the next message need not wait for it.
            try await Task.sleep(for: .seconds(longest))
            report.yield(.failed)
        }
        defer { limit.cancel() }
        // A separate task outlives our cancellation: if the service stops, a message that the program is already
        // reading must not count as failed and be sent again.
        return await Task { await outcomes.first { _ in true } ?? .failed }.value
    }

    /// Returns whether the program ended with status 0. Cancelling the task kills it.
    ///
    /// We open and close the files ourselves, because the library stops the whole process if it cannot open its own.
    private func run(_ program: String, input: [UInt8]) async throws -> Bool {
        let nowhere = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? nowhere.close() }
        // We keep the reading end open, so that a program that reads nothing does not break the pipe.
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        try pipe.writeEnd.closeAfter { _ = try pipe.writeEnd.writeAll(input) }
        let ended = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(Array(arguments.dropFirst())),
            // The program gets none of the service's own environment variables, which may hold secrets.
            environment: .custom(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]),
            input: .fileDescriptor(pipe.readEnd, closeAfterSpawningProcess: false),
            output: .fileDescriptor(nowhere, closeAfterSpawningProcess: false),
            error: .fileDescriptor(nowhere, closeAfterSpawningProcess: false))
        return ended.terminationStatus.isSuccess
    }
}
