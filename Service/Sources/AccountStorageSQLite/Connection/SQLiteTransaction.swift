internal import AccountStorage
internal import AccountStorageSQL
internal import GRDBSQLite

/// What the body of one transaction can do. It is of no use once the body returned.
final class SQLiteTransaction: SQLTransaction {
    /// Not held after the body: whoever keeps the transaction must not keep the file open.
    private(set) var connection: SQLiteConnection?
    private let reads: Bool
    private let erasing: () -> Void
    /// What the engine reported first, conflicts apart. From then on every verb reports the same: the transaction may
    /// be gone, and a statement outside of it would be kept whatever becomes of the rest.
    private(set) var failure: StorageFailure?

    /// - Parameters:
    ///   - reads: whether statements that change something fail.
    ///   - erasing: called before rows go whose bytes must not stay behind in the log.
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
