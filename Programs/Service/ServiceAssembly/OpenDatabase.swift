package import AccountStorage
import AccountStorageSQLite
import Foundation
import Settings
package import SignInServer

#if PostgreSQL
    import AccountStoragePostgreSQL
#endif

/// An open database of either engine.
package struct OpenDatabase: Sendable {
    package let accounts: any AccountDatabase
    /// The number of its schema, which is the newest that this program supports.
    package let schema: Int
    /// Closes the database after serving callers that are already waiting.
    package let close: @Sendable () async -> Void
}

extension DatabasePlace {
    /// Options for opening the database.
    package struct Opening {
        var createIfMissing: Bool
        var mayMigrate: Bool
        /// The maximum number of connections to a database server.
        var connections: Int

        package init(createIfMissing: Bool = false, mayMigrate: Bool = true, connections: Int = 10) {
            self.createIfMissing = createIfMissing
            self.mayMigrate = mayMigrate
            self.connections = connections
        }
    }

    /// Opens the database, or throws the reason why it cannot.
    package func open(_ opening: Opening) throws -> OpenDatabase {
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

    /// Whether the database exists, with any schema.
    package func isThere() throws -> Bool {
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
            "database: this siwa was built without PostgreSQL; build it with SIWA_POSTGRESQL=1 swift build --product siwa"
        ])
    #endif
}
