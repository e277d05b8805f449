internal import AccountStorage
internal import AccountStorageSQL

/// The transaction that is passed to a body, on its connection's thread. After the body has returned, every call fails.
final class PostgreSQLTransaction: SQLTransaction {
    private let connection: PostgreSQLConnection
    private var isOver = false
    /// The first error that the server reported. Every later call fails in the same way, because the server refuses all
    /// further statements of a failed transaction.
    private(set) var error: PostgreSQLError?

    /// The failure that the transaction has besides: a required change could not even be sent.
    private var refusal: StorageFailure?

    var failure: StorageFailure? { error?.failure ?? refusal }
    var defersStatements: Bool { true }

    init(_ connection: PostgreSQLConnection) {
        self.connection = connection
    }

    func end() {
        isOver = true
    }

    func fail(with failure: StorageFailure) {
        refusal = refusal ?? failure
    }

    func runLater(_ statement: SQLStatement, _ values: [SQLValue], isRequired: Bool) throws(StorageFailure) {
        guard !isOver else { throw .unavailable }
        if let failure { throw failure }
        connection.executeLater(statement, values, isRequired: isRequired)
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
