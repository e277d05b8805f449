internal import AccountStorageSQL
internal import CLibPQ
internal import Foundation

/// One connection to a server.
///
/// libpq's calls block, and two threads must not use a `PGconn` at the same time. So a connection is not `Sendable`:
/// only the thread that creates it (`ConnectionThread`) uses it.
final class PostgreSQLConnection {
    private let connection: OpaquePointer
    /// The numbers of the statements that are prepared on the server.
    private var prepared: Set<Int> = []
    /// The statements that were not sent yet: the BEGIN, and changes that nobody waits for. They are sent together with the
    /// next statement or the COMMIT, which saves a round trip for each.
    private var waiting: [WaitingStatement] = []
    /// Whether the BEGIN was sent.
    private var isBegun = false
    /// Whether a ROLLBACK was sent whose result was not read yet.
    private var isEnding = false
    /// How often the server was waited for.
    private(set) var roundTrips = 0

    /// Connects. This takes a few seconds at most for each address of the server.
    ///
    /// - Parameter url: a libpq connection string: `postgresql://…`, or `key=value` pairs. libpq itself reads
    ///   `PGPASSWORD` and the password file.
    init(url: String) throws(PostgreSQLError) {
        // The connection string in `dbname` can override the parameters before it, but not those after it. Keepalives
        // and `tcp_user_timeout` limit the wait for a server that disappeared without closing the connection.
        let parameters = [
            ("fallback_application_name", "siwa"), ("connect_timeout", "3"), ("keepalives_idle", "10"),
            ("keepalives_interval", "3"), ("keepalives_count", "3"), ("tcp_user_timeout", "10000"),
            ("dbname", url), ("client_encoding", "UTF8"),
        ]
        let names = parameters.map { strdup($0.0) } + [nil]
        let values = parameters.map { strdup($0.1) } + [nil]
        defer { for text in names + values { free(text) } }
        let made = PQconnectdbParams(
            names.map { UnsafePointer($0) }, values.map { UnsafePointer($0) }, 1)
        guard let made else {
            throw PostgreSQLError(state: "", message: "out of memory", isConnectionLost: true)
        }
        guard PQstatus(made) == CONNECTION_OK else {
            let message = Self.line(PQerrorMessage(made))
            PQfinish(made)
            throw PostgreSQLError(state: "", message: message, isConnectionLost: true)
        }
        connection = made
        // By default, libpq writes notices to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit {
        PQfinish(connection)
    }

