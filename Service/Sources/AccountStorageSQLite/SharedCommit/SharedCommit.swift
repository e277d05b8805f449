internal import AccountStorage
internal import AccountStorageSQL

/// One batch: its members run one after another in one transaction, each in a savepoint of its own if it has neighbours,
/// and share a commit.
///
/// No answer, not even a refusal, leaves before the COMMIT, since it may rest on a neighbour's row.
struct SharedCommit {
    let connection: SQLiteConnection
    let file: OpenedFile?
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
        do throws(SQLiteConnection.Failure) {
            _ = try connection.run(.begin)
            return .begun
        } catch {
            return error.isBusy ? .busy : .failed
        }
    }

    /// A member without neighbours needs no savepoint, and no COMMIT when its work is undone.
    private func runAlone(_ member: any WaitingMember) {
        let attempt = run(member)
        guard connection.isInTransaction else { return member.fail(.unavailable) }
        guard !attempt.keepsWork else { return commit([member], [attempt]) }
        abandon()
        // A refusal rests on what was read, and that has to be the file that others find.
        guard file?.isInPlace != false else { return member.fail(.unavailable) }
        attempt.deliver()
    }

    private func runTogether(_ members: [any WaitingMember]) {
        if members.count == 1 { return runAlone(members[0]) }
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
            _ = try connection.run(.commit)
        } catch {
            abandon()
            members.forEach { $0.fail(.unavailable) }
            return
        }
        // What is committed into a file that nobody can find again is not kept.
        guard file?.isInPlace != false else { return members.forEach { $0.fail(.unavailable) } }
        didCommit?(members.count)
        attempts.forEach { $0.deliver() }
    }

    /// Runs one member in a savepoint; `nil` when the transaction around it is lost or can no longer be trusted.
    private func takeTurn(_ member: any WaitingMember) -> Attempt? {
        do {
            _ = try connection.run(.beginMember)
            let attempt = run(member)
            guard connection.isInTransaction else { return nil }
            if !attempt.keepsWork { _ = try connection.run(.undoMember) }
            _ = try connection.run(.endMember)
            return connection.isInTransaction ? attempt : nil
        } catch {
            return nil
        }
    }

    private func run(_ member: any WaitingMember) -> Attempt {
        let transaction = SQLiteTransaction(connection, reads: member.reads, erasing: willErase)
        defer { transaction.end() }
        return member.run(in: transaction)
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
