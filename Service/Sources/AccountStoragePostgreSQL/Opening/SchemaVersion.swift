internal import AccountStorageSQL

/// What the schema is before and after opening.
struct SchemaVersion {
    let connection: PostgreSQLConnection
    let mayCreate: Bool
    let mayMigrate: Bool

    /// Why a step was not taken.
    private enum Obstacle: Error {
        case server(PostgreSQLError)
        case refusal(PostgreSQLOpeningFailure)
    }

    /// Whether there are tables of ours, of whatever schema.
    static func isThere(_ connection: PostgreSQLConnection) throws(PostgreSQLError) -> Bool {
        try has("schema_version", connection)
    }

    /// Brings the schema to `target`, one transaction for each step, so that an interrupted upgrade resumes.
    ///
    /// Each step holds the one row of `schema_version`, so that of processes that start together one migrates and the
    /// others find it done. No advisory lock, since not every engine has those. What is refused throws before anything
    /// is written.
    func migrate(to target: Int = Migration.all.count) throws(PostgreSQLOpeningFailure) {
        // Of two that make the row's table at once, one is refused, and finds it there the next time.
        var collisions = 0
        while true {
            do throws(Obstacle) {
                let isNew = try makeRow()
                while try takeStep(mayMigrate: mayMigrate || isNew, to: target) {}
                return
            } catch {
                // Closing the connection would undo the step as well; this keeps the answer and the state together.
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

    /// Makes the row that is held during a step, where it is missing and may be made, and says whether no step was ever
    /// taken.
    private func makeRow() throws(Obstacle) -> Bool {
        // Asked first: another process that starts now makes `schema_version` before `accounts`, so accounts that were there
        // before `schema_version` was missing are not ours.
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

    /// Takes the next step, if there is one.
    private func takeStep(mayMigrate: Bool, to target: Int) throws(Obstacle) -> Bool {
        try command("BEGIN ISOLATION LEVEL READ COMMITTED")
        let current = try version(.lockVersion)
        guard current <= Migration.all.count else {
            throw .refusal(.newerSchema(found: current, known: Migration.all.count))
        }
        guard let next = Migration.all.first(where: { $0.number == current + 1 }), next.number <= target else {
            try command("ROLLBACK")
            return false
        }
        guard mayMigrate else { throw .refusal(.olderSchema(found: current, needed: target)) }
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
