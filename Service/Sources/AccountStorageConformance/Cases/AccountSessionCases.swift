internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let accountSessions: [ConformanceCase] = [
        ConformanceCase("an account's sessions are listed page by page, the newest first") { database in
            try await database.keep { records throws(StorageFailure) in
                for number in 0..<20 {
                    var session = Session.sample(number)
                    session.accountID = .numbered(number % 2)
                    try records.recordSession(session)
                }
                _ = try records.endSession(.numbered(4), at: noon)
            }
            let pages = try await database.keep { records throws(StorageFailure) in
                var pages: [[SessionID]] = []
                var last: SessionID?
                for _ in 0..<4 {
                    let page = try records.findSessions(of: .numbered(0), before: last, limit: 4)
                    pages.append(page.map(\.id))
                    last = page.last?.id ?? last
                }
                return pages
            }
            let expected: [[SessionID]] = [[18, 16, 14, 12], [10, 8, 6, 4], [2, 0], []].map { $0.map { .numbered($0) } }
            try expect(pages, is: expected, "the pages")
        },
        ConformanceCase("all sessions of an account are ended, but not those of others and not twice") { database in
            let (ended, rows) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<6 {
                    var session = Session.sample(number)
                    session.accountID = .numbered(number == 5 ? 2 : 1)
                    session.endedAt = number == 0 ? noon(plus: -5) : nil
                    try records.recordSession(session)
                }
                let ended = [
                    try records.endSessions(
                        of: .numbered(1), at: noon(plus: 7), authenticatedBefore: nil, except: .numbered(3)),
                    try records.endSessions(of: .numbered(1), at: noon(plus: 8), authenticatedBefore: nil, except: nil),
                    try records.endSessions(of: .numbered(9), at: noon(plus: 8), authenticatedBefore: nil, except: nil),
                ]
                let rows = try (0..<6).map { number throws(StorageFailure) in
                    try records.findSession(.numbered(number))?.endedAt
                }
                return (ended, rows)
            }
            try expect(ended, is: [3, 1, 0], "how many were ended")
            try expect(
                rows,
                is: [noon(plus: -5), noon(plus: 7), noon(plus: 7), noon(plus: 8), noon(plus: 7), nil],
                "when each was ended")
        },
        ConformanceCase("sessions are ended up to the millisecond before which they were authenticated") { database in
            let left = try await database.keep { records throws(StorageFailure) in
                for number in 0..<4 {
                    var session = Session.sample(number)
                    session.authenticatedAt = noon(plus: Int64(number))
                    try records.recordSession(session)
                }
                _ = try records.endSessions(
                    of: .numbered(1), at: noon(plus: 9), authenticatedBefore: noon(plus: 2), except: nil)
                return try numbers(0..<4) { number throws(StorageFailure) in
                    try records.findSession(.numbered(number))?.endedAt == nil
                }
            }
            try expect(left, is: [2, 3], "the sessions that are left")
        },
    ]
}
