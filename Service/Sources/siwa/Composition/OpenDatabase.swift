import AccountStorage
import AccountStorageSQLite
import Foundation
import Settings
import SignInServer

#if PostgreSQL
    import AccountStoragePostgreSQL
#endif

/// A database of whichever engine, open.
struct OpenDatabase: Sendable {
    let accounts: any AccountDatabase
    /// The number of its schema, which is the newest that this program knows.
    let schema: Int
    /// Serves callers already waiting, then closes it.
    let close: @Sendable () async -> Void
}

extension DatabasePlace {
    /// How the engine is to be opened.
    struct Opening {
        var createIfMissing = false
        var mayMigrate = true
        /// How many connections are opened to a server at most.
        var connections = 10
    }

    /// Opens the database, or throws why not.
    func open(_ opening: Opening) throws -> OpenDatabase {
        switch self {
        case .file(let path):
            var options = SQLiteOptions()
            options.createIfMissing = opening.createIfMissing
            options.migratesOnOpening = opening.mayMigrate
            let database = try SQLiteAccountDatabase(path: path, options: options)
            return OpenDatabase(accounts: database, schema: SQLiteAccountDatabase.newestSchema) {
                await database.close()
            }
        case .server(let url):
            return try openServer(url, opening)
        }
    }

    /// Whether there is a database, of whatever schema.
    func isThere() throws -> Bool {
        switch self {
        case .file(let path): FileManager.default.fileExists(atPath: path)
        case .server(let url): try isThere(onServer: url)
        }
    }

    #if PostgreSQL
        private func openServer(_ url: String, _ opening: Opening) throws -> OpenDatabase {
            var options = PostgreSQLOptions()
            options.createIfMissing = opening.createIfMissing
            options.migratesOnOpening = opening.mayMigrate
            options.connections = opening.connections
            let database = try PostgreSQLAccountDatabase(url: url, options: options)
            return OpenDatabase(accounts: database, schema: PostgreSQLAccountDatabase.newestSchema) {
                await database.close()
            }
        }

        private func isThere(onServer url: String) throws -> Bool {
            try PostgreSQLAccountDatabase.isThere(url: url)
        }
    #else
        private func openServer(_ url: String, _ opening: Opening) throws -> OpenDatabase {
            throw Self.notBuilt
        }

        private func isThere(onServer url: String) throws -> Bool {
            throw Self.notBuilt
        }

        private static let notBuilt = ConfigurationFaults([
            "database: this siwa was built without PostgreSQL; build it with SIGN_IN_POSTGRESQL=1 swift build --product siwa"
        ])
    #endif
}
