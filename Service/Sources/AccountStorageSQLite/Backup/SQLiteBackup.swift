internal import AccountStorageSQL
internal import Foundation
internal import GRDB

/// Copies a database while other processes read and write it.
package enum SQLiteBackup {
    /// The copy could not be written. The database itself is not at fault.
    package struct NotWritten: Error, CustomStringConvertible {
        package let description: String
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
        guard !files.fileExists(atPath: target) else {
            throw NotWritten(description: "\(target): the file exists and is not replaced")
        }
        let connection = try ReadOnlyFile.open(path)
        let draft = target + ".part-" + UUID().uuidString.lowercased()
        defer { for suffix in ["", "-journal", "-wal", "-shm"] { try? files.removeItem(atPath: draft + suffix) } }
        // SQLite accepts an empty file, which has its mode before the first byte is in it.
        guard files.createFile(atPath: draft, contents: nil, attributes: [.posixPermissions: 0o600]) else {
            throw NotWritten(description: "\(target): no file can be created there")
        }
        try await withTaskCancellationHandler {
            try vacuum(connection, path, into: draft, target)
        } onCancel: {
            connection.interrupt()
        }
        let report = try await examine(draft)
        try Task.checkCancellation()
        try place(draft, at: target)
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

    /// Gives the copy its name, which `link(2)` refuses if there is a file by now.
    private static func place(_ draft: String, at target: String) throws {
        try synchronize(draft)
        do {
            try FileManager.default.linkItem(atPath: draft, toPath: target)
        } catch {
            throw NotWritten(
                description: "\(target): the file exists and is not replaced, or the file system has no hard links")
        }
        try? synchronize(URL(fileURLWithPath: target).deletingLastPathComponent().path)
    }

    private static func synchronize(_ path: String) throws {
        let file = try FileHandle(forReadingFrom: URL(fileURLWithPath: path))
        try file.synchronize()
        try file.close()
    }
}
