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
    /// The BEGIN that was not sent yet. It is sent together with the first statement, which saves a round trip.
    private var beginning: SQLStatement?

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
        let result = try checked(PQexec(connection, sql))
        defer { PQclear(result) }
        return PQcmdStatus(result).map { String(cString: $0) } ?? ""
    }

    /// Begins a transaction. The BEGIN is sent with the first statement.
    func begin(_ statement: SQLStatement) {
        beginning = statement
    }

    /// Sends the BEGIN now, unless it was sent with a statement.
    func beginWithoutStatement() throws(PostgreSQLError) {
        guard let begin = beginning else { return }
        beginning = nil
        _ = try execute(begin)
    }

    /// Runs one statement. The server keeps it prepared for its next use.
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
    /// (https://www.postgresql.org/docs/current/libpq-pipeline-mode.html). If the first fails, the server does not run
    /// the second.
    private func execute(
        _ begin: SQLStatement, and statement: SQLStatement, _ parameters: PostgreSQLParameters
    ) throws(PostgreSQLError) -> PostgreSQLRows {
        let isSent =
            PQenterPipelineMode(connection) == 1 && PostgreSQLParameters([]).send(begin.name, on: connection)
            && parameters.send(statement.name, on: connection) && PQpipelineSync(connection) == 1
        guard isSent else { throw error(of: nil) }
        // Each statement's result is followed by a null result. The result of the synchronisation comes last.
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
