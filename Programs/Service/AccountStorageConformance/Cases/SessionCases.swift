internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let sessions: [ConformanceCase] = [
        ConformanceCase("a session comes back with every field") { database in
            for (number, platform) in Platform.allCases.enumerated() {
                let session = Session(
                    id: .numbered(number), accountID: .numbered(77), clientID: difficultTexts[number + 4],
                    platform: platform, createdAt: noon(plus: 1), authenticatedAt: noon(plus: 2),
                    counter: .max - Int64(number), firstCounter: .max - 10, usedCounter: Int64(number) - 1,
                    renewedAt: noon(plus: 3), expiresAt: noon(plus: 4),
                    endedAt: number == 0 ? nil : noon(plus: 5),
                    grant: number == 1 ? nil : (.numbered(8), clientID: difficultTexts[number + 3]),
                    browser: number == 2 ? nil : difficultTexts[number + 2])
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordSession(session)
                    return try records.findSession(session.id)
                }
                try expect(found, is: session, "the session")
            }
        },
        ConformanceCase("a session is found with its account, if that is there") { database in
            let (before, after, unknown) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample())
                let before = try records.findSessionAndAccount(.numbered(1))
                try records.recordAccount(.sample())
                let after = try records.findSessionAndAccount(.numbered(1))
                return (before, after, try records.findSessionAndAccount(.numbered(9)))
            }
            try expect(before?.session, is: .sample(), "the session without an account")
            try expect(before?.account, is: nil, "no account")
            try expect(after?.session, is: .sample(), "the session")
            try expect(after?.account, is: .sample(), "the session's account")
            try expect(unknown == nil, is: true, "whether nothing was found")
        },
        ConformanceCase("a session's identifier is given once") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordSession(.sample()) }
            try await expect(.conflict, "a second session") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    var other = Session.sample()
                    other.accountID = .numbered(2)
                    try records.recordSession(other)
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findSession(.numbered(1))
            }
            try expect(found, is: .sample(), "the session")
        },
        ConformanceCase("renewing moves counters, time and expiry, and nothing else") { database in
            // The new expiry is on the same day first, then on a later one. An index by day must follow.
            for (number, life) in ([90_000, 86_400_000 * 40] as [Int64]).enumerated() {
                var session = Session.sample(number)
                try await database.keep { records throws(StorageFailure) in
                    try records.recordSession(.sample(number))
                }
                let renewed = [
                    try await database.renew(
                        number, used: -1, first: 0, at: noon(plus: 6), expiresAt: noon(plus: life)),
                    try await database.renew(
                        number, fromCounter: 1, used: 7, first: 5, at: noon(plus: 7), expiresAt: noon(plus: life)),
                ]
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.findSession(.numbered(number))
                }
                (session.counter, session.firstCounter, session.usedCounter) = (2, 5, 7)
                (session.renewedAt, session.expiresAt) = (noon(plus: 7), noon(plus: life))
                try expect(renewed, is: [true, true], "whether it was renewed")
                try expect(found, is: session, "the session")
            }
        },
        ConformanceCase("a session is renewed from its own counter only") { database in
            try await database.keep { records throws(StorageFailure) in
                var session = Session.sample()
                session.counter = 5
                try records.recordSession(session)
            }
            for counter in [4, 6, 0, .max, -1] as [Int64] {
                let isRenewed = try await database.renew(fromCounter: counter, used: 5, first: 6)
                try expect(isRenewed, is: false, "whether it was renewed from \(counter)")
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findSession(.numbered(1))
            }
            try expect(found?.counter, is: 5, "the counter")
            try expect(found?.expiresAt, is: noon(plus: 60_000), "the expiry")
        },
        ConformanceCase("a session whose counter is at its end is not renewed, and stays as it is") { database in
            var session = Session.sample()
            session.counter = .max
            let last = session
            try await database.keep { records throws(StorageFailure) in try records.recordSession(last) }
            try expect(try await database.renew(fromCounter: .max), is: false, "whether it was renewed")
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findSession(.numbered(1))
            }
            try expect(found, is: last, "the session")
        },
        ConformanceCase("of fifty who renew a session at once, one does") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordSession(.sample()) }
            let renewed = try await race { _ in try await database.renew() }
            try expect(renewed.filter { $0 }.count, is: 1, "winners")
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findSession(.numbered(1))
            }
            try expect(found?.counter, is: 1, "the counter")
        },
        ConformanceCase("a session is renewed up to the millisecond before it is over") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordSession(.sample()) }
            let renewed = [
                try await database.renew(at: noon(plus: 60_000)), try await database.renew(at: noon(plus: 59_999)),
            ]
            try expect(renewed, is: [false, true], "whether it was renewed")
        },
        ConformanceCase("an ended or unknown session is neither renewed nor extended") { database in
            let extended = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample())
                _ = try records.endSession(.numbered(1), at: noon)
                return try [1, 2].map { number throws(StorageFailure) in
                    try records.extendSession(.numbered(number), at: noon, expiresAt: noon(plus: 90_000))
                }
            }
            try expect(extended, is: [false, false], "whether it was extended")
            let renewed = [try await database.renew(1), try await database.renew(2)]
            try expect(renewed, is: [false, false], "whether it was renewed")
        },
        ConformanceCase("extending moves time and expiry, and nothing else, until the session is over") { database in
            // The new expiry is on the same day first, then on a later one. An index by day must follow.
            for (number, life) in ([90_000, 86_400_000 * 40] as [Int64]).enumerated() {
                var session = Session.sample(number)
                (session.counter, session.firstCounter, session.usedCounter) = (8, 6, 3)
                let stored = session
                let (extended, found) = try await database.keep { records throws(StorageFailure) in
                    try records.recordSession(stored)
                    let extended = [
                        try records.extendSession(
                            .numbered(number), at: noon(plus: 60_000), expiresAt: noon(plus: life)),
                        try records.extendSession(
                            .numbered(number), at: noon(plus: 59_999), expiresAt: noon(plus: life)),
                    ]
                    return (extended, try records.findSession(.numbered(number)))
                }
                (session.renewedAt, session.expiresAt) = (noon(plus: 59_999), noon(plus: life))
                try expect(extended, is: [false, true], "whether it was extended")
                try expect(found, is: session, "the session")
            }
        },
        ConformanceCase("sessions are removed once their life is over, a few at a time") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 {
                    var session = Session.sample(number)
                    session.expiresAt = noon(plus: Int64(number) * 43_200_000)
                    if number == 1 { session.endedAt = noon }
                    try records.recordSession(session)
                }
                // This renewal moves the expiry far into the future, so the session is not removed.
                try records.renewSession(
                    required: .numbered(2), fromCounter: 0, used: 0, first: 1, at: noon,
                    expiresAt: noon(plus: 50 * 86_400_000))
                return [
                    try records.removeExpiredSessions(before: noon, limit: 100),
                    try records.removeExpiredSessions(before: noon(plus: 7 * 43_200_000), limit: 4),
                    try records.removeExpiredSessions(before: noon(plus: 7 * 43_200_000), limit: 4),
                    try records.removeExpiredSessions(before: noon(plus: 7 * 43_200_000), limit: 4),
                ]
            }
            try expect(removed, is: [0, 4, 2, 0], "how many were removed")
            let left = try await database.keep { records throws(StorageFailure) in
                try numbers(0..<10) { number throws(StorageFailure) in
                    try records.findSession(.numbered(number)) != nil
                }
            }
            try expect(left, is: [2, 7, 8, 9], "the sessions that are left")
        },
        ConformanceCase("a session whose life was made shorter is removed once that is over") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    var session = Session.sample(number)
                    session.expiresAt = noon(plus: 40 * 86_400_000)
                    try records.recordSession(session)
                }
                try records.renewSession(
                    required: .numbered(1), fromCounter: 0, used: 0, first: 1, at: noon, expiresAt: noon(plus: 60_000))
                _ = try records.extendSession(.numbered(2), at: noon, expiresAt: noon(plus: 60_000))
                return try records.removeExpiredSessions(before: noon(plus: 2 * 86_400_000), limit: 100)
            }
            try expect(removed, is: 2, "how many were removed")
        },
    ]

    static let sessionEnds: [ConformanceCase] = [
        ConformanceCase("a session is ended once, and its first end counts") { database in
            let (ended, found) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample())
                let ended = [
                    try records.endSession(.numbered(1), at: noon(plus: 3)),
                    try records.endSession(.numbered(1), at: noon(plus: 4)),
                    try records.endSession(.numbered(2), at: noon(plus: 4)),
                ]
                return (ended, try records.findSession(.numbered(1)))
            }
            var expected = Session.sample()
            expected.endedAt = noon(plus: 3)
            try expect(ended, is: [true, false, false], "whether this call ended it")
            try expect(found, is: expected, "the session")
        },
        ConformanceCase("of fifty who end a session at once, one does") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordSession(.sample()) }
            let ended = try await race { number in
                try await database.keep { records throws(StorageFailure) in
                    try records.endSession(.numbered(1), at: noon(plus: Int64(number)))
                }
            }
            try expect(ended.filter { $0 }.count, is: 1, "winners")
        },
        ConformanceCase("ended sessions are listed by time, from the moment asked for") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for (number, offset) in [(1, 30), (2, 10), (3, 20), (4, 10), (5, 9)] as [(Int, Int64)] {
                    try records.recordSession(.sample(number))
                    _ = try records.endSession(.numbered(number), at: noon(plus: offset))
                }
                try records.recordSession(.sample(6))
                return try records.findEndedSessions(since: noon(plus: 10), limit: 100)
            }
            let expected = ([(2, 10), (4, 10), (3, 20), (1, 30)] as [(Int, Int64)]).map {
                EndedSession(id: .numbered($0.0), endedAt: noon(plus: $0.1))
            }
            try expect(found, is: expected, "the ended sessions")
        },
        ConformanceCase("ended sessions are listed page by page, none twice and none left out") { database in
            let found = try await database.keep { records throws(StorageFailure) -> [EndedSession] in
                for number in 0..<23 {
                    try records.recordSession(.sample(number))
                    _ = try records.endSession(.numbered(number), at: noon(plus: Int64(number / 10)))
                }
                var found = try records.findEndedSessions(since: noon, limit: 4)
                for _ in 0..<10 {
                    guard let last = found.last else { break }
                    found += try records.findEndedSessions(since: last.endedAt, after: last.id, limit: 4)
                }
                return found
            }
            try expect(found.map(\.id), is: (0..<23).map { .numbered($0) }, "the pages")
        },
    ]
}
