/// Why a database was not opened. Nothing was changed in it except by migrations that were completed.
package enum PostgreSQLOpeningFailure: Error, Sendable, Equatable {
    /// The server cannot be reached, or refuses the connection.
    case unreachable(reason: String)
    /// The database has none of this program's tables, and creating them was not allowed.
    case missing
    /// The database has tables with this program's names, but another program created them.
    case notAnAccountDatabase
    /// A newer version of this program migrated the database.
    case newerSchema(found: Int, known: Int)
    /// The database must be migrated first, and doing so was not allowed.
    case olderSchema(found: Int, needed: Int)
    /// The server or the database has a setting with which commits would not be durable, or texts could not be stored.
    case unsuitable(setting: String, value: String)
    /// The server reported another error.
    case refused(reason: String)

    /// A stable code for the reason.
    package var code: String {
        switch self {
        case .unreachable: "database_unreachable"
        case .missing: "database_missing"
        case .notAnAccountDatabase: "database_foreign"
        case .newerSchema: "database_schema_newer"
        case .olderSchema: "database_schema_older"
        case .unsuitable: "database_unsuitable"
        case .refused: "database_refused"
        }
    }
}

extension PostgreSQLOpeningFailure: CustomStringConvertible {
    /// A sentence for the operator.
    package var description: String {
        switch self {
        case .unreachable(let reason):
            "The database cannot be reached: \(reason)."
        case .missing:
            "The database has none of this program's tables."
        case .notAnAccountDatabase:
            "The database has tables with this program's names, but another program created them."
        case .newerSchema(let found, let known):
            "The database has schema \(found), but this program knows schemas up to \(known). Use the newer program."
        case .olderSchema(let found, let needed):
            "The database has schema \(found), but this program needs \(needed). Migrate it first."
        case .unsuitable(let setting, let value):
            "The database has \(setting) = \(value), with which stored data would not be safe."
        case .refused(let reason):
            "The database could not be opened: \(reason)."
        }
    }
}
