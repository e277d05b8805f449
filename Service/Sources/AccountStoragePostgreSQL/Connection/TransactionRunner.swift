internal import AccountStorage
internal import AccountStorageSQL
internal import Foundation

/// Runs transactions one after another on one connection, which it replaces when it is lost.
final class TransactionRunner {
    private let url: String
    private let options: PostgreSQLOptions
    private var connection: PostgreSQLConnection?

    init(url: String, options: PostgreSQLOptions) {
        self.url = url
        self.options = options
    }

    func disconnect() {
        connection = nil
    }

    /// What became of one try.
    private enum Ending {
        case answered
        case failed(StorageFailure)
        /// Nothing of it is left, and it can run again: it met another transaction.
        case met
        /// Nothing of it is left, and it can run again on another connection.
        case lost
    }

    /// Runs the member's transaction until it is answered, for a bounded number of tries.
    func serve(_ member: any WaitingMember) {
        var losses = 0
        let end = ContinuousClock.now + .seconds(options.statementTimeout)
        for attempt in 1... {
            switch runOnce(member) {
            case .answered:
                return
            case .failed(let failure):
                return member.fail(failure)
            case .met:
                guard attempt < options.attemptLimit, .now < end else { return member.fail(.unavailable) }
                pause(after: attempt)
            case .lost:
                // A connection that lay idle while the server was restarted is found out now. The next one is new.
                disconnect()
                losses += 1
                guard losses < 2 else { return member.fail(.unavailable) }
            }
        }
    }

    private func runOnce(_ member: any WaitingMember) -> Ending {
        do throws(PostgreSQLError) {
            let connection = try connected()
            connection.begin(member.reads ? .beginReading : .begin)
            return run(member, on: connection)
        } catch {
            if connection == nil { return .failed(.unavailable) }
            return ending(for: error)
        }
    }

    private func run(_ member: any WaitingMember, on connection: PostgreSQLConnection) -> Ending {
        let transaction = PostgreSQLTransaction(connection)
        let attempt = member.run(in: transaction)
        transaction.end()
        do throws(PostgreSQLError) {
            // A body that asked nothing hears, too, that nobody is there.
            if transaction.error == nil { try connection.beginWithoutStatement() }
        } catch {
            return ending(for: error)
        }
        if let error = transaction.error {
            let ending = ending(for: error)
            guard case .failed = ending else {
                undo(connection)
                return ending
            }
        }
        guard attempt.keepsWork else {
            // Whoever wanted nothing kept need not wait for it to go.
            attempt.deliver()
            undo(connection)
            return .answered
        }
        return commit(attempt, on: connection)
    }

    private func commit(_ attempt: Attempt, on connection: PostgreSQLConnection) -> Ending {
        do throws(PostgreSQLError) {
            // A failed transaction is answered with ROLLBACK and no error.
            guard try connection.command("COMMIT") == "COMMIT" else { return .failed(.unavailable) }
        } catch {
            undo(connection)
            // With the connection gone nobody knows whether the commit was made, so it must not run again.
            if case .met = ending(for: error) { return .met }
            return .failed(.unavailable)
        }
        attempt.deliver()
        return .answered
    }

    private func ending(for error: PostgreSQLError) -> Ending {
        switch error.meaning {
        case .runAgain: .met
        case .lost: .lost
        case .conflict, .unavailable, .corrupt: .failed(error.failure)
        }
    }

    /// Takes the transaction back; a connection on which that fails is not used again.
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
        // On the server's side, so that a process that hangs or vanishes holds no row for long. A setting that answers
        // before the commit is on the disk is overruled; stronger ones (`remote_apply`) stay.
        try new.command(
            """
            SET statement_timeout = \(Int(options.statementTimeout * 1000));
            SET lock_timeout = \(Int(options.statementTimeout * 1000));
            SET idle_in_transaction_session_timeout = 10000;
            SELECT set_config('synchronous_commit', 'on', false)
            WHERE current_setting('synchronous_commit') IN ('off', 'local')
            """)
        connection = new
        return new
    }

    /// Up to 50 ms, longer after each try and never the same for two, so that they do not meet again.
    private func pause(after attempt: Int) {
        Thread.sleep(forTimeInterval: .random(in: 0...min(0.001 * Double(attempt * attempt), 0.05)))
    }
}

extension SQLStatement {
    /// The one level that runs a body "alone against one consistent state", whatever it reads and writes
    /// (Documentation/decisions/0011).
    fileprivate static let begin = SQLStatement("BEGIN ISOLATION LEVEL SERIALIZABLE")
    /// A transaction that only reads needs one consistent state, and cannot conflict.
    fileprivate static let beginReading = SQLStatement("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
}
