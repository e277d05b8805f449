package import AccountStorage

/// One transaction of an SQL engine. A type that runs statements gets all record operations from extensions.
package protocol SQLTransaction: EngineTransaction {
    /// Runs one statement, passes its rows to `read` until that returns `false`, and returns how many rows a changing
    /// statement changed.
    func run(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int

    /// Runs a changing statement whose answer nobody waits for: now, or together with a later statement or the commit.
    ///
    /// - Parameter isRequired: whether the transaction fails with `conflict` unless the statement changes one row.
    func runLater(_ statement: SQLStatement, _ values: [SQLValue], isRequired: Bool) throws(StorageFailure)

    /// Whether statements that nobody waits for run later.
    var defersStatements: Bool { get }

    /// Makes the transaction fail, whatever its body does.
    func fail(with failure: StorageFailure)

    /// Called before the removal of rows whose bytes must not remain in the files.
    func willErase()
}

extension SQLTransaction {
    package func willErase() {}

    package var defersStatements: Bool { false }

    package func runLater(
        _ statement: SQLStatement, _ values: [SQLValue], isRequired: Bool
    ) throws(StorageFailure) {
        let changed = try run(statement, values) { _ throws(StorageFailure) in false }
        guard !isRequired || changed == 1 else { throw .conflict }
    }

    /// Runs a changing statement whose answer nobody needs.
    func changeLater(_ statement: SQLStatement, _ values: [SQLValue]) throws(StorageFailure) {
        try check(values)
        try runLater(statement, values, isRequired: false)
    }

    /// Runs a statement that must change one row. If it does not, the transaction fails with `conflict`.
    func require(_ statement: SQLStatement, _ values: [SQLValue]) throws(StorageFailure) {
        do throws(StorageFailure) {
            try check(values)
            try runLater(statement, values, isRequired: true)
        } catch {
            fail(with: error)
            throw error
        }
    }

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

    /// Every statement that is waited for passes through here, so that text that not every engine can store is refused.
    private func runChecked(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int {
        try check(values)
        return try run(statement, values, read: read)
    }

    private func check(_ values: [SQLValue]) throws(StorageFailure) {
        for case .text(let text?) in values { try StoredText.check(text) }
    }
}
