/// A table, and the statements that nearly every table has. Columns stand in the order in which rows are written and read.
struct SQLTable {
    let name: String
    let columns: String
    /// The columns of the primary key.
    var key = "id"

    private var names: [String] {
        columns.replacing("\n", with: " ").split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    }

    private func insert(_ conflict: String) -> String {
        let values = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(name) (\(columns)) VALUES (\(values)) ON CONFLICT (\(key)) DO \(conflict)"
    }

    /// Adds a row, unless there is one with its key.
    ///
    /// An error of PostgreSQL instead would spoil the transaction for what the body does next.
    var insert: SQLStatement { SQLStatement(insert("NOTHING")) }

    /// Adds a row, or replaces all but the key of the one that there is.
    var insertOrReplace: SQLStatement {
        let keys = key.split(separator: ", ").map(String.init)
        let changes = names.filter { !keys.contains($0) }.map { "\($0) = excluded.\($0)" }
        return SQLStatement(insert("UPDATE SET " + changes.joined(separator: ", ")))
    }

    /// Reads whole rows.
    func select(_ rest: String) -> SQLStatement { SQLStatement("SELECT \(columns) FROM \(name) \(rest)") }

    /// Reads whole rows that are due by moment `$1`, the longest due first and at most `$2`, to work on them.
    var selectDue: SQLStatement {
        let text = "SELECT \(columns) FROM \(name) WHERE due_at <= $1 ORDER BY due_at, id LIMIT $2"
        return SQLStatement { text + $0.skippingLockedRows }
    }

    /// Reads one row by its key `id`, and behind its columns those of the row of another table to which its `column` leads.
    func select(with other: SQLTable, by column: String) -> SQLStatement {
        let listed = [self, other].flatMap { table in table.names.map { "\(table.name).\($0)" } }
        return SQLStatement(
            """
            SELECT \(listed.joined(separator: ", ")) FROM \(name)
            LEFT JOIN \(other.name) ON \(other.name).id = \(name).\(column) WHERE \(name).id = $1
            """)
    }

    func delete(_ rest: String) -> SQLStatement { SQLStatement("DELETE FROM \(name) \(rest)") }

    /// Removes what was over before moment `$1`, at most `$2` rows.
    func deleteOld(by time: String = "expires_at") -> SQLStatement {
        delete("WHERE \(key) IN (SELECT \(key) FROM \(name) WHERE \(time) < $1 ORDER BY \(time), \(key) LIMIT $2)")
    }
}
