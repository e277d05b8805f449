internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date? {
        try first("SELECT noted_at FROM marks WHERE name = ?", [mark.rawValue]) { row in try row.time(0) }
    }

    func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date {
        try change(
            """
            INSERT INTO marks (name, noted_at) VALUES (?, ?)
            ON CONFLICT (name) DO UPDATE SET noted_at = max(noted_at, excluded.noted_at)
            """, [mark.rawValue, moment.stored])
        guard let noted = try findMark(mark) else { throw .corrupt }
        return noted
    }
}
