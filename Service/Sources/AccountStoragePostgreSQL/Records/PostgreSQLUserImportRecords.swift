internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport? {
        try first("SELECT \(columns) FROM user_imports WHERE id = $1", [.identifier(id)], read: userImport)
    }

    func recordUserImport(_ userImport: UserImport) throws(StorageFailure) {
        try change(
            """
            INSERT INTO user_imports (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
            ON CONFLICT (id) DO UPDATE SET position = excluded.position, lines = excluded.lines, made = excluded.made,
                unchanged = excluded.unchanged, conflicts = excluded.conflicts, refused = excluded.refused,
                started_at = excluded.started_at, finished_at = excluded.finished_at
            """,
            [
                .identifier(userImport.id), .integer(userImport.offset), .integer(userImport.lines),
                .integer(userImport.made), .integer(userImport.unchanged), .integer(userImport.conflicts),
                .integer(userImport.refused), .time(userImport.startedAt), .time(userImport.finishedAt),
            ])
    }

    func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM user_imports
            WHERE id IN (SELECT id FROM user_imports WHERE started_at < $1 ORDER BY id LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}

private let columns = "id, position, lines, made, unchanged, conflicts, refused, started_at, finished_at"

private func userImport(_ row: PostgreSQLRow) throws(StorageFailure) -> UserImport {
    UserImport(
        id: try row.identifier(0), offset: try row.integer(1), lines: Int(try row.integer(2)),
        made: Int(try row.integer(3)), unchanged: Int(try row.integer(4)), conflicts: Int(try row.integer(5)),
        refused: Int(try row.integer(6)), startedAt: try row.time(7), finishedAt: row.optionalTime(8))
}
