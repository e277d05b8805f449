internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let audit: [ConformanceCase] = [
        ConformanceCase("a line of the audit comes back with every field") { database in
            let lines = [
                AuditEntry(
                    id: .numbered(2), accountID: .numbered(1), event: difficultTexts[4], reason: difficultTexts[5],
                    client: difficultTexts[6], platform: .android, sessionID: .numbered(9), occurredAt: noon(plus: 3)),
                AuditEntry(id: .numbered(1), accountID: .numbered(1), event: "", occurredAt: noon),
            ]
            let found = try await database.keep { records throws(StorageFailure) in
                for line in lines { try records.recordAudit(line) }
                return try records.findAudit(of: .numbered(1), before: nil, limit: 9)
            }
            try expect(found, is: lines, "the lines")
        },
        ConformanceCase("a line of the audit is written once and never replaced") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAudit(.sample(1)) }
            try await expect(.conflict, "a second line") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    try records.recordAudit(.sample(1, event: "other"))
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findAudit(of: .numbered(1), before: nil, limit: 9)
            }
            try expect(found, is: [.sample(1)], "the lines")
        },
        ConformanceCase("an account's audit is listed page by page, the newest first") { database in
            let pages = try await database.keep { records throws(StorageFailure) in
                for number in 0..<9 { try records.recordAudit(.sample(number, account: number % 3 == 0 ? nil : 1)) }
                try records.recordAudit(.sample(10, account: 2))
                var pages: [[AuditEntryID]] = []
                var last: AuditEntryID?
                for _ in 0..<3 {
                    let page = try records.findAudit(of: .numbered(1), before: last, limit: 4)
                    pages.append(page.map(\.id))
                    last = page.last?.id ?? last
                }
                return pages
            }
            let expected: [[AuditEntryID]] = [[8, 7, 5, 4], [2, 1], []].map { $0.map { .numbered($0) } }
            try expect(pages, is: expected, "the pages")
        },
        ConformanceCase("events are counted by platform, client and reason, from the first instant to the last") {
            database in
            let counts = try await database.keep { records throws(StorageFailure) in
                let lines: [(String, Platform?, String?, Int64, String?)] = [
                    ("in", .web, "b", -1, nil), ("in", .web, "b", 0, nil), ("in", .web, "b", 99, nil),
                    ("in", .web, "b", 50, "y"), ("in", .web, "b", 51, "x"), ("in", .web, "b", 52, "y"),
                    ("in", .web, "a", 50, nil), ("in", .web, nil, 50, nil), ("in", .native, "b", 50, nil),
                    ("in", nil, nil, 50, nil), ("in", nil, nil, 51, nil), ("out", .android, "b", 50, nil),
                    ("in", .web, "b", 100, nil),
                ]
                for (number, line) in lines.enumerated() {
                    // The last one has the first identifier that is no longer counted.
                    let first = AuditEntryID.first(at: noon(plus: line.3))
                    try records.recordAudit(
                        AuditEntry(
                            id: .init(high: first.high, low: UInt64(lines.count - 1 - number)), accountID: nil,
                            event: line.0, reason: line.2, client: line.4, platform: line.1,
                            occurredAt: noon(plus: line.3)))
                }
                return try records.countAudit(from: noon, to: noon(plus: 100))
            }
            try expect(
                counts,
                is: [
                    AuditCount(event: "in", platform: nil, reason: nil, count: 2),
                    AuditCount(event: "in", platform: .native, reason: "b", count: 1),
                    AuditCount(event: "in", platform: .web, reason: nil, count: 1),
                    AuditCount(event: "in", platform: .web, reason: "a", count: 1),
                    AuditCount(event: "in", platform: .web, reason: "b", count: 2),
                    AuditCount(event: "in", platform: .web, client: "x", reason: "b", count: 1),
                    AuditCount(event: "in", platform: .web, client: "y", reason: "b", count: 2),
                    AuditCount(event: "out", platform: .android, reason: "b", count: 1),
                ], "the counts")
        },
        ConformanceCase("the time of the first line at or after a moment is found") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                let none = try records.findAuditTime(from: noon)
                for offset: Int64 in [7, 5, 9] {
                    try records.recordAudit(
                        AuditEntry(
                            id: .first(at: noon(plus: offset)), accountID: nil, event: "in",
                            occurredAt: noon(plus: 99)))
                }
                let some = try [0, 5, 6, 9, 10].map { moment throws(StorageFailure) in
                    try records.findAuditTime(from: noon(plus: moment))
                }
                return [none] + some
            }
            let expected = [nil, noon(plus: 5), noon(plus: 5), noon(plus: 7), noon(plus: 9), nil]
            try expect(found, is: expected, "the times")
        },
        ConformanceCase("old lines of the audit are removed, a few at a time") { database in
            let dayLater = noon(plus: 86_400_007)
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 { try records.recordAudit(.sample(number)) }
                let removed = [
                    try records.removeAudit(before: noon, at: dayLater, limit: 100),
                    try records.removeAudit(before: noon(plus: 7), at: dayLater, limit: 4),
                    try records.removeAudit(before: noon(plus: 7), at: dayLater, limit: 4),
                    try records.removeAudit(before: noon(plus: 7), at: dayLater, limit: 4),
                ]
                return (removed, try records.findAudit(of: .numbered(1), before: nil, limit: 100).map(\.id))
            }
            try expect(removed, is: [0, 4, 3, 0], "how many were removed")
            try expect(left, is: [.numbered(9), .numbered(8), .numbered(7)], "the lines that are left")
        },
        ConformanceCase("a line of the audit is removed once both its time and that of its identifier are over") {
            database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for (number, (identifier, time)) in [(1, 5), (5, 1), (5, 5), (1, 1)].enumerated() {
                    let first = AuditEntryID.first(at: noon(plus: Int64(identifier)))
                    try records.recordAudit(
                        AuditEntry(
                            id: .init(high: first.high, low: UInt64(number)), accountID: nil, event: "in",
                            occurredAt: noon(plus: Int64(time))))
                }
                return try [1, 5, 6, 7].map { moment throws(StorageFailure) in
                    try records.removeAudit(before: noon(plus: moment), at: noon(plus: 86_400_007), limit: 9)
                }
            }
            try expect(removed, is: [0, 1, 3, 0], "how many were removed")
        },
        ConformanceCase("no line of the audit is removed on its first day") { database in
            try await database.keep { records throws(StorageFailure) in
                for number in 0..<3 { try records.recordAudit(.sample(number)) }
            }
            for (moment, now) in [
                (noon(plus: 2), noon(plus: 86_400_001)), (noon(plus: 86_400_000), noon(plus: 86_400_000)),
                (Date.distantFuture, noon),
            ] {
                try await expect(.conflict, "a removal before \(moment)") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        _ = try records.removeAudit(before: moment, at: now, limit: 100)
                    }
                }
            }
            let left = try await database.keep { records throws(StorageFailure) in
                _ = try records.removeAudit(before: noon(plus: 2), at: noon(plus: 86_400_002), limit: 100)
                return try records.findAudit(of: .numbered(1), before: nil, limit: 9).map(\.id)
            }
            try expect(left, is: [.numbered(2)], "the lines that are left")
        },
    ]
}

extension AuditEntry {
    fileprivate static func sample(_ number: Int, account: Int? = 1, event: String = "signed_in") -> AuditEntry {
        AuditEntry(
            id: .numbered(number), accountID: account.map { .numbered($0) }, event: event, reason: "known",
            client: "app",
            platform: .native, sessionID: .numbered(4), occurredAt: noon(plus: Int64(number)))
    }
}
