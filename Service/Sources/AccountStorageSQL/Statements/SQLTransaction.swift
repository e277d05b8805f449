package import AccountStorage

/// One transaction of an engine that speaks SQL: whatever runs statements keeps records.
package protocol SQLTransaction: EngineTransaction {
    /// Runs one statement, lends its rows to `read` one after another until it wants no more, and returns how many rows
    /// a changing statement changed.
    func run(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int

    /// Called before rows are removed whose bytes must not stay behind.
    func willErase()
}

extension SQLTransaction {
    package func willErase() {}

    /// Runs one changing statement and returns how many rows it changed.
    @discardableResult
    func change(_ statement: SQLStatement, _ values: [SQLValue]) throws(StorageFailure) -> Int {
        try runChecked(statement, values) { _ throws(StorageFailure) in false }
    }

    /// Runs an INSERT that leaves an existing row alone; there being one is a `conflict`.
    func insertNew(_ statement: SQLStatement, _ values: [SQLValue]) throws(StorageFailure) {
        guard try change(statement, values) == 1 else { throw .conflict }
    }

    /// Reads the first row that a statement returns.
    func first<Value>(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> Value? {
        var found: Value?
        _ = try runChecked(statement, values) { row throws(StorageFailure) in
            found = try read(&row)
            return false
        }
        return found
    }

    /// Reads every row that a statement returns.
    func every<Value>(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Value
    ) throws(StorageFailure) -> [Value] {
        var found: [Value] = []
        _ = try runChecked(statement, values) { row throws(StorageFailure) in
            found.append(try read(&row))
            return true
        }
        return found
    }

    /// Everything that reaches the engine goes through here: text that some engine cannot keep does not.
    private func runChecked(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int {
        for case .text(let text?) in values { try StoredText.check(text) }
        return try run(statement, values, read: read)
    }
}
