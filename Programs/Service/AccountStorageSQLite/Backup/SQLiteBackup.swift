internal import AccountStorageSQL
internal import Foundation
internal import GRDB
internal import PrivateFiles

/// Copies a database while other processes read and write it.
package enum SQLiteBackup {
    /// The copy could not be written. The database itself is not at fault.
    package struct NotWritten: Error, CustomStringConvertible {
        package let description: String

        /// Runs `work`, and throws its failure as one of the copy.
        fileprivate static func naming<Value>(
            _ work: () throws(PrivateFile.Failure) -> Value
        ) throws(NotWritten) -> Value {
            do {
                return try work()
            } catch {
                throw NotWritten(description: error.description)
            }
        }
    }

    /// Writes a copy with mode 0600, which is on the disk when this returns.
    ///
    /// `VACUUM INTO` reads one consistent state and writes no remains of deleted rows
    /// (https://www.sqlite.org/lang_vacuum.html). The copy gets its name only once it is complete, and an existing file
    /// is never replaced. A cancelled task leaves nothing.
    /// - Parameter examine: judges the copy before it gets its name. If it throws, nothing is left.
    package static func copy<Report>(
        _ path: String, to target: String, examine: (String) async throws -> Report
    ) async throws -> Report {
        let files = FileManager.default
        // SQLite accepts an empty file, and keeps its mode.
        let draft = try NotWritten.naming { () throws(PrivateFile.Failure) in try PrivateFileDraft(target) }
        defer { for suffix in ["-journal", "-wal", "-shm"] { try? files.removeItem(atPath: draft.path + suffix) } }
        let connection = try ReadOnlyFile.open(path)
        try await withTaskCancellationHandler {
            try vacuum(connection, path, into: draft.path, target)
        } onCancel: {
            connection.interrupt()
        }
        let report = try await examine(draft.path)
        try Task.checkCancellation()
        try NotWritten.naming { () throws(PrivateFile.Failure) in try draft.finish() }
        return report
    }

    private static func vacuum(
        _ connection: DatabaseQueue, _ path: String, into draft: String, _ target: String
    ) throws {
        do {
            try connection.writeWithoutTransaction { database in
                guard try SchemaVersion.isOwn(database) else { throw SQLiteOpeningFailure.notAnAccountDatabase }
                try database.execute(sql: "VACUUM INTO ?", arguments: [draft])
            }
            try connection.close()
        } catch let error as DatabaseError {
            switch error.resultCode {
            case .SQLITE_INTERRUPT: throw CancellationError()
            case .SQLITE_FULL: throw NotWritten(description: "\(target): the disk is full")
            case .SQLITE_IOERR: throw NotWritten(description: "\(target): \(error.message ?? "it cannot be written")")
            default: throw SQLiteOpeningFailure(error, path: path)
            }
        }
    }
}
