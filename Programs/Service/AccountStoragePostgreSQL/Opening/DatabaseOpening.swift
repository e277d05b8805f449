internal import AccountStorageSQL

/// Connects to a database, and checks and prepares it.
struct DatabaseOpening {
    let url: String
    let options: PostgreSQLOptions

    func open() throws(PostgreSQLOpeningFailure) {
        let connection = try connect()
        try refuseUnsuitable(connection)
        try SchemaVersion(
            connection: connection, steps: options.schemaSteps, mayCreate: options.createIfMissing,
            mayMigrate: options.migratesOnOpening
        ).migrate()
    }

    func isThere() throws(PostgreSQLOpeningFailure) -> Bool {
        let connection = try connect()
        do throws(PostgreSQLError) {
            return try SchemaVersion.isThere(connection)
        } catch {
            throw .refused(reason: error.message)
        }
    }

    private func connect() throws(PostgreSQLOpeningFailure) -> PostgreSQLConnection {
        do throws(PostgreSQLError) {
            return try PostgreSQLConnection(url: url)
        } catch {
            throw .unreachable(reason: error.message)
        }
    }

    /// Refuses a server whose settings are unsafe. A setting that another engine with PostgreSQL's protocol does not
    /// have is ignored.
    private func refuseUnsuitable(_ connection: PostgreSQLConnection) throws(PostgreSQLOpeningFailure) {
        let wanted = [("fsync", "on"), ("full_page_writes", "on"), ("server_encoding", "UTF8")]
        for (setting, value) in wanted {
            let found: String?
            do throws(PostgreSQLError) {
                let rows = try connection.execute(.findSetting, [.text(setting)])
                var row = rows.next()
                found = row?.optionalText()
            } catch {
                throw .refused(reason: error.message)
            }
            if let found, found != value { throw .unsuitable(setting: setting, value: found) }
        }
    }
}

extension SQLStatement {
    fileprivate static let findSetting = SQLStatement("SELECT current_setting($1, true)")
}
