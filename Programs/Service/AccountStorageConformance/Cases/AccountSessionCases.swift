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
        ConformanceCase("the browsers' names of an account leave its sessions at once, and no other") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<4 {
                    var session = Session.sample(number)
                    session.accountID = .numbered(number == 3 ? 2 : 1)
                    session.endedAt = number == 0 ? noon(plus: -5) : nil
                    session.browser = number == 2 ? nil : "Firefox (Windows)"
                    try records.recordSession(session)
                }
                let removed = [
                    try records.removeBrowserNames(of: .numbered(1)), try records.removeBrowserNames(of: .numbered(1)),
                ]
                let left = try (0..<4).map { number throws(StorageFailure) in
                    try records.findSession(.numbered(number))?.browser
                }
                return (removed, left)
            }
            try expect(removed, is: [2, 0], "from how many the name was removed")
            try expect(left, is: [nil, nil, nil, "Firefox (Windows)"], "the names that are left")
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
        ConformanceCase("sessions of one client or of all are ended, but not those of another identity or a password") {
            database in
            let (ended, left) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<7 {
                    var session = Session.sample(number)
                    session.accountID = .numbered(number == 6 ? 2 : 1)
                    session.identityID = number == 5 ? nil : .numbered(number == 4 ? 9 : 8)
                    session.appleClientID = number == 5 ? nil : number == 3 ? "web" : "app"
                    session.authenticatedAt = noon(plus: number == 2 ? 1 : 0)
                    session.endedAt = number == 1 ? noon(plus: -1) : nil
                    try records.recordSession(session)
                }
                let ended = try ["app", nil].map { client throws(StorageFailure) in
                    try records.endSessions(
                        of: .numbered(1), under: (identityID: .numbered(8), clientID: client), at: noon(plus: 7),
                        authenticatedBefore: noon(plus: 1))
                }
                return (
                    ended,
                    try numbers(0..<7) { number throws(StorageFailure) in
                        try records.findSession(.numbered(number))?.endedAt == nil
                    }
                )
            }
            try expect(ended, is: [1, 1], "how many were ended")
            try expect(left, is: [2, 4, 5, 6], "the sessions that are left")
        },
        ConformanceCase("clients' sessions end with the session of the grant, and their clients are told") { database in
            let (ended, left, told) = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    var session = Session.sample(number)
                    (session.identityID, session.appleClientID) = (.numbered(8), number == 4 ? "other" : "web")
                    try records.recordSession(session)
                }
                try records.recordClientSession(.sample(2, under: 1))
                try records.recordClientSession(.sample(3, under: 1, isDetached: true))
                try records.recordClientSession(.sample(4, under: 1, isDetached: true))
                // This one ended before, and its client was told.
                try records.recordSession(.sample(5))
                try records.recordClientSession(.sample(5, under: 1))
                _ = try records.endSession(.numbered(5), at: noon)
                _ = try records.removeLogoutNotice(.numbered(5))
                let ended = try records.endSessions(
                    of: .numbered(1), under: (identityID: .numbered(8), clientID: "web"), at: noon(plus: 7),
                    authenticatedBefore: noon(plus: 1))
                let left = try numbers(1..<5) { number throws(StorageFailure) in
                    try records.findSession(.numbered(number))?.endedAt == nil
                }
                let told = try records.takeLogoutNotices(
                    of: "shop", dueAt: noon(plus: 7), returnsAt: noon(plus: 9), limit: 9)
                return (ended, left, told.map(\.session.id).sorted())
            }
            try expect(ended, is: 3, "how many were ended")
            try expect(left, is: [4], "the session that is left")
            try expect(told, is: [.numbered(2), .numbered(3), .numbered(4)], "the clients that are told")
        },
    ]
}
