package import AccountStorage

extension SQLTransaction {
    package func addToDailyCounts(_ counts: [DailyCount]) throws(StorageFailure) {
        for count in counts { try change(.add, values(count)) }
    }

    package func recordDailyCount(_ count: DailyCount) throws(StorageFailure) {
        try change(.record, values(count))
    }

    package func findDailyCounts(from first: Int, through last: Int) throws(StorageFailure) -> [DailyCount] {
        try every(.find, [.integer(first), .integer(last)], read: dailyCount)
    }

    package func removeDailyCounts(before day: Int, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeOld, [.integer(day), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let add = SQLStatement(
        """
        INSERT INTO daily_counts (\(dailyCounts.columns)) VALUES ($1, $2, $3, $4, $5, $6, $7)
        ON CONFLICT (\(dailyCounts.key)) DO UPDATE SET count = daily_counts.count + excluded.count
        """)
    fileprivate static let record = dailyCounts.insertOrReplace
    fileprivate static let find = dailyCounts.select("WHERE day >= $1 AND day <= $2 ORDER BY \(dailyCounts.key)")
    fileprivate static let removeOld = dailyCounts.delete(
        """
        WHERE (\(dailyCounts.key)) IN
            (SELECT \(dailyCounts.key) FROM daily_counts WHERE day < $1 ORDER BY \(dailyCounts.key) LIMIT $2)
        """)
}

private let dailyCounts = SQLTable(
    name: "daily_counts", columns: "day, measure, provider, platform, client, detail, count",
    key: "day, measure, provider, platform, client, detail")

/// A column of the key cannot be NULL, so an empty text stands for none.
private func values(_ count: DailyCount) -> [SQLValue] {
    let key = count.key
    return [
        .integer(key.day), .text(key.measure), .text(key.provider ?? ""), .text(key.platform?.rawValue ?? ""),
        .text(key.client ?? ""), .text(key.detail ?? ""), .integer(count.count),
    ]
}

private func dailyCount(_ row: inout SQLRow) throws(StorageFailure) -> DailyCount {
    DailyCount(
        DailyCount.Key(
            day: try row.count(), measure: try row.text(), provider: try text(in: &row),
            platform: try platform(in: &row), client: try text(in: &row), detail: try text(in: &row)),
        count: try row.count())
}

private func text(in row: inout SQLRow) throws(StorageFailure) -> String? {
    let text = try row.text()
    return text.isEmpty ? nil : text
}

private func platform(in row: inout SQLRow) throws(StorageFailure) -> Platform? {
    guard let name = try text(in: &row) else { return nil }
    guard let platform = Platform(rawValue: name) else { throw .corrupt }
    return platform
}
