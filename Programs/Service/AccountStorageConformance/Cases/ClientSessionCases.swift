internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let clientSessions: [ConformanceCase] = [
        ConformanceCase("a client's session comes back with every field, and a session has none of it") { database in
            for number in 1...2 {
                let text = difficultTexts[number + 4]
                let session = ClientSession(
                    id: .numbered(number), parentID: .numbered(7), accountID: .numbered(8), client: text,
                    scope: text + "1", claims: number == 1 ? text + "2" : nil, isDetached: number == 1,
                    expiresAt: noon(plus: 3))
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordClientSession(session)
                    return try records.findClientSession(session.id)
                }
                try expect(found, is: session, "the client's session")
            }
            let (session, none) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(9))
                return (try records.findSession(.numbered(1)), try records.findClientSession(.numbered(9)))
            }
            try expect(session, is: nil, "a session that was not stored")
            try expect(none, is: nil, "what a session that is no client's has besides")
        },
        ConformanceCase("a client's session's identifier is given once") { database in
            try await database.keep { records throws(StorageFailure) in
                try records.recordClientSession(.sample(1, under: 7))
            }
            try await expect(.conflict, "a second record") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    try records.recordClientSession(.sample(1, under: 8))
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findClientSession(.numbered(1))
            }
            try expect(found, is: .sample(1, under: 7), "the client's session")
        },
        ConformanceCase("clients' sessions move from one session to another, and no others move") { database in
            let (moved, parents) = try await database.keep { records throws(StorageFailure) in
                for (number, parent) in [(1, 11), (2, 11), (3, 12), (4, 13)] {
                    try records.recordClientSession(.sample(number, under: parent, isDetached: number == 2))
                }
                let moved = [
                    try records.moveClientSessions(from: .numbered(11), to: .numbered(12)),
                    try records.moveClientSessions(from: .numbered(11), to: .numbered(12)),
                ]
                let parents = try (1...4).map { number throws(StorageFailure) in
                    try records.findClientSession(.numbered(number))?.parentID
                }
                return (moved, parents)
            }
            try expect(moved, is: [2, 0], "how many moved")
            try expect(parents, is: [12, 12, 12, 13].map { .numbered($0) }, "the sessions above them")
        },
        ConformanceCase("an account's clients' sessions are found, live or not, the newest first") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in [3, 1, 4, 2] { try records.recordClient(number, under: 7) }
                try records.recordClientSession(
                    ClientSession(
                        id: .numbered(5), parentID: .numbered(7), accountID: .numbered(2), client: "shop", scope: "",
                        claims: nil, isDetached: false, expiresAt: noon))
                _ = try records.endSession(.numbered(3), at: noon)
                return try [(1, 9), (1, 2), (1, 0), (2, 9), (3, 9)].map {
                    (account: Int, limit: Int) throws(StorageFailure) in
                    try records.findClientSessions(of: .numbered(account), limit: limit).map(\.id)
                }
            }
            let expected: [[SessionID]] = [[4, 3, 2, 1], [4, 3], [], [5], []].map { $0.map { .numbered($0) } }
            try expect(found, is: expected, "the sessions")
        },
        ConformanceCase("the detached sessions under a session are found, even if that is over, but none that ended") {
            database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                for number in [5, 2, 4, 3] { try records.recordClient(number, under: 1, isDetached: number != 3) }
                try records.recordClient(6, under: 7, isDetached: true)
                // A record without its session is of no session that is live.
                try records.recordClientSession(.sample(8, under: 1, isDetached: true))
                _ = try records.endSession(.numbered(4), at: noon)
                let before = try records.findDetachedSessions(under: .numbered(1), limit: 9)
                _ = try records.endSession(.numbered(1), at: noon)
                let after = try [9, 1, 0].map { limit throws(StorageFailure) in
                    try records.findDetachedSessions(under: .numbered(1), limit: limit)
                }
                return ([before] + after).map { $0.map(\.id) }
            }
            let expected: [[SessionID]] = [[2, 5], [2, 5], [2], []].map { $0.map { .numbered($0) } }
            try expect(found, is: expected, "the sessions")
        },
        ConformanceCase("clients' sessions are removed after their end, a few at a time") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 {
                    try records.recordClientSession(
                        ClientSession(
                            id: .numbered(number), parentID: .numbered(11), accountID: .numbered(1), client: "shop",
                            scope: "", claims: nil, isDetached: number == 2, expiresAt: noon(plus: Int64(number))))
                }
                return [
                    try records.removeExpiredClientSessions(before: noon, limit: 100),
                    try records.removeExpiredClientSessions(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredClientSessions(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredClientSessions(before: noon(plus: 7), limit: 4),
                ]
            }
            try expect(removed, is: [0, 4, 3, 0], "how many were removed")
            let left = try await database.keep { records throws(StorageFailure) in
                try numbers(0..<10) { number throws(StorageFailure) in
                    try records.findClientSession(.numbered(number)) != nil
                }
            }
            try expect(left, is: [7, 8, 9], "the clients' sessions that are left")
        },
    ]

    static let logoutNotices: [ConformanceCase] = [
        ConformanceCase("logout notices are taken when they are due, the longest overdue first") { database in
            let taken = try await database.keep { records throws(StorageFailure) in
                for (number, end) in [(1, 30), (2, 10), (3, 20), (4, 10)] as [(Int, Int64)] {
                    try records.recordClient(number, under: 7)
                    _ = try records.endSession(.numbered(number), at: noon(plus: end))
                }
                try records.recordClient(5, under: 7)
                return try [(9, 9), (10, 1), (20, 9), (30, 0), (30, 9)].map {
                    (moment: Int64, limit: Int) throws(StorageFailure) in
                    try records.takeNotices(dueAt: moment, limit: limit)
                }
            }
            try expect(taken, is: [[], [2], [4, 3], [], [1]], "what was taken")
        },
        ConformanceCase("a taken logout notice counts its attempt, has its session, and comes back") { database in
            let session = ClientSession(
                id: .numbered(1), parentID: .numbered(7), accountID: .numbered(8), client: "shop", scope: "openid",
                claims: "{}", isDetached: true, expiresAt: noon(plus: 3))
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                try records.recordClientSession(session)
                _ = try records.endSession(.numbered(1), at: noon)
                let first = try records.takeLogoutNotices(of: "shop", dueAt: noon, returnsAt: noon(plus: 50), limit: 9)
                let none = try records.takeLogoutNotices(
                    of: "shop", dueAt: noon(plus: 49), returnsAt: noon(plus: 99), limit: 9)
                let second = try records.takeLogoutNotices(
                    of: "shop", dueAt: noon(plus: 50), returnsAt: noon(plus: 99), limit: 9)
                return [first, none, second]
            }
            let notices = (1...2).map { LogoutNotice(session: session, attempts: $0) }
            try expect(found, is: [[notices[0]], [], [notices[1]]], "the notices")
        },
        ConformanceCase("of fifty who take logout notices at once, each notice goes to one") { database in
            try await database.keep { records throws(StorageFailure) in
                for number in 0..<20 {
                    try records.recordClient(number, under: 77)
                    _ = try records.endSession(.numbered(number), at: noon)
                }
            }
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.takeLogoutNotices(of: "shop", dueAt: noon, returnsAt: noon(plus: 1_000), limit: 3)
                        .map(\.session.id)
                }
            }
            try expect(taken.flatMap { $0 }.sorted(), is: (0..<20).map { .numbered($0) }, "what was taken")
        },
        ConformanceCase("a logout notice that is put back keeps its attempts, and only one that waits is put back") {
            database in
            let (answers, early, found) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordClient(number, under: 7) }
                _ = try records.endSession(.numbered(1), at: noon)
                _ = try records.takeLogoutNotices(of: "shop", dueAt: noon, returnsAt: noon(plus: 50), limit: 9)
                let answers = try (1...3).map { number throws(StorageFailure) in
                    try records.postponeLogoutNotice(.numbered(number), dueAt: noon(plus: 90))
                }
                let early = try records.takeNotices(dueAt: 89)
                return (
                    answers, early,
                    try records.takeLogoutNotices(
                        of: "shop", dueAt: noon(plus: 90), returnsAt: noon(plus: 99), limit: 9)
                )
            }
            try expect(answers, is: [true, false, false], "whether there is one")
            try expect(early, is: [], "what was taken before its time")
            try expect(found, is: [LogoutNotice(session: .sample(1, under: 7), attempts: 2)], "the notice")
        },
        ConformanceCase("a logout notice leaves once, and its session's record stays") { database in
            let (answers, taken, found) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordClient(number, under: 7) }
                _ = try records.endSession(.numbered(1), at: noon)
                let answers = [
                    try records.removeLogoutNotice(.numbered(1)), try records.removeLogoutNotice(.numbered(1)),
                    try records.removeLogoutNotice(.numbered(2)), try records.removeLogoutNotice(.numbered(3)),
                ]
                return (answers, try records.takeNotices(dueAt: 999), try records.findClientSession(.numbered(1)))
            }
            try expect(answers, is: [true, false, false, false], "whether there was one")
            try expect(taken, is: [], "the notices that are left")
            try expect(found, is: .sample(1, under: 7), "the client's session")
        },
    ]
}

extension AccountTransaction {
    /// Records a client's session with its record.
    func recordClient(
        _ number: Int, under parent: Int, isDetached: Bool = false, authenticatedAt: Date = noon
    ) throws(StorageFailure) {
        var session = Session.sample(number)
        (session.clientID, session.platform, session.authenticatedAt) = ("shop", .openID, authenticatedAt)
        try recordSession(session)
        try recordClientSession(.sample(number, under: parent, isDetached: isDetached))
    }

    /// Takes notices until a second later, and returns the numbers of their sessions.
    func takeNotices(dueAt milliseconds: Int64, limit: Int = 100) throws(StorageFailure) -> [UInt64] {
        let moment = noon(plus: milliseconds)
        return try takeLogoutNotices(of: "shop", dueAt: moment, returnsAt: moment + 1, limit: limit).map(
            \.session.id.low)
    }
}
