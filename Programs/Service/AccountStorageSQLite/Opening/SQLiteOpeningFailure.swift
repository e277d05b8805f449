/// Why a database file was not opened. The file was neither changed nor replaced.
package enum SQLiteOpeningFailure: Error, Sendable, Equatable {
    /// There is no file, and creating one was not allowed.
    case missing(path: String)
    /// The folder of the file does not exist.
    case folderMissing(path: String)
    /// The file, or its folder, cannot be written.
    case readOnly(path: String)
    /// The file is not a complete SQLite database.
    case damaged(path: String, reason: String)
    /// The file is another program's database.
    case notAnAccountDatabase
    /// A newer version of this program migrated the file.
    case newerSchema(found: Int, known: Int)
    /// The file must be migrated first, and doing so was not allowed.
    case olderSchema(found: Int, needed: Int)
    /// Another process locked the file for longer than the timeout.
    case locked(path: String)
    /// SQLite or the operating system reported another error.
    case refused(path: String, reason: String)

    /// A stable code for the reason.
    package var code: String {
        switch self {
        case .missing: "database_missing"
        case .folderMissing: "database_folder_missing"
        case .readOnly: "database_read_only"
        case .damaged: "database_damaged"
        case .notAnAccountDatabase: "database_foreign"
        case .newerSchema: "database_schema_newer"
        case .olderSchema: "database_schema_older"
        case .locked: "database_locked"
        case .refused: "database_refused"
        }
    }
}

extension SQLiteOpeningFailure: CustomStringConvertible {
    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .missing(let path):
            "There is no database at \(path)."
        case .folderMissing(let path):
            "The folder \(path) does not exist, so no database can be created in it."
        case .readOnly(let path):
            "The database \(path) or its folder is read-only."
        case .damaged(let path, let reason):
            "The database \(path) is damaged (\(reason)) and was left as it is. Restore a backup."
        case .notAnAccountDatabase:
            "The file is an SQLite database of another program."
        case .newerSchema(let found, let known):
            "The database has schema \(found), but this program knows schemas up to \(known). Use the newer program."
        case .olderSchema(let found, let needed):
            "The database has schema \(found), but this program needs \(needed). Migrate it first."
        case .locked(let path):
            "Another process has locked the database \(path)."
        case .refused(let path, let reason):
            "The database \(path) could not be opened: \(reason)."
        }
    }
}
