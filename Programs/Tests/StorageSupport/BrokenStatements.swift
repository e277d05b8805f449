package import AccountStorage
internal import AccountStorageSQL
internal import Synchronization

/// A correct database with a deliberate mistake in some of its statements.
package final class BrokenStatements: AccountDatabase {
    private let sound: any AccountDatabase
    private let statement: String
    private let part: String
    private let mistake: String
    private let seen = Mutex<[Int: SQLStatement]>([:])

    /// - Parameters:
    ///   - statement: a text that identifies the statements to break.
    ///   - part: the part of them to replace. Parameters are written as `$1`.
    ///   - mistake: the replacement.
    package init(_ sound: any AccountDatabase, in statement: String, _ part: String, by mistake: String) {
        self.sound = sound
        self.statement = statement
        self.part = part
        self.mistake = mistake
    }

    /// How many different statements ran with the mistake.
    package var brokenCount: Int { seen.withLock { $0.count { $0.key != $0.value.number } } }

    package func transaction<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    ) async throws(StorageFailure) -> Value {
        try await sound.transaction { records throws(StorageFailure) in
            guard let transaction = records as? any SQLTransaction else { throw .unavailable }
            return try body(BrokenTransaction(transaction, breaking: self.broken))
        }
    }

    private func broken(_ sound: SQLStatement) -> SQLStatement {
        seen.withLock { seen in
            if let known = seen[sound.number] { return known }
            let text = sound.text(in: .postgreSQL)
            guard text.contains(statement), text.contains(part) else {
                seen[sound.number] = sound
                return sound
            }
            let (part, mistake) = (part, mistake)
            let broken = SQLStatement { dialect in
                sound.text(in: dialect).replacing(part.replacing("$", with: dialect.parameter), with: mistake)
            }
            seen[sound.number] = broken
            return broken
        }
    }
}

private final class BrokenTransaction: SQLTransaction {
    private let sound: any SQLTransaction
    private let breaking: (SQLStatement) -> SQLStatement

    init(_ sound: any SQLTransaction, breaking: @escaping (SQLStatement) -> SQLStatement) {
        self.sound = sound
        self.breaking = breaking
    }

    var failure: StorageFailure? { sound.failure }

    func willErase() { sound.willErase() }

    func fail(with failure: StorageFailure) { sound.fail(with: failure) }

    func run(
        _ statement: SQLStatement, _ values: [SQLValue], read: (inout SQLRow) throws(StorageFailure) -> Bool
    ) throws(StorageFailure) -> Int {
        try sound.run(breaking(statement), values, read: read)
    }
}
