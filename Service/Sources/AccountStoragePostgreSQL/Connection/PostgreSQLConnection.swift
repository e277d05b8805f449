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

    /// Runs one statement, which the server keeps prepared for the next time.
    func execute(_ statement: SQLStatement, _ values: [SQLValue] = []) throws(PostgreSQLError) -> PostgreSQLRows {
        let parameters = PostgreSQLParameters(values)
        let name = "s\(statement.number)"
        if !prepared.contains(statement.number) {
            let text = statement.text(in: .postgreSQL)
            PQclear(
                try checked(PQprepare(connection, name, text, Int32(values.count), parameters.types)))
            prepared.insert(statement.number)
        }
        return PostgreSQLRows(try checked(parameters.execute(name, on: connection)))
    }

    private func checked(_ result: OpaquePointer?) throws(PostgreSQLError) -> OpaquePointer {
        let isLost = PQstatus(connection) != CONNECTION_OK
        guard let result else {
            throw PostgreSQLError(state: "", message: Self.line(PQerrorMessage(connection)), isConnectionLost: isLost)
        }
        let status = PQresultStatus(result)
        if status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK { return result }
        defer { PQclear(result) }
        // PG_DIAG_SQLSTATE is the character C, which Swift does not import.
        let state = PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) } ?? ""
        throw PostgreSQLError(
            state: state, message: Self.line(PQresultErrorMessage(result)), isConnectionLost: isLost)
    }

    private static func line(_ message: UnsafePointer<CChar>?) -> String {
        let text = message.map { String(cString: $0) } ?? ""
        return text.split(separator: "\n").joined(separator: " ")
    }
}
