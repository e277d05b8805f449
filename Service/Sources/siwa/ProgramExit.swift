import ArgumentParser
import Foundation
import SignInServer

/// The exit codes of every command. A command that has printed its own verdict throws `ProgramExit.no`.
enum ProgramExit {
    static let no = ExitCode(1)
    static let wrongUsage = ExitCode(2)
    static let undecided = ExitCode(3)

    /// Says that there is no such account.
    static func noAccount() -> ExitCode {
        Output.remark("no such account")
        return no
    }

    /// Prints what `error` has to say and ends the process with the code that belongs to it.
    ///
    /// The argument library leaves with 64 for wrong usage and 1 for any other error; ours are 2 and 3.
    static func leave(for error: any Error) -> Never {
        let text = SIWA.fullMessage(for: error)
        let code = code(for: error)
        if !text.isEmpty {
            let stream = code == .success ? FileHandle.standardOutput : FileHandle.standardError
            stream.write(Data((text + "\n").utf8))
        }
        SIWA.exit(withError: code)
    }

    static func code(for error: any Error) -> ExitCode {
        if let code = error as? ExitCode { return code }
        if error is ConfigurationFaults { return wrongUsage }
        switch SIWA.exitCode(for: error) {
        case .success: return .success
        case .validationFailure: return wrongUsage
        default: return undecided
        }
    }
}
