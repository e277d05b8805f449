internal import AccountStorageSQL
internal import CLibPQ
internal import Foundation

/// One connection to a server.
///
/// libpq's calls block, and a `PGconn` must not be used by two threads at once, so a connection is not `Sendable`: the
/// thread that makes it (`ConnectionThread`) uses it to the end.
final class PostgreSQLConnection {
    private let connection: OpaquePointer
    /// The numbers of the statements that the server knows.
    private var prepared: Set<Int> = []
    /// What begins a transaction and was not sent yet: it goes with the first statement, so that nobody waits for its answer.
    private var beginning: SQLStatement?

    /// Connects, which takes a few seconds at most for each address of the server.
    ///
    /// - Parameter url: what libpq takes: `postgresql://…`, or `key=value` pairs. It reads `PGPASSWORD` and the password
    ///   file itself.
    init(url: String) throws(PostgreSQLError) {
        // What stands before `dbname` can be changed by the address, what stands after cannot. Keep-alives and
        // `tcp_user_timeout` end the wait for a server that is gone without a word.
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
        // Notices would be written to standard error.
        PQsetNoticeProcessor(connection, { _, _ in }, nil)
    }

    deinit {
        PQfinish(connection)
    }

    /// Whether a transaction is open, be it a failed one.
    var isInTransaction: Bool {
        let status = PQtransactionStatus(connection)
        return status == PQTRANS_INTRANS || status == PQTRANS_INERROR
    }

    /// Runs statements without parameters and returns the last one's tag: `COMMIT`, mostly.
    @discardableResult
    func command(_ sql: String) throws(PostgreSQLError) -> String {
        let result = try checked(PQexec(connection, sql))
        defer { PQclear(result) }
        return PQcmdStatus(result).map { String(cString: $0) } ?? ""
    }

    /// Begins a transaction with its first statement.
    func begin(_ statement: SQLStatement) {
        beginning = statement
    }

    /// Begins it now, where it has had no statement yet.
    func beginWithoutStatement() throws(PostgreSQLError) {
        guard let begin = beginning else { return }
        beginning = nil
        _ = try execute(begin)
    }

    /// Runs one statement, which the server keeps prepared for the next time.
    func execute(_ statement: SQLStatement, _ values: [SQLValue] = []) throws(PostgreSQLError) -> PostgreSQLRows {
        let parameters = PostgreSQLParameters(values)
        let isPrepared = prepared.contains(statement.number)
        if let begin = beginning, isPrepared, prepared.contains(begin.number) {
            beginning = nil
            return try execute(begin, and: statement, parameters)
        }
        try beginWithoutStatement()
        if !isPrepared {
            let text = statement.text(in: .postgreSQL)
            PQclear(try checked(PQprepare(connection, statement.name, text, Int32(values.count), parameters.types)))
            prepared.insert(statement.number)
        }
        return PostgreSQLRows(try checked(parameters.execute(statement.name, on: connection)))
    }

    /// Sends two statements together and waits for both, in libpq's pipeline mode
    /// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). If the first fails, the server does not run the second.
    private func execute(
        _ begin: SQLStatement, and statement: SQLStatement, _ parameters: PostgreSQLParameters
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        let isSent =
            PQenterPipelineMode(connection) == 1 && PostgreSQLParameters([]).send(begin.name, on: connection)
            && parameters.send(statement.name, on: connection) && PQpipelineSync(connection) == 1
        guard isSent else { throw error(of: nil) }
        // Each statement's result is followed by none, and both by that of the synchronisation.
        let began = PQgetResult(connection)
        if began != nil { PQclear(PQgetResult(connection)) }
        let result = PQgetResult(connection)
        if result != nil { PQclear(PQgetResult(connection)) }
        PQclear(PQgetResult(connection))
        guard PQexitPipelineMode(connection) == 1 else {
            PQclear(began)
            PQclear(result)
            throw PostgreSQLError(state: "", message: Self.line(PQerrorMessage(connection)), isConnectionLost: true)
        }
        do throws(PostgreSQLError) {
            PQclear(try checked(began))
        } catch {
            PQclear(result)
            throw error
        }
        return PostgreSQLRows(try checked(result))
    }

    private func checked(_ result: OpaquePointer?) throws(PostgreSQLError) -> OpaquePointer {
        let status = PQresultStatus(result)
        if let result, status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return result }
        defer { PQclear(result) }
        throw error(of: result)
    }

    /// What a result reports, or libpq where there is none.
    private func error(of result: OpaquePointer?) -> PostgreSQLError {
        let isLost = PQstatus(connection) != CONNECTION_OK
        guard let result else {
            return PostgreSQLError(state: "", message: Self.line(PQerrorMessage(connection)), isConnectionLost: isLost)
        }
        // PG_DIAG_SQLSTATE is the character C, which Swift does not import.
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
    /// Under which the server keeps it.
    fileprivate var name: String { "s\(number)" }
}
