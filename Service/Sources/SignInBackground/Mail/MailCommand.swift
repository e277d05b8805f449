package import Foundation
package import SignInFlows
import Subprocess

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// Hands each message to a program, such as sendmail, on its standard input. The program and its arguments are the
/// operator's; nothing of a message is ever an argument.
package struct MailCommand: Sendable {
    private let arguments: [String]
    private let format: MailFormat
    private let longest: TimeInterval

    /// A program by its path, with its arguments.
    ///
    /// - Parameters:
    ///   - from: the address that messages are from.
    ///   - longest: seconds after which the program is ended, and the message tried again later.
    package init(
        _ arguments: [String], from: String, longest: TimeInterval = 60, now: @escaping @Sendable () -> Date,
        randomBytes: @escaping @Sendable (Int) -> [UInt8]
    ) {
        self.arguments = arguments
        self.longest = longest
        format = MailFormat(from: from, now: now, randomBytes: randomBytes)
    }

    /// A pipe holds so much before its reader must read: so nobody waits for the program while writing.
    private static let largest = 32_768

    /// Runs the program; it has taken the message when it ends with 0.
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
            // A killed program is gone at once. Whatever else keeps us waiting does not hold up the next message.
            try await Task.sleep(for: .seconds(longest))
            report.yield(.failed)
        }
        defer { limit.cancel() }
        // A task of its own, which outlives our cancellation: a message that a program has begun to take is not sent again
        // because the service is stopping.
        return await Task { await outcomes.first { _ in true } ?? .failed }.value
    }

    /// Whether the program ended with 0; a cancelled task kills it.
    ///
    /// We open and close the files ourselves: the library stops the whole process where it cannot open one of its own.
    private func run(_ program: String, input: [UInt8]) async throws -> Bool {
        let nowhere = try FileDescriptor.open("/dev/null", .writeOnly, options: .closeOnExec)
        defer { try? nowhere.close() }
        // The reading end stays open on our side, so that a program that reads nothing breaks no pipe.
        let pipe = try FileDescriptor.pipe()
        defer { try? pipe.readEnd.close() }
        try pipe.writeEnd.closeAfter { _ = try pipe.writeEnd.writeAll(input) }
        let ended = try await Subprocess.run(
            .path(FilePath(program)), arguments: Arguments(Array(arguments.dropFirst())),
            // Nothing of the service's own environment, which may hold secrets.
            environment: .custom(["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]),
            input: .fileDescriptor(pipe.readEnd, closeAfterSpawningProcess: false),
            output: .fileDescriptor(nowhere, closeAfterSpawningProcess: false),
            error: .fileDescriptor(nowhere, closeAfterSpawningProcess: false))
        return ended.terminationStatus.isSuccess
    }
}
