internal import AccountStorage
internal import AccountStorageSQL

/// What one transaction can do. Lives on its connection's thread and is of no use once its body returned.
final class PostgreSQLTransaction: SQLTransaction {
    private let connection: PostgreSQLConnection
    private var isOver = false
    /// What the server reported first. From then on every verb reports the same: the server refuses all that follows.
    private(set) var error: PostgreSQLError?

    var failure: StorageFailure? { error?.failure }

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }

    func end() {
        isOver = true
    }

    func run(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int {
        guard !isOver else { throw .unavailable }
        if let failure { throw failure }
        let rows: PostgreSQLRows
        do throws(PostgreSQLError) {
            rows = try connection.execute(statement, values)
        } catch {
            self.error = error
            throw error.failure
        }
        while var row = rows.next(), try read(&row) {}
        return rows.changed
    }
}
