internal import AccountStorage
internal import Foundation
internal import GRDB

/// What one member of a shared commit can do. Lives on the writer's thread and is of no use once its body returned.
final class SQLiteTransaction: EngineTransaction {
    private let database: Database
    /// To be called before rows go whose bytes must not stay behind in the log.
    let willErase: () -> Void
    private var isOver = false
    /// What the engine reported first, conflicts apart. From then on every verb reports the same: the transaction may
    /// be gone, and a statement outside of it would be kept whatever becomes of the rest.
    private(set) var failure: StorageFailure?

    init(_ database: Database, willErase: @escaping () -> Void) {
        self.database = database
        self.willErase = willErase
    }

    func end() {
        isOver = true
    }

    /// Runs one changing statement and returns how many rows it changed.
    @discardableResult
    func change(_ sql: String, _ arguments: StatementArguments) throws(StorageFailure) -> Int {
        try perform { database in
            try database.cachedStatement(sql: sql).execute(arguments: arguments)
            return database.changesCount
        }
    }

    /// Reads the first row that a statement returns.
    func first<Value>(
        _ sql: String, _ arguments: StatementArguments, read: (Row) throws -> Value
    ) throws(StorageFailure) -> Value? {
        try perform { database in
            let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
            return try rows.next().map(read)
        }
    }

    /// Reads every row that a statement returns.
    func every<Value>(
        _ sql: String, _ arguments: StatementArguments, read: (Row) throws -> Value
    ) throws(StorageFailure) -> [Value] {
        try perform { database in
            let rows = try Row.fetchCursor(database.cachedStatement(sql: sql), arguments: arguments)
            var values: [Value] = []
            while let row = try rows.next() { values.append(try read(row)) }
            return values
        }
    }

    /// Everything that reaches the connection goes through here.
    func perform<Value>(_ work: (Database) throws -> Value) throws(StorageFailure) -> Value {
        guard !isOver else { throw .unavailable }
        if !database.isInsideTransaction, failure == nil { failure = .unavailable }
        if let failure { throw failure }
        do {
            return try work(database)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_CONSTRAINT {
            throw .conflict
        } catch {
            let found = StorageFailure(engine: error)
            failure = found
            throw found
        }
    }
}

extension StorageFailure {
    /// What an error of SQLite, or of reading a row, means to a caller.
    init(engine error: any Error) {
        switch error {
        case let failure as StorageFailure: self = failure
        case is RowDecodingError: self = .corrupt
        case let error as DatabaseError:
            switch error.resultCode {
            case .SQLITE_CORRUPT, .SQLITE_NOTADB: self = .corrupt
            default: self = .unavailable
            }
        default: self = .unavailable
        }
    }
}
