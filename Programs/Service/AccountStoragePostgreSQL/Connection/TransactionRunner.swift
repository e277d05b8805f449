internal import AccountStorage
internal import AccountStorageSQL
internal import Foundation

/// Runs transactions one after another on one connection, and replaces a lost connection.
final class TransactionRunner {
    private let url: String
    private let options: PostgreSQLOptions
    private var connection: PostgreSQLConnection?

    init(url: String, options: PostgreSQLOptions) {
        self.url = url
        self.options = options
    }

    /// How often the present connection waited for the server.
    var roundTrips: Int { connection?.roundTrips ?? 0 }

    func disconnect() {
        connection = nil
    }

    /// The result of one attempt.
    private enum Ending {
        case answered
        case failed(StorageFailure)
        /// It conflicted with a concurrent transaction, was rolled back, and can run again.
        case met
        /// The connection was lost before the commit. It can run again on another connection.
        case lost
    }

    /// Runs the member's transaction until it is answered, with a limited number of attempts.
    func serve(_ member: any WaitingMember) {
        var losses = 0
        let end = ContinuousClock.now + .seconds(options.statementTimeout)
        for attempt in 1... {
            switch runOnce(member, isFirst: attempt == 1) {
            case .answered:
                return
            case .failed(let failure):
                return member.fail(failure)
            case .met:
                guard attempt < options.attemptLimit, .now < end else { return member.fail(.unavailable) }
                pause(after: attempt)
            case .lost:
                // If the server was restarted while the connection was idle, only this attempt detects it.
                disconnect()
                losses += 1
                guard losses < 2 else { return member.fail(.unavailable) }
            }
        }
    }

    private func runOnce(_ member: any WaitingMember, isFirst: Bool) -> Ending {
        do throws(PostgreSQLError) {
            let connection = try connected()
            connection.begin(member.reads ? .beginReading : .begin)
            return run(member, on: connection, isFirst: isFirst)
        } catch {
            if connection == nil { return .failed(.unavailable) }
            return ending(for: error)
        }
    }

    private func run(_ member: any WaitingMember, on connection: PostgreSQLConnection, isFirst: Bool) -> Ending {
        let transaction = PostgreSQLTransaction(connection)
        let attempt = member.run(in: transaction)
        transaction.end()
        if let error = transaction.error {
            let ending = isFirst && error.mayBeARace ? .met : ending(for: error)
            guard case .failed = ending else {
                undo(connection)
                return ending
            }
            attempt.deliver()
            undo(connection)
            return .answered
        }
        return attempt.keepsWork
            ? commit(attempt, on: connection, isFirst: isFirst) : discard(attempt, on: connection)
    }

    /// Runs what waits, because the answer depends on it, and rolls back. A body without statements must also fail if the
    /// server is not reachable.
    private func discard(_ attempt: Attempt, on connection: PostgreSQLConnection) -> Ending {
        do throws(PostgreSQLError) {
            try connection.executeWaiting()
        } catch {
            undo(connection)
            return ending(for: error)
        }
        // A caller whose work is discarded need not wait for the ROLLBACK, and neither need the next one.
        attempt.deliver()
        do throws(PostgreSQLError) { try connection.rollBackLater() } catch { disconnect() }
        return .answered
    }

    private func commit(_ attempt: Attempt, on connection: PostgreSQLConnection, isFirst: Bool) -> Ending {
        switch connection.commit() {
        case .answered(let tag):
            // For a failed transaction, the server answers COMMIT with the tag ROLLBACK and without an error.
            guard tag == "COMMIT" else { return .failed(.unavailable) }
            attempt.deliver()
            return .answered
        case .refused(let error):
            undo(connection)
            return isFirst && error.mayBeARace ? .met : ending(for: error)
        case .unknown(let error):
            undo(connection)
            // If the connection was lost, the commit may have succeeded, so the transaction must not run again.
            if case .met = ending(for: error) { return .met }
            return .failed(error.meaning == .full ? .full : .unavailable)
        }
    }

    private func ending(for error: PostgreSQLError) -> Ending {
        switch error.meaning {
        case .runAgain: .met
        case .lost: .lost
        case .conflict, .unavailable, .full, .corrupt: .failed(error.failure)
        }
    }

    /// Rolls the transaction back. If that fails, the connection is not used again.
    private func undo(_ connection: PostgreSQLConnection) {
        do throws(PostgreSQLError) {
            try connection.command("ROLLBACK")
        } catch {
            disconnect()
        }
    }

    private func connected() throws(PostgreSQLError) -> PostgreSQLConnection {
        if let connection { return connection }
        let new = try PostgreSQLConnection(url: url)
        // These timeouts apply on the server, so that a process that hangs or disappears does not hold locks for long.
        // Between two statements, a process may be busy for four times as long as the server with one.
        // The values `off` and `local` of `synchronous_commit` are overridden. Stronger ones (`remote_apply`) stay.
        try new.command(
            """
            SET statement_timeout = \(Int(options.statementTimeout * 1000));
            SET lock_timeout = \(Int(options.statementTimeout * 1000));
            SET idle_in_transaction_session_timeout = \(Int(options.statementTimeout * 4000));
            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') IN ('off', 'local')
            """)
        connection = new
        return new
    }

    /// Waits up to 50 ms, longer after each attempt, and at random, so that the same transactions do not conflict
    /// again.
    private func pause(after attempt: Int) {
        Thread.sleep(forTimeInterval: .random(in: 0...min(0.001 * Double(attempt * attempt), 0.05)))
    }
}

extension SQLStatement {
    /// The only isolation level that runs a body in isolation against one consistent state, whatever it reads and
    /// writes (Documentation/development/decisions/0011).
    fileprivate static let begin = SQLStatement("BEGIN ISOLATION LEVEL SERIALIZABLE")
    /// A read-only transaction needs only one consistent state. At this level it cannot conflict with another one.
    fileprivate static let beginReading = SQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}
