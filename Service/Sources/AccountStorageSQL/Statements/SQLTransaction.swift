package import AccountStorage

/// One transaction of an SQL engine. A type that runs statements gets all record operations from extensions.
package protocol SQLTransaction: EngineTransaction {
    /// Runs one statement, passes its rows to `read` until that returns `false`, and returns how many rows a changing
    /// statement changed.
    func run(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int

    /// Called before the removal of rows whose bytes must not remain in the files.
    func willErase()
}

extension SQLTransaction {
    package func willErase() {}

    /// Runs one changing statement and returns how many rows it changed.
    @discardableResult
    func change(_ statement: SQLStatement, _ values: [SQLValue]) throws(StorageFailure) -> Int {
        try runChecked(statement, values) { _ throws(StorageFailure) in false }
    }

    /// Runs an INSERT that does nothing if the row exists, and throws `conflict` in that case.
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

    /// Every statement passes through here, so that text that not every engine can store is refused.
    private func runChecked(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int {
        for case .text(let text?) in values { try StoredText.check(text) }
        return try run(statement, values, read: read)
    }
}
