package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findUserImport(_ id: UserImportID) throws(StorageFailure) -> UserImport? {
        try first(.find, [.identifier(id)]) { row throws(StorageFailure) in
            UserImport(
                id: try row.identifier(), offset: try row.integer(), lines: try row.count(), made: try row.count(),
                unchanged: try row.count(), conflicts: try row.count(), refused: try row.count(),
                startedAt: try row.time(), finishedAt: row.optionalTime())
        }
    }

    package func recordUserImport(_ userImport: UserImport) throws(StorageFailure) {
        try change(
            .record,
            [
                .identifier(userImport.id), .integer(userImport.offset), .integer(userImport.lines),
                .integer(userImport.made), .integer(userImport.unchanged), .integer(userImport.conflicts),
                .integer(userImport.refused), .time(userImport.startedAt), .time(userImport.finishedAt),
            ])
    }

    package func removeUserImports(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeOld, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let find = imports.select("WHERE id = $1")
    fileprivate static let record = imports.insertOrReplace
    fileprivate static let removeOld = imports.deleteOld(by: "started_at")
}

private let imports = SQLTable(
    name: "user_imports",
    columns: "id, position, lines, made, unchanged, conflicts, refused, started_at, finished_at")
