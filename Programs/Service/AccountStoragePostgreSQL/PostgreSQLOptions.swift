package import AccountStorageSQL

/// How a `PostgreSQLAccountDatabase` is opened and run.
package struct PostgreSQLOptions: Sendable {
    /// Whether missing tables are created. If not, opening fails, so that no empty database replaces a lost one.
    package var createIfMissing = false
    /// Whether an older schema is migrated. If not, opening fails.
    package var migratesOnOpening = true
    /// The maximum number of connections of this process. Each has a thread, and is opened when it is first needed.
    package var connections = 10
    /// How many transactions may wait for a connection. Further ones get `unavailable`.
    package var queueLimit = 1024
    /// How long a transaction waits for a connection, in seconds, before it gets `unavailable`.
    ///
    /// Together with `statementTimeout` it is less than five seconds, so that callers do not hang on a slow server.
    package var waitLimit: Double = 2
    /// How often a body runs if it conflicts with concurrent transactions, before its caller gets `unavailable`.
    package var attemptLimit = 60
    /// How long the server may work on one statement, in seconds, including the wait for locks. Also how long a body
    /// that conflicts with concurrent transactions is run again.
    package var statementTimeout: Double = 2.5
    /// The steps of the schema. Only tests append steps here, to open a database as a later version would.
    package var schemaSteps = Migration.all

    /// The defaults: open an existing database and migrate it.
    package init() {}
}
