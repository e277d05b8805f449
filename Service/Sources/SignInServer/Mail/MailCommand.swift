import Dispatch
public import Foundation
public import SignInFlows
import Synchronization

/// Hands each message to a program, such as sendmail, on its standard input. The program and its arguments are the
/// operator's; nothing of a message is ever an argument.
public struct MailCommand: Sendable {
    private let arguments: [String]
    private let format: MailFormat
    private let longest: TimeInterval

    /// A program by its path, with its arguments.
    ///
    /// - Parameters:
    ///   - from: the address that messages are from.
    ///   - longest: seconds after which the program is ended, and the message tried again later.
    public init(
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
    public func send(_ message: MailMessage) async -> MailOutcome {
        guard let program = arguments.first, let octets = format.octets(message), octets.count <= Self.largest else {
            return .failed
        }
        let process = Process()
        process.executableURL = URL(filePath: program)
        process.arguments = Array(arguments.dropFirst())
        // Nothing of the service's own environment, which may hold secrets.
        process.environment = ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"]
        let pipe = Pipe()
        process.standardInput = pipe
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        // Written while our own side holds the reading end, so that a program that reads nothing breaks no pipe.
        guard (try? pipe.fileHandleForWriting.write(contentsOf: Data(octets))) != nil,
            (try? pipe.fileHandleForWriting.close()) != nil
        else { return .failed }
        return await run(process)
    }

    private func run(_ process: Process) async -> MailOutcome {
        await withCheckedContinuation { (continuation: CheckedContinuation<MailOutcome, Never>) in
            process.terminationHandler = { ended in
                let isTaken = ended.terminationReason == .exit && ended.terminationStatus == 0
                continuation.resume(returning: isTaken ? .sent : .failed)
            }
            do {
                try process.run()
            } catch {
                process.terminationHandler = nil
                return continuation.resume(returning: .failed)
            }
            let id = process.processIdentifier
            let running = Running(process)
            DispatchQueue.global().asyncAfter(deadline: .now() + longest) { running.end(id) }
        }
    }

    /// Ends a program that takes too long.
    private final class Running: Sendable {
        private let process: Mutex<Process?>

        init(_ process: sending Process) {
            self.process = Mutex(process)
        }

        func end(_ id: Int32) {
            process.withLock { process in
                if process?.isRunning == true { kill(id, SIGKILL) }
                process = nil
            }
        }
    }
}
