internal import AccountStorage

extension ConformanceCase {
    static let dailyCounts: [ConformanceCase] = [
        ConformanceCase("a daily count comes back with every field, in the order of the keys") { database in
            let counts = [
                DailyCount(.init(day: 9, measure: "in"), count: 4),
                DailyCount(.init(day: 10, measure: "in"), count: 5),
                DailyCount(.init(day: 10, measure: "in", client: "b", detail: "é"), count: 6),
                DailyCount(
                    .init(day: 10, measure: "in", provider: "p", platform: .openID, client: "a", detail: "d"), count: 7),
                DailyCount(.init(day: 10, measure: "out", provider: "p"), count: 1 << 40),
                DailyCount(.init(day: 11, measure: "in"), count: 0),
            ]
            let found = try await database.keep { records throws(StorageFailure) in
                for count in counts.reversed() { try records.recordDailyCount(count) }
                return [
                    try records.findDailyCounts(from: 9, through: 11),
                    try records.findDailyCounts(from: 10, through: 10),
                    try records.findDailyCounts(from: 11, through: 9),
                    try records.findDailyCounts(from: 12, through: 99),
                ]
            }
            try expect(found, is: [counts, Array(counts[1...4]), [], []], "the counts")
        },
        ConformanceCase("what is added to a daily count is added to its key alone") { database in
            let keys = [
                DailyCount.Key(day: 1, measure: "in"), DailyCount.Key(day: 1, measure: "in", provider: "p"),
                DailyCount.Key(day: 1, measure: "in", platform: .web),
                DailyCount.Key(day: 1, measure: "in", client: "c"),
                DailyCount.Key(day: 1, measure: "in", detail: "d"), DailyCount.Key(day: 1, measure: "out"),
                DailyCount.Key(day: 2, measure: "in"),
            ]
            let found = try await database.keep { records throws(StorageFailure) in
                for (place, key) in keys.enumerated() {
                    try records.addToDailyCounts([DailyCount(key, count: place + 1), DailyCount(key, count: 10)])
                }
                try records.addToDailyCounts([])
                return try records.findDailyCounts(from: 0, through: 9)
            }
            let expected = keys.enumerated().map { DailyCount($1, count: $0 + 11) }.sorted { $0.key < $1.key }
            try expect(found, is: expected, "the counts")
        },
        ConformanceCase("a daily count that is recorded again replaces the one before") { database in
            let key = DailyCount.Key(day: 1, measure: "in", provider: "p")
            let found = try await database.keep { records throws(StorageFailure) in
                for count in [5, 3] { try records.recordDailyCount(DailyCount(key, count: count)) }
                return try records.findDailyCounts(from: 1, through: 1)
            }
            try expect(found, is: [DailyCount(key, count: 3)], "the counts")
        },
        ConformanceCase("fifty who add to a daily count at once lose nothing") { database in
            let key = DailyCount.Key(day: 1, measure: "in")
            _ = try await race { number in
                var isAdded = false
                // A database may let one of two transactions on the same row fail.
                while !isAdded {
                    do throws(StorageFailure) {
                        try await database.keep { records throws(StorageFailure) in
                            try records.addToDailyCounts([DailyCount(key, count: number)])
                        }
                        isAdded = true
                    } catch {
                        guard error == .conflict else { throw error }
                    }
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findDailyCounts(from: 1, through: 1)
            }
            try expect(found, is: [DailyCount(key, count: 1_225)], "the counts")
        },
        ConformanceCase("daily counts of old days are removed, a few at a time") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<6 {
                    try records.recordDailyCount(DailyCount(.init(day: number / 2, measure: "in\(number)"), count: 1))
                }
                let removed = [
                    try records.removeDailyCounts(before: 0, limit: 9),
                    try records.removeDailyCounts(before: 2, limit: 3),
                    try records.removeDailyCounts(before: 2, limit: 3),
                    try records.removeDailyCounts(before: 2, limit: 3),
                    try records.removeDailyCounts(before: 9, limit: 0),
                ]
                return (removed, try records.findDailyCounts(from: 0, through: 9).map(\.key.measure))
            }
            try expect(removed, is: [0, 3, 1, 0, 0], "how many were removed")
            try expect(left, is: ["in4", "in5"], "the counts that are left")
        },
    ]
}
