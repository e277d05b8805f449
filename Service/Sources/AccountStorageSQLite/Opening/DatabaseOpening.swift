internal import AccountStorageSQL
internal import Foundation
internal import GRDB

/// The steps from a path to connections that can be trusted.
struct DatabaseOpening {
    let path: String
    let options: SQLiteOptions

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
            // Waits little: while a checkpoint that makes the log start over waits for a reader, it holds up the writer.
            let checkpoints = try DatabaseQueue(path: path, configuration: configuration(busyTimeout: 0.1))
            return (writer, checkpoints)
        }
    }

    func openInMemory() throws(SQLiteOpeningFailure) -> DatabaseQueue {
        try reportingFailures {
            let connection = try DatabaseQueue(configuration: configuration(busyTimeout: 0))
            try connection.writeWithoutTransaction { database in
                try SchemaVersion.migrate(database, isNew: true, mayMigrate: true)
            }
            return connection
        }
    }

    private func reportingFailures<Value>(_ work: () throws -> Value) throws(SQLiteOpeningFailure) -> Value {
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
            try SchemaVersion.migrate(database, isNew: true, mayMigrate: true)
        }
        // Closing the last connection copies the log into the file and removes it.
        try connection.close()
    }

    private func prepare(_ database: Database, condition: DatabaseFile.Condition) throws {
        if case .restInLog = condition {
            // The crash of a checkpoint leaves such a file, and so does a truncated copy: only reading it all tells.
            let report = try String.fetchAll(database, sql: "PRAGMA quick_check(1)")
            guard report == ["ok"] else {
                throw SQLiteOpeningFailure.damaged(path: path, reason: "pages are missing")
            }
        }
        try cleanOnce(database)
        // Takes the write lock even when there is nothing to migrate, so a file that cannot be written shows here.
        try SchemaVersion.migrate(database, isNew: false, mayMigrate: options.migratesOnOpening)
        let mode = try String.fetchOne(database, sql: "PRAGMA journal_mode = WAL")
        guard mode == "wal" else {
            throw SQLiteOpeningFailure.refused(path: path, reason: "it cannot use a write-ahead log here")
        }
        if let pages = options.maximumPageCount {
            try database.execute(sql: "PRAGMA max_page_count = \(pages)")
        }
    }

    /// Leaves nothing of what was deleted before deleting overwrote: writes the whole file anew, before the step of the
    /// schema that came with overwriting, so that a clean-up that was broken off is done again. A file without room for it
    /// stays as it is.
    private func cleanOnce(_ database: Database) throws {
        guard options.migratesOnOpening, let steps = try SchemaVersion.missingSteps(database),
            steps.contains(Migration.auditGuard.number)
        else { return }
        try database.execute(sql: "VACUUM")
    }

    private func configuration(busyTimeout: Double) -> Configuration {
        var configuration = Configuration()
        configuration.label = "accounts"
        configuration.busyMode = .timeout(busyTimeout)
        configuration.foreignKeysEnabled = false
        // GRDB would end the process if a failed disk kept a ROLLBACK from working; we make up for it at the next BEGIN.
        configuration.allowsUnsafeTransactions = true
        configuration.prepareDatabase { database in
            // FULL: in a write-ahead log NORMAL would answer before the commit is on the disk.
            try database.execute(sql: "PRAGMA synchronous = \(options.waitsForDisk ? "FULL" : "OFF")")
            // The checkpoint thread copies the log; the writer never does.
            try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            // What is deleted is overwritten with zeros (https://www.sqlite.org/pragma.html#pragma_secure_delete). Some
            // systems build SQLite so that it is, most do not.
            try database.execute(sql: "PRAGMA secure_delete = ON")
            try database.execute(sql: "PRAGMA journal_size_limit = 67108864")
        }
        return configuration
    }
}

extension SQLiteOpeningFailure {
    /// What an error of SQLite while opening means to the operator.
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
