internal import AccountStorage
internal import AccountStorageSQL

/// One batch of transactions, called members. They run one after another in one SQLite transaction, each in its own
/// savepoint if there is more than one, and share a commit.
///
/// No answer, not even a refusal, is delivered before the COMMIT, because it may depend on another member's row.
struct SharedCommit {
    let connection: SQLiteConnection
    let file: OpenedFile?
    let didCommit: (@Sendable (Int) -> Void)?
    /// Called when a member erases an account. Whether that will be committed is not known yet.
    let willErase: () -> Void

    /// The result of a batch, for the writer.
    enum Result {
        case answered
        /// The database could not be locked in time: no body ran, and no caller was answered.
        case busy
    }

    /// Runs the members and answers all of them, unless the database is busy.
    func run(_ members: [any WaitingMember]) -> Result {
        switch begin() {
        case .busy: return .busy
        case .failed(let failure): members.forEach { $0.fail(failure) }
        case .begun: runTogether(members)
        }
        return .answered
    }

    private enum Beginning: Equatable { case begun, busy, failed(StorageFailure) }

    private func begin() -> Beginning {
        // An earlier ROLLBACK may have failed.
        abandon()
        do throws(SQLiteConnection.Failure) {
            _ = try connection.run(.begin)
            return .begun
        } catch {
            return error.isBusy ? .busy : .failed(error.ofTransaction)
        }
    }

    /// A single member needs no savepoint, and no COMMIT if its work is discarded.
    private func runAlone(_ member: any WaitingMember) {
        let (attempt, failure) = run(member)
        guard connection.isInTransaction else { return member.fail(failure ?? .unavailable) }
        guard !attempt.keepsWork else { return commit([member], [attempt]) }
        abandon()
        // A refusal depends on what was read, so the file must still be the one at the path.
        guard file?.isInPlace != false else { return member.fail(.unavailable) }
        attempt.deliver()
    }

    private func runTogether(_ members: [any WaitingMember]) {
        if members.count == 1 { return runAlone(members[0]) }
        var attempts: [Attempt] = []
        for (place, member) in members.enumerated() {
            let attempt: Attempt
            do throws(StorageFailure) {
                attempt = try takeTurn(member)
            } catch {
                // SQLITE_FULL, IOERR and NOMEM can roll back the whole transaction
                // (https://www.sqlite.org/lang_transaction.html, section 3). The member that caused it fails. The
                // others run again, each in its own transaction, so that another rollback affects only one of them.
                abandon()
                var neighbours = members
                neighbours.remove(at: place).fail(error)
                return runApart(neighbours)
            }
            attempts.append(attempt)
        }
        commit(members, attempts)
    }

    private func runApart(_ members: [any WaitingMember]) {
        var isBusy = false
        for member in members {
            // After the first timeout, the remaining members fail without waiting for the other process again.
            let beginning = isBusy ? .busy : begin()
            isBusy = beginning == .busy
            switch beginning {
            case .begun: runTogether([member])
            case .busy: member.fail(.unavailable)
            case .failed(let failure): member.fail(failure)
            }
        }
    }

    private func commit(_ members: [any WaitingMember], _ attempts: [Attempt]) {
        do throws(SQLiteConnection.Failure) {
            _ = try connection.run(.commit)
        } catch {
            abandon()
            members.forEach { $0.fail(error.ofTransaction) }
            return
        }
        // A commit into a file that is no longer at its path is lost.
        guard file?.isInPlace != false else { return members.forEach { $0.fail(.unavailable) } }
        didCommit?(members.count)
        attempts.forEach { $0.deliver() }
    }

    /// Runs one member in a savepoint. Throws if the surrounding transaction was rolled back or is in an unknown state.
    private func takeTurn(_ member: any WaitingMember) throws(StorageFailure) -> Attempt {
        do throws(SQLiteConnection.Failure) {
            _ = try connection.run(.beginMember)
            let (attempt, failure) = run(member)
            guard connection.isInTransaction else { throw .reading(failure ?? .unavailable) }
            if !attempt.keepsWork { _ = try connection.run(.undoMember) }
            _ = try connection.run(.endMember)
            guard connection.isInTransaction else { throw .reading(.unavailable) }
            return attempt
        } catch {
            throw error.ofTransaction
        }
    }

    private func run(_ member: any WaitingMember) -> (Attempt, failure: StorageFailure?) {
        let transaction = SQLiteTransaction(connection, reads: member.reads, erasing: willErase)
        defer { transaction.end() }
        return (member.run(in: transaction), transaction.failure)
    }

    private func abandon() {
        if connection.isInTransaction { _ = try? connection.run(.rollback) }
    }
}

extension SQLStatement {
    fileprivate static let begin = SQLStatement("BEGIN IMMEDIATE")
    fileprivate static let commit = SQLStatement("COMMIT")
    fileprivate static let rollback = SQLStatement("ROLLBACK")
    fileprivate static let beginMember = SQLStatement("SAVEPOINT member")
    fileprivate static let undoMember = SQLStatement("ROLLBACK TO member")
    fileprivate static let endMember = SQLStatement("RELEASE member")
}
