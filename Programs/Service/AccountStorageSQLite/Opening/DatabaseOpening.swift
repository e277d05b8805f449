internal import Foundation
internal import GRDB

/// Checks and prepares a database file, and opens its connections.
struct DatabaseOpening {
    let path: String
    let options: SQLiteOptions

    private var schema: SchemaVersion { SchemaVersion(steps: options.schemaSteps) }

    func open() throws(SQLiteOpeningFailure) -> (writer: DatabaseQueue, checkpoints: DatabaseQueue) {
        try reportingFailures {
            let file = DatabaseFile(path: path)
            var condition = try file.inspect()
            if case .missing = condition {
                guard options.createIfMissing else { throw SQLiteOpeningFailure.missing(path: path) }
                try file.create { draft in try fill(draft) }
                condition = try file.inspect()
            }
            let writer = try DatabaseQueue(path: path, configuration: configuration(busyTimeout: options.busyTimeout))
            try writer.writeWithoutTransaction { database in try prepare(database, condition: condition) }
            // The timeout is short: a checkpoint that restarts the log and waits for a reader blocks the writer.
            let checkpoints = try DatabaseQueue(path: path, configuration: configuration(busyTimeout: 0.1))
            return (writer, checkpoints)
        }
    }

    func openInMemory() throws(SQLiteOpeningFailure) -> DatabaseQueue {
        try reportingFailures {
            let connection = try DatabaseQueue(configuration: configuration(busyTimeout: 0))
            try connection.writeWithoutTransaction { database in
                try schema.migrate(database, isNew: true, mayMigrate: true)
            }
            return connection
        }
    }

    private func reportingFailures<Value>(_ work: () throws -> Value) throws(SQLiteOpeningFailure) -> Value {
        SQLiteLibrary.prepare()
        do {
            return try work()
        } catch let failure as SQLiteOpeningFailure {
            throw failure
        } catch let error as DatabaseError {
            throw SQLiteOpeningFailure(error, path: path)
        } catch {
            throw .refused(path: path, reason: "\(type(of: error))")
        }
    }

    private func fill(_ draft: String) throws {
        let connection = try DatabaseQueue(path: draft, configuration: configuration(busyTimeout: 0))
        try connection.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL")
            try schema.migrate(database, isNew: true, mayMigrate: true)
        }
        // Closing the last connection copies the log into the file and deletes the log.
        try connection.close()
    }

    private func prepare(_ database: Database, condition: DatabaseFile.Condition) throws {
        if case .restInLog = condition {
            // Either a checkpoint crashed or the file is a truncated copy. Only reading all of it tells which.
            let report = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
            guard report == ["ok"] else {
                throw SQLiteOpeningFailure.damaged(path: path, reason: "pages are missing")
            }
        }
        // This takes the write lock even if there is nothing to migrate, and so detects a file that cannot be written.
        try schema.migrate(database, isNew: false, mayMigrate: options.migratesOnOpening)
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw SQLiteOpeningFailure.refused(path: path, reason: "it cannot use a write-ahead log here")
        }
        if let pages = options.maximumPageCount {
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    private func configuration(busyTimeout: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = "accounts"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.foreignKeysEnabled = false
        // Without this, GRDB terminates the process if a disk failure makes a ROLLBACK fail. Here the next BEGIN does
        // it.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // FULL, because with NORMAL and a write-ahead log a commit would return before it is on the disk.
            try database.execute(sql: "PRAGMA synchronous = \(options.waitsForDisk ? "FULL" : "OFF")")
            // The checkpoint thread copies the log into the file, not the writer.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // Deleted content is overwritten with zeros (https://www.sqlite.org/pragma.html#pragma_secure_delete). On
            // most systems, this is not the default of SQLite.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        return configuration
    }
}

extension SQLiteOpeningFailure {
    /// The failure that an SQLite error during opening means to the operator.
    init(_ error: DatabaseError, path: String) {
        switch error.resultCode {
        case .SQLITE_CORRUPT, .SQLITE_NOTADB:
            self = .damaged(path: path, reason: error.message ?? "corrupt")
        case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM:
            self = .readOnly(path: path)
        case .SQLITE_BUSY, .SQLITE_LOCKED:
            self = .locked(path: path)
        default:
            self = .refused(path: path, reason: error.message ?? "code \(error.resultCode.rawValue)")
        }
    }
}