    /// Whether a transaction is open, even if it has failed.
    var isInTransaction: Bool {
        let status = PQtransactionStatus(connection)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Runs statements without parameters and returns the command tag of the last one, for example `COMMIT`.
    @discardableResult
    func command(_ sql: String) throws(PostgreSQLError) -> String {
        try readEnd()
        roundTrips += 1
        let result = try checked(PQexec(connection, sql))
        defer { PQclear(result) }
        return Self.tag(of: result)
    }

    /// Begins a transaction. The BEGIN waits for the first statement.
    func begin(_ statement: SQLStatement) {
        isBegun = false
        waiting = [WaitingStatement(statement: statement, parameters: PostgreSQLParameters([]), isRequired: false)]
    }

    /// Runs a changing statement together with the next one, or with the COMMIT.
    ///
    /// - Parameter isRequired: whether it divides by zero where it changes no row, which means a conflict.
    func executeLater(_ statement: SQLStatement, _ values: [SQLValue], isRequired: Bool) {
        waiting.append(
            WaitingStatement(
                statement: statement, parameters: PostgreSQLParameters(values), isRequired: isRequired))
    }

    /// Runs what waits.
    func executeWaiting() throws(PostgreSQLError) {
        guard !waiting.isEmpty else { return }
        do throws(PipelineFailure) {
            PQclear(try runWaiting())
        } catch {
            throw error.error
        }
    }

    /// Runs one statement. The server keeps it prepared for its next use.
    func execute(_ statement: SQLStatement, _ values: [SQLValue] = []) throws(PostgreSQLError) -> PostgreSQLRows {
        let last = WaitingStatement(
            statement: statement, parameters: PostgreSQLParameters(values), isRequired: false)
        guard waiting.isEmpty else {
            waiting.append(last)
            do throws(PipelineFailure) {
                return PostgreSQLRows(try runWaiting())
            } catch {
                throw error.error
            }
        }
        try prepare([last])
        roundTrips += 1
        return PostgreSQLRows(try checked(last.parameters.execute(statement.name, on: connection)))
    }

    /// Commits, together with the changes that wait.
    func commit() -> CommitOutcome {
        do throws(PostgreSQLError) {
            // Without an answer to the BEGIN, nothing is known about a connection that was idle, and a COMMIT that it
            // loses may have succeeded.
            if !isBegun { try executeWaiting() }
            try prepare(waiting)
        } catch {
            return .refused(error)
        }
        do throws(PipelineFailure) {
            return .answered(try waiting.isEmpty ? commitAlone() : commitWithWaiting())
        } catch {
            return error.isBeforeCommit ? .refused(error.error) : .unknown(error.error)
        }
    }

    /// Sends a ROLLBACK without waiting for its result, which is read before the next statement is sent.
    func rollBackLater() throws(PostgreSQLError) {
        try readEnd()
        waiting = []
        guard
            PQenterPipelineMode(connection) == 1, Self.send("ROLLBACK", on: connection),
            PQpipelineSync(connection) == 1
        else { throw lost() }
        isEnding = true
    }

    private func readEnd() throws(PostgreSQLError) {
        guard isEnding else { return }
        isEnding = false
        let result = nextResult()
        defer { PQclear(result) }
        PQclear(PQgetResult(connection))
        guard PQresultStatus(result) == PGRES_COMMAND_OK, PQexitPipelineMode(connection) == 1 else { throw lost() }
    }

    private func prepare(_ statements: [WaitingStatement]) throws(PostgreSQLError) {
        try readEnd()
        for each in statements where !prepared.contains(each.statement.number) {
            roundTrips += 1
            let (name, text) = (each.statement.name, each.statement.text(in: .postgreSQL))
            let types = each.parameters.types
            PQclear(try checked(PQprepare(connection, name, text, Int32(types.count), types)))
            prepared.insert(each.statement.number)
        }
    }

    private func commitAlone() throws(PipelineFailure) -> String {
        do throws(PostgreSQLError) {
            return try command("COMMIT")
        } catch {
            throw PipelineFailure(error: error, isBeforeCommit: false)
        }
    }

    private func commitWithWaiting() throws(PipelineFailure) -> String {
        let result = try runWaiting(thenCommit: true)
        defer { PQclear(result) }
        return Self.tag(of: result)
    }

    /// Sends what waits together, and waits for all of it, in libpq's pipeline mode
    /// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). If a statement fails, the server runs none after
    /// it, not even the COMMIT. Returns the result of the last one.
    private func runWaiting(thenCommit commits: Bool = false) throws(PipelineFailure) -> OpaquePointer {
        let batch = waiting
        waiting = []
        do throws(PostgreSQLError) {
            try prepare(batch)
        } catch {
            throw PipelineFailure(error: error, isBeforeCommit: true)
        }
        isBegun = true
        roundTrips += 1
        guard send(batch, thenCommit: commits) else { throw PipelineFailure(error: lost(), isBeforeCommit: !commits) }
        let (last, failure) = readResults(of: batch, thenCommit: commits)
        // The result of the synchronisation comes last.
        PQclear(PQgetResult(connection))
        let isOver = PQexitPipelineMode(connection) == 1
        if let failure { throw isOver ? failure : failure.losingConnection }
        guard isOver, let last else {
            PQclear(last)
            throw .atCommit(lost())
        }
        return last
    }

    /// Returns the last result, or the first failure. After it, the server only says what it skipped.
    private func readResults(
        of batch: [WaitingStatement], thenCommit commits: Bool
    ) -> (last: OpaquePointer?, failure: PipelineFailure?) {
        var (last, failure): (OpaquePointer?, PipelineFailure?) = (nil, nil)
        for place in 0..<(batch.count + (commits ? 1 : 0)) {
            let result = nextResult()
            PQclear(last)
            last = nil
            if failure != nil {
                PQclear(result)
                continue
            }
            do throws(PostgreSQLError) {
                last = try checked(result)
            } catch {
                failure = batch.indices.contains(place) ? batch[place].failure(error) : PipelineFailure.atCommit(error)
            }
        }
        return (last, failure)
    }

    private func send(_ batch: [WaitingStatement], thenCommit commits: Bool) -> Bool {
        guard PQenterPipelineMode(connection) == 1 else { return false }
        for each in batch {
            guard each.parameters.send(each.statement.name, on: connection) else { return false }
        }
        guard !commits || Self.send("COMMIT", on: connection) else { return false }
        return PQpipelineSync(connection) == 1
    }

    /// The result of the next statement of a pipeline. A null result follows each.
    private func nextResult() -> OpaquePointer? {
        let result = PQgetResult(connection)
        if result != nil { PQclear(PQgetResult(connection)) }
        return result
    }

    private static func send(_ sql: String, on connection: OpaquePointer) -> Bool {
        PQsendQueryParams(connection, sql, 0, nil, nil, nil, nil, 1) == 1
    }

    private static func tag(of result: OpaquePointer) -> String {
        PQcmdStatus(result).map { String(cString: $0) } ?? ""
    }

    /// The error of a connection that cannot be used again.
    private func lost() -> PostgreSQLError {
        PostgreSQLError(state: "", message: Self.line(PQerrorMessage(connection)), isConnectionLost: true)
    }

    private func checked(_ result: OpaquePointer?) throws(PostgreSQLError) -> OpaquePointer {
        let status = PQresultStatus(result)
        if let result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return result }
        defer { PQclear(result) }
        throw error(of: result)
    }

    /// The error of a result, or of the connection if there is no result.
    private func error(of result: OpaquePointer?) -> PostgreSQLError {
        let isLost = PQstatus(connection) != CONNECTION_OK
        guard let result else {
            return PostgreSQLError(state: "", message: Self.line(PQerrorMessage(connection)), isConnectionLost: isLost)
        }
        // PG_DIAG_SQLSTATE is the character C. Swift does not import the macro.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        return PostgreSQLError(
            state: state, message: Self.line(PQresultErrorMessage(result)), isConnectionLost: isLost)
    }

    private static func line(_ message: UnsafePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").joined(separator: " ")
    }
}

extension SQLStatement {
    /// The name of the prepared statement on the server.
    fileprivate var name: String { "s\(number)" }
}
