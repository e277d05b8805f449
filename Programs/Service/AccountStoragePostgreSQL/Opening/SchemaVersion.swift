internal import AccountStorageSQL

/// Checks and migrates the schema of a database.
struct SchemaVersion {
    let connection: PostgreSQLConnection
    /// The steps that this program knows, in order.
    let steps: [Migration]
    let mayCreate: Bool
    let mayMigrate: Bool

    /// Why a migration failed.
    private enum Obstacle: Error {
        case server(PostgreSQLError)
        case refusal(PostgreSQLOpeningFailure)
    }

    /// Whether the database has this program's tables, with any version of the schema.
    static func isThere(_ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
        try has("schema_version", connection)
    }

    /// Performs the missing steps, each in its own transaction, so that an interrupted upgrade can resume.
    ///
    /// Each step locks the only row of `schema_version`. Of several processes that start together, one migrates
    /// and the others find it done. There is no advisory lock, because not every engine has those. A database that is
    /// refused is not changed.
    func migrate() throws(PostgreSQLOpeningFailure) {
        // If two processes create the table at the same time, one gets an error, and finds the table on its next
        // attempt.
        var collisions = 0
        while true {
            do throws(Obstacle) {
                let isNew = try makeRow()
                while try takeStep(mayMigrate: mayMigrate || isNew) {}
                return
            } catch {
                // Closing the connection would also roll back, but possibly after the caller has got its answer.
                if connection.isInTransaction { _ = try? connection.command("ROLLBACK") }
                switch error {
                case .refusal(let failure): throw failure
                case .server(let error):
                    let isCollision = error.meaning == .runAgain || ["23505", "42710", "42P07"].contains(error.state)
                    guard isCollision, collisions < 20 else { throw .refused(reason: error.message) }
                    collisions += 1
                }
            }
        }
    }

    /// Creates the row that a step locks, if it is missing and may be created. Returns whether no step was ever
    /// performed.
    private func makeRow() throws(Obstacle) -> Bool {
        // This must be the first query. A concurrent process of this program creates `schema_version` before
        // `accounts`, so if `accounts` exists and `schema_version` is then missing, another program created `accounts`.
        let hadAccounts = try hasTable("accounts")
        if try hasTable("schema_version") {
            return try version(.findVersion) == 0
        }
        guard !hadAccounts else { throw .refusal(.notAnAccountDatabase) }
        guard mayCreate else { throw .refusal(.missing) }
        try command(
            """
            BEGIN;
            CREATE TABLE schema_version (
                only_row smallint NOT NULL PRIMARY KEY,
                version integer NOT NULL
            );
            INSERT INTO schema_version (only_row, version) VALUES (1, 0);
            COMMIT
            """)
        return true
    }

    private func hasTable(_ name: String) throws(Obstacle) -> Bool {
        do throws(PostgreSQLError) { return try Self.has(name, connection) } catch { throw .server(error) }
    }

    private static func has(_ table: String, _ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
        try connection.execute(.findTable, [.text(table)]).next() != nil
    }

    /// Performs the next step, and returns `false` if there is none.
    private func takeStep(mayMigrate: Bool) throws(Obstacle) -> Bool {
        try command("BEGIN ISOLATION LEVEL READ COMMITTED")
        let current = try version(.lockVersion)
        guard current <= steps.count else {
            throw .refusal(.newerSchema(found: current, known: steps.count))
        }
        guard let next = steps.first(where: { $0.number == current + 1 }) else {
            try command("ROLLBACK")
            return false
        }
        guard mayMigrate else { throw .refusal(.olderSchema(found: current, needed: steps.count)) }
        try command(next.sql(.postgreSQL))
        try command("UPDATE schema_version SET version = \(next.number) WHERE only_row = 1")
        try command("COMMIT")
        return true
    }

    private func command(_ sql: String) throws(Obstacle) {
        do throws(PostgreSQLError) { try connection.command(sql) } catch { throw .server(error) }
    }

    private func version(_ statement: SQLStatement) throws(Obstacle) -> Int {
        do throws(PostgreSQLError) {
            var row = try connection.execute(statement).next()
            return Int(row?.optionalInteger() ?? 0)
        } catch {
            throw .server(error)
        }
    }
}

extension SQLStatement {
    fileprivate static let findTable = SQLStatement(
        "SELECT 1 FROM pg_tables WHERE schemaname = current_schema() AND tablename = $1")
    fileprivate static let findVersion = SQLStatement("SELECT version::bigint FROM schema_version WHERE only_row = 1")
    fileprivate static let lockVersion = SQLStatement(
        "SELECT version::bigint FROM schema_version WHERE only_row = 1 FOR UPDATE")
}
