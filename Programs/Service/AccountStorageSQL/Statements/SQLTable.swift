/// A table, and the statements that nearly every table has. Columns are listed in the order of writing and reading.
struct SQLTable {
    let name: String
    let columns: String
    /// The columns of the primary key.
    var key = "id"

    private var names: [String] {
        columns.replacing("\n", with: " ").split(separator: ",").map { $0.drop { $0 == " " } }.map(String.init)
    }

    /// How many columns there are.
    var width: Int { names.count }

    /// The columns of joined tables, for a SELECT.
    static func listed(_ tables: [SQLTable]) -> String {
        tables.flatMap { table in table.names.map { "\(table.name).\($0)" } }.joined(separator: ", ")
    }

    private var insertion: String {
        let values = names.indices.map { "$\($0 + 1)" }.joined(separator: ", ")
        return "INSERT INTO \(name) (\(columns)) VALUES (\(values))"
    }

    private func insert(_ conflict: String) -> String { insertion + " ON CONFLICT (\(key)) DO \(conflict)" }

    /// Inserts a row unless one with its key exists.
    ///
    /// Without the conflict clause, an error would make PostgreSQL refuse the rest of the transaction.
    var insert: SQLStatement { SQLStatement(insert("NOTHING")) }

    /// Inserts a row that must be new. If one with its key exists, the statement fails.
    var insertRequired: SQLStatement { SQLStatement(insertion) }

    /// Inserts a row, or replaces all columns except the key of the existing one.
    var insertOrReplace: SQLStatement {
        let keys = key.split(separator: ", ").map(String.init)
        let changes = names.filter { !keys.contains($0) }.map { "\($0) = excluded.\($0)" }
        return SQLStatement(insert("UPDATE SET " + changes.joined(separator: ", ")))
    }

    /// Reads whole rows.
    func select(_ rest: String) -> SQLStatement { SQLStatement("SELECT \(columns) FROM \(name) \(rest)") }

    /// Reads whole rows that are due at the time `$1`, longest overdue first and at most `$2`, for a worker to take.
    func selectDue(by time: String = "due_at") -> SQLStatement {
        let text = "SELECT \(columns) FROM \(name) WHERE \(time) <= $1 ORDER BY \(time), id LIMIT $2"
        return SQLStatement { text + $0.skippingLockedRows }
    }

    /// The same, but rows for which `condition` holds come after all others.
    func selectDue(after condition: String) -> SQLStatement {
        let text = "SELECT \(columns) FROM \(name) WHERE due_at <= $1 ORDER BY \(condition), due_at, id LIMIT $2"
        return SQLStatement { text + $0.skippingLockedRows }
    }

    /// Reads the rows of an owner that are due at a time, longest overdue first, for a worker that takes them.
    func selectDue(of owner: String, by time: String = "due_at") -> SQLStatement {
        let text = """
            SELECT \(columns) FROM \(name) WHERE \(owner) = $1 AND \(time) <= $2 ORDER BY \(time), id LIMIT $3
            """
        return SQLStatement { text + $0.skippingLockedRows }
    }

    /// Reads the owners of rows that are due at a time, in order. It takes two steps in an index over owner and time
    /// for each owner, however many rows wait.
    func selectOwnersOfDue(_ owner: String, by time: String = "due_at") -> SQLStatement {
        SQLStatement(
            """
            WITH RECURSIVE owners (owner) AS (
                SELECT min(\(owner)) FROM \(name) WHERE \(time) IS NOT NULL
                UNION ALL
                SELECT (SELECT min(\(owner)) FROM \(name) WHERE \(time) IS NOT NULL AND \(owner) > owners.owner)
                FROM owners WHERE owners.owner IS NOT NULL
            )
            SELECT owners.owner FROM owners
            WHERE EXISTS (SELECT 1 FROM \(name) WHERE \(owner) = owners.owner AND \(time) <= $1)
            ORDER BY owners.owner
            """)
    }

    /// Reads the row with the key `id`, followed by the columns of the row in another table that `column` refers to.
    func select(with other: SQLTable, by column: String) -> SQLStatement {
        SQLStatement(
            """
            SELECT \(Self.listed([self, other])) FROM \(name)
            LEFT JOIN \(other.name) ON \(other.name).id = \(name).\(column) WHERE \(name).id = $1
            """)
    }

    func delete(_ rest: String) -> SQLStatement { SQLStatement("DELETE FROM \(name) \(rest)") }

    /// Deletes at most `$2` rows whose time is before `$1`.
    func deleteOld(by time: String = "expires_at") -> SQLStatement {
        delete("WHERE \(key) IN (SELECT \(key) FROM \(name) WHERE \(time) < $1 ORDER BY \(time), \(key) LIMIT $2)")
    }
}
