internal import AccountStorage

/// What one transaction can do. Lives on its connection's thread and is of no use once its body returned.
final class PostgreSQLTransaction: EngineTransaction {
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

    /// Runs one changing statement and returns how many rows it changed.
    @discardableResult
    func change(_ sql: String, _ values: [PostgreSQLValue]) throws(StorageFailure) -> Int {
        try execute(sql, values).changed
    }

    /// Runs an INSERT that leaves an existing row alone; there being one is a `conflict`.
    ///
    /// An error of the server instead would spoil the transaction for what the body does next.
    func insertNew(_ sql: String, _ values: [PostgreSQLValue]) throws(StorageFailure) {
        guard try change(sql, values) == 1 else { throw .conflict }
    }

    /// Reads the first row that a statement returns.
    func first<Value>(
        _ sql: String, _ values: [PostgreSQLValue], read: (PostgreSQLRow) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value? {
        let rows = try execute(sql, values)
        return rows.count > 0 ? try read(rows[0]) : nil
    }

    /// Reads every row that a statement returns.
    func every<Value>(
        _ sql: String, _ values: [PostgreSQLValue], read: (PostgreSQLRow) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> [Value] {
        let rows = try execute(sql, values)
        return try (0..<rows.count).map { number throws(StorageFailure) in try read(rows[number]) }
    }

    /// Everything that reaches the connection goes through here.
    private func execute(_ sql: String, _ values: [PostgreSQLValue]) throws(StorageFailure) -> PostgreSQLRows {
        guard !isOver else { throw .unavailable }
        if let failure { throw failure }
        do throws(PostgreSQLError) {
            return try connection.execute(sql, values)
        } catch {
            self.error = error
            throw error.failure
        }
    }
}
