import ArgumentParser

/// The exit codes of every command. A command that has already printed a negative result throws `ProgramExit.no`.
enum ProgramExit {
    static let no = ExitCode(1)
    static let wrongUsage = ExitCode(2)
    static let undecided = ExitCode(3)

    /// Tells the user that the account does not exist.
    static func noAccount() -> ExitCode {
        Output.remark("no such account")
        return no
    }
}
