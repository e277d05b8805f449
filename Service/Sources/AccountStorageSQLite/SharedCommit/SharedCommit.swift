internal import AccountStorage
internal import GRDB

/// One batch: its members run one after another in one transaction, each in a savepoint of its own, and share a commit.
///
/// No answer, not even a refusal, leaves before the COMMIT, since it may rest on a neighbour's row.
struct SharedCommit {
    let database: Database
    let file: OpenedFile
    let didCommit: (@Sendable (Int) -> Void)?
    /// Called when a member erases an account; whether that is kept is not known yet.
    let willErase: () -> Void

    /// What became of a batch, for the writer.
    enum Result {
        case answered
        /// The database could not be locked in time: no body ran, and no caller was answered.
        case busy
    }

    /// Runs the members and answers all of them, unless the database is busy.
    func run(_ members: [any WaitingMember]) -> Result {
        switch begin() {
        case .busy: return .busy
        case .failed: members.forEach { $0.fail(.unavailable) }
        case .begun: runTogether(members)
        }
        return .answered
    }

    private enum Beginning { case begun, busy, failed }

    private func begin() -> Beginning {
        // A ROLLBACK that failed earlier is made up for here.
        abandon()
        do {
            try execute("BEGIN IMMEDIATE")
            return .begun
        } catch let error as DatabaseError where error.resultCode == .SQLITE_BUSY {
            return .busy
        } catch {
            return .failed
        }
    }

    private func runTogether(_ members: [any WaitingMember]) {
        var attempts: [Attempt] = []
        for (place, member) in members.enumerated() {
            guard let attempt = takeTurn(member) else {
                // SQLITE_FULL, IOERR and NOMEM can undo the whole transaction
                // (https://www.sqlite.org/lang_transaction.html, section 3). The one in whose turn it happened fails;
                // its neighbours run again, each by itself, so that one more loss is nobody else's.
                abandon()
                var neighbours = members
                neighbours.remove(at: place).fail(.unavailable)
                return runApart(neighbours)
            }
            attempts.append(attempt)
        }
        commit(members, attempts)
    }

    private func runApart(_ members: [any WaitingMember]) {
        var isBusy = false
        for member in members {
            // Waiting for another process once is enough for all of them.
            let beginning = isBusy ? .busy : begin()
            isBusy = beginning == .busy
            if beginning == .begun { runTogether([member]) } else { member.fail(.unavailable) }
        }
    }

    private func commit(_ members: [any WaitingMember], _ attempts: [Attempt]) {
        do {
            try execute("COMMIT")
        } catch {
            abandon()
            members.forEach { $0.fail(.unavailable) }
            return
        }
        // What is committed into a file that nobody can find again is not kept.
        guard file.isInPlace else { return members.forEach { $0.fail(.unavailable) } }
        didCommit?(members.count)
        attempts.forEach { $0.deliver() }
    }

    /// Runs one member in a savepoint; `nil` when the transaction around it is lost or can no longer be trusted.
    private func takeTurn(_ member: any WaitingMember) -> Attempt? {
        do {
            try execute("SAVEPOINT member")
            let transaction = SQLiteTransaction(database, willErase: willErase)
            let attempt = member.run(in: transaction)
            transaction.end()
            guard database.isInsideTransaction else { return nil }
            if !attempt.keepsWork { try execute("ROLLBACK TO member") }
            try execute("RELEASE member")
            return database.isInsideTransaction ? attempt : nil
        } catch {
            return nil
        }
    }

    private func abandon() {
        if database.isInsideTransaction { try? execute("ROLLBACK") }
    }

    private func execute(_ sql: String) throws {
        try database.cachedStatement(sql: sql).execute()
    }
}
