internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date? {
        try first("SELECT noted_at FROM marks WHERE name = $1", [.text(mark.rawValue)]) { row throws(StorageFailure) in
            try row.time(0)
        }
    }

    func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date {
        let noted = try first(
            """
            INSERT INTO marks (name, noted_at) VALUES ($1, $2)
            ON CONFLICT (name) DO UPDATE SET noted_at = greatest(marks.noted_at, excluded.noted_at)
            RETURNING noted_at
            """, [.text(mark.rawValue), .time(moment)]
        ) { row throws(StorageFailure) in try row.time(0) }
        guard let noted else { throw .corrupt }
        return noted
    }
}
