import ArgumentParser

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
}
