internal import AccountStorage
internal import AccountStorageSQL
internal import GRDBSQLite

/// The transaction that is passed to a body. It fails every call after the body has returned.
final class SQLiteTransaction: SQLTransaction {
    /// Released after the body, so that a body that keeps the transaction does not keep the file open.
    private(set) var connection: SQLiteConnection?
    private let reads: Bool
    private let erasing: () -> Void
    /// The first failure that the engine reported, apart from conflicts of changes that are not required. Every later call
    /// fails in the same way: SQLite may have rolled the transaction back, and a statement outside it would be committed
    /// by itself.
    private(set) var failure: StorageFailure?

    /// - Parameters:
    ///   - reads: whether statements that change something fail.
    ///   - erasing: called before the removal of rows whose bytes must not remain in the log.
    init(_ connection: SQLiteConnection, reads: Bool, erasing: @escaping () -> Void) {
        self.connection = connection
        self.reads = reads
        self.erasing = erasing
    }

    func end() {
        connection = nil
    }

    func willErase() {
        erasing()
    }

    func fail(with failure: StorageFailure) {
        self.failure = self.failure ?? failure
    }

    func run(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int {
        guard let connection else { throw .unavailable }
        if !connection.isInTransaction, failure == nil { failure = .unavailable }
        if let failure { throw failure }
        do throws(SQLiteConnection.Failure) {
            if reads, try connection.changes(statement) { throw .engine(SQLITE_READONLY) }
            return try connection.run(statement, values, read: read)
        } catch {
            if error.meaning != .conflict { failure = error.meaning }
            throw error.meaning
        }
    }
}
