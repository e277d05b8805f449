internal import AccountStorageSQL

/// A statement that is sent together with a later one.
struct WaitingStatement {
    let statement: SQLStatement
    let parameters: PostgreSQLParameters
    /// Whether it divides by zero where it changes no row (`SQLDialect.requiredEnd`).
    let isRequired: Bool

    /// What the server's error at this statement means. Without a SQLSTATE, the error is libpq's: the connection broke, and
    /// the server may have run everything that was sent.
    func failure(_ error: PostgreSQLError) -> PipelineFailure {
        guard isRequired, error.state == "22012" else {
            return PipelineFailure(error: error, isBeforeCommit: error.isOfStatement)
        }
        let conflict = PostgreSQLError(
            state: "23000", message: "no row was changed", isConnectionLost: error.isConnectionLost)
        return PipelineFailure(error: conflict, isBeforeCommit: true)
    }
}

/// Why statements that were sent together failed.
struct PipelineFailure: Error {
    let error: PostgreSQLError
    /// Whether it is certain that a COMMIT behind them did not run: the server refused a statement before it, and skips
    /// what follows.
    let isBeforeCommit: Bool

    /// A failure of the COMMIT itself, or an unknown one.
    static func atCommit(_ error: PostgreSQLError) -> PipelineFailure {
        PipelineFailure(error: error, isBeforeCommit: false)
    }

    /// The same, on a connection that cannot be used again.
    var losingConnection: PipelineFailure {
        let error = PostgreSQLError(state: error.state, message: error.message, isConnectionLost: true)
        return PipelineFailure(error: error, isBeforeCommit: isBeforeCommit)
    }
}

/// What is known after a COMMIT was to be sent.
enum CommitOutcome {
    /// The command tag of the answer: `ROLLBACK` for a transaction that had failed.
    case answered(String)
    /// The COMMIT did not run, because a statement before it failed.
    case refused(PostgreSQLError)
    /// The COMMIT failed, or the connection broke while the server may have run it.
    case unknown(PostgreSQLError)
}

extension PostgreSQLError {
    /// Whether the server itself refused the statement. A pooler that lost the server answers with a class 08 or 57P of its
    /// own, in place of results that it did not receive.
    fileprivate var isOfStatement: Bool { !state.isEmpty && !state.hasPrefix("08") && !state.hasPrefix("57P") }
}
