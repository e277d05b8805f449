package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findMark(_ mark: ServiceMark) throws(StorageFailure) -> Date? {
        try first(.find, [.text(mark.rawValue)]) { row throws(StorageFailure) in try row.time() }
    }

    package func advanceMark(_ mark: ServiceMark, to moment: Date) throws(StorageFailure) -> Date {
        let noted = try first(.advance, [.text(mark.rawValue), .time(moment)]) { row throws(StorageFailure) in
            try row.time()
        }
        guard let noted else { throw .corrupt }
        return noted
    }
}

extension SQLStatement {
    fileprivate static let find = SQLStatement("SELECT noted_at FROM marks WHERE name = $1")
    fileprivate static let advance = SQLStatement(
        """
        INSERT INTO marks (name, noted_at) VALUES ($1, $2) ON CONFLICT (name) DO UPDATE SET noted_at =
            CASE WHEN excluded.noted_at > marks.noted_at THEN excluded.noted_at ELSE marks.noted_at END
        RETURNING noted_at
        """)
}
