internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport? {
        try first("SELECT \(columns) FROM user_imports WHERE id = ?", [id.stored], read: userImport)
    }

    func recordUserImport(_ userImport: UserImport) throws(StorageFailure) {
        try change(
            "INSERT OR REPLACE INTO user_imports (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            [
                userImport.id.stored, userImport.offset, userImport.lines, userImport.made, userImport.unchanged,
                userImport.conflicts, userImport.refused, userImport.startedAt.stored, userImport.finishedAt?.stored,
            ])
    }

    func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            "DELETE FROM user_imports WHERE id IN (SELECT id FROM user_imports WHERE started_at < ? ORDER BY id LIMIT ?)",
            [moment.stored, max(0, limit)])
    }
}

private let columns = "id, position, lines, made, unchanged, conflicts, refused, started_at, finished_at"

private func userImport(_ row: Row) throws(StorageFailure) -> UserImport {
    UserImport(
        id: try row.identifier(0), offset: try row.integer(1), lines: Int(try row.integer(2)),
        made: Int(try row.integer(3)), unchanged: Int(try row.integer(4)), conflicts: Int(try row.integer(5)),
        refused: Int(try row.integer(6)), startedAt: try row.time(7), finishedAt: row.optionalTime(8))
}
