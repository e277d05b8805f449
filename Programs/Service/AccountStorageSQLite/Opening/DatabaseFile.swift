internal import Foundation
internal import PrivateFiles

/// The file of a database. It is inspected before SQLite opens it, because SQLite would create an empty database if the
/// file is missing or empty.
struct DatabaseFile {
    let path: String

    /// The result of the inspection.
    enum Condition {
        case missing
        /// The header states more pages than the file has. That is valid only if the write-ahead log contains the rest.
        case restInLog
        case whole
    }

    func inspect() throws(SQLiteOpeningFailure) -> Condition {
        let files = FileManager.default
        var isFolder: ObjCBool = false
        guard files.fileExists(atPath: path, isDirectory: &isFolder) else { return .missing }
        guard !isFolder.boolValue else { throw .refused(path: path, reason: "it is a folder") }
        let size = try attribute(.size, of: path)
        let mode = try attribute(.posixPermissions, of: path)
        // The owner's write bit is checked because root may write any file.
        guard mode & 0o200 != 0, files.isWritableFile(atPath: path) else { throw .readOnly(path: path) }
        return try inspectHeader(size: size)
    }

    /// Reads the header (https://www.sqlite.org/fileformat.html, section 1.3).
    private func inspectHeader(size: Int) throws(SQLiteOpeningFailure) -> Condition {
        guard size > 0 else { throw .damaged(path: path, reason: "it is empty") }
        guard let file = FileHandle(forReadingAtPath: path) else { throw .readOnly(path: path) }
        let read = try? file.read(upToCount: 100)
        try? file.close()
        guard let header = read.map(Array.init), header.count == 100 else {
            throw .damaged(path: path, reason: "it is shorter than a header")
        }
        guard header.starts(with: Array("SQLite format 3\0".utf8)) else {
            throw .damaged(path: path, reason: "it does not begin like an SQLite database")
        }
        let stated = Int(header[16]) << 8 | Int(header[17])
        let pageSize = stated == 1 ? 65_536 : stated
        let pages = header[28..<32].reduce(0) { $0 << 8 | Int($1) }
        guard pages * pageSize > size else { return .whole }
        guard let log = try? attribute(.size, of: path + "-wal"), log > 0 else {
            throw .damaged(path: path, reason: "\(pages * pageSize) bytes expected, \(size) found")
        }
        return .restInLog
    }

    private func attribute(_ key: FileAttributeKey, of path: String) throws(SQLiteOpeningFailure) -> Int {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        guard let number = attributes?[key] as? NSNumber else {
            throw .refused(path: path, reason: "its attributes cannot be read")
        }
        return number.intValue
    }

    /// Creates a file with mode 0600 under another name, lets `fill` write the schema, and then links it to its name.
    ///
    /// So a crash leaves no incomplete database, and of two processes that start together only one creates it:
    /// `link(2)` does not replace an existing file. The process that loses the race uses the other's file.
    func create(_ fill: (String) throws -> Void) throws {
        let files = FileManager.default
        let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
        guard files.fileExists(atPath: folder) else { throw SQLiteOpeningFailure.folderMissing(path: folder) }
        guard files.isWritableFile(atPath: folder) else { throw SQLiteOpeningFailure.readOnly(path: folder) }
        do {
            let draft = try PrivateFileDraft(path)
            defer { for suffix in ["-wal", "-shm"] { try? files.removeItem(atPath: draft.path + suffix) } }
            try fill(draft.path)
            try draft.finish()
        } catch let failure as PrivateFile.Failure {
            guard !files.fileExists(atPath: path) else { return }
            throw SQLiteOpeningFailure.refused(path: path, reason: failure.description)
        }
    }
}
