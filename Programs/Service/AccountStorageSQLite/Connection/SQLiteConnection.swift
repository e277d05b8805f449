internal import AccountStorage
internal import AccountStorageSQL
internal import GRDBSQLite

/// A connection through SQLite's C interface: statements are prepared once, and columns are read without a copy. Only
/// one thread at a time may use it.
final class SQLiteConnection {
    let handle: OpaquePointer
    /// Indexed by the statement's number.
    private var prepared: [PreparedStatement?] = []

    /// - Parameter handle: an open connection (`sqlite3 *`). The caller closes it after this object is deallocated.
    init(_ handle: OpaquePointer) {
        self.handle = handle
    }

    /// Whether a transaction is open (https://www.sqlite.org/c3ref/get_autocommit.html).
    var isInTransaction: Bool { sqlite3_get_autocommit(handle) == 0 }

    /// How many rows were changed since the connection was opened. It overflows after 32 bits.
    var totalChanges: Int32 { sqlite3_total_changes(handle) }

    /// Runs a statement, passes its rows to `read` until that returns `false`, and returns how many rows it changed.
    func run(
        _ statement: SQLStatement, _ values: [SQLValue] = [],
        read: (inout SQLRow) throws(StorageFailure) -> Bool = { _ in false }
    ) throws(Failure) -> Int {
        let prepared = try prepare(statement)
        defer { prepared.reset() }
        // A parameter without a value would keep the value of the previous run.
        guard sqlite3_bind_parameter_count(prepared.handle) <= values.count else { throw .engine(SQLITE_RANGE) }
        let code = prepared.bind(values)
        guard code == SQLITE_OK else { throw .engine(code) }
        var wantsMore = true
        while true {
            switch sqlite3_step(prepared.handle) {
            case SQLITE_DONE: return Int(sqlite3_changes(handle))
            case SQLITE_ROW:
                guard wantsMore else { continue }
                var row = SQLRow(prepared)
                do throws(StorageFailure) { wantsMore = try read(&row) } catch { throw .reading(error) }
                // A query may stop here. A changing statement must run to its end, because only then is a failure
                // reported (https://www.sqlite.org/c3ref/reset.html).
                if !wantsMore, sqlite3_stmt_readonly(prepared.handle) != 0 { return 0 }
            case let code: throw .engine(code)
            }
        }
    }

    /// Finalises the prepared statements, so that the connection can be closed.
    func forgetStatements() {
        prepared = []
    }

    /// Whether a statement could change the database.
    func changes(_ statement: SQLStatement) throws(Failure) -> Bool {
        sqlite3_stmt_readonly(try prepare(statement).handle) == 0
    }

    /// Why a statement failed.
    enum Failure: Error {
        /// A result code (https://www.sqlite.org/rescode.html).
        case engine(Int32)
        case reading(StorageFailure)

        /// The failure that is reported to a caller.
        var meaning: StorageFailure {
            switch self {
            case .reading(let failure): failure
            case .engine(let code):
                switch code & 0xff {
                case SQLITE_CONSTRAINT: .conflict
                case SQLITE_CORRUPT, SQLITE_NOTADB: .corrupt
                case SQLITE_FULL: .full
                default: .unavailable
                }
            }
        }

        /// The failure of everybody in a transaction that could not begin or commit.
        var ofTransaction: StorageFailure { meaning == .full ? .full : .unavailable }

        var isBusy: Bool {
            if case .engine(let code) = self { code & 0xff == SQLITE_BUSY } else { false }
        }
    }

    private func prepare(_ statement: SQLStatement) throws(Failure) -> PreparedStatement {
        if statement.number < prepared.count, let found = prepared[statement.number] { return found }
        var made: OpaquePointer?
        let code = sqlite3_prepare_v3(
            handle, statement.text(in: .sqlite), -1, UInt32(SQLITE_PREPARE_PERSISTENT), &made, nil)
        guard code == SQLITE_OK, let made else { throw .engine(code) }
        let missing = statement.number + 1 - prepared.count
        if missing > 0 { prepared += Array(repeating: nil, count: missing) }
        let new = PreparedStatement(made)
        prepared[statement.number] = new
        return new
    }
}
