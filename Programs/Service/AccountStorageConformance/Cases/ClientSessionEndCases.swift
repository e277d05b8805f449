internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let clientSessionEnds: [ConformanceCase] = [
        ConformanceCase("with a session, the clients' sessions under it end unless they are detached") { database in
            let (isEnded, ends, taken) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordSession(.sample(number)) }
                for (number, parent) in [(3, 1), (4, 1), (5, 2)] { try records.recordClient(number, under: parent) }
                try records.recordClient(6, under: 1, isDetached: true)
                let isEnded = try records.endSession(.numbered(1), at: noon(plus: 7))
                let taken = [try records.takeNotices(dueAt: 6), try records.takeNotices(dueAt: 7)]
                return (isEnded, try records.ends(1...6), taken)
            }
            let end = noon(plus: 7)
            try expect(isEnded, is: true, "whether the session was ended")
            try expect(ends, is: [end, nil, end, end, nil, nil], "when each was ended")
            try expect(taken, is: [[], [3, 4, 6]], "the clients that are told")
        },
        ConformanceCase("a client's session that ends by itself leaves the others, and its client is told") {
            database in
            let (isEnded, ends, taken) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                for number in 2...3 { try records.recordClient(number, under: 1) }
                try records.recordClient(4, under: 1, isDetached: true)
                let isEnded = [
                    try records.endSession(.numbered(2), at: noon(plus: 5)),
                    try records.endSession(.numbered(4), at: noon(plus: 6)),
                ]
                let taken = [try records.takeNotices(dueAt: 5), try records.takeNotices(dueAt: 6)]
                return (isEnded, try records.ends(1...4), taken)
            }
            try expect(isEnded, is: [true, true], "whether each was ended")
            try expect(ends, is: [nil, noon(plus: 5), nil, noon(plus: 6)], "when each was ended")
            try expect(taken, is: [[2], [4]], "the clients that are told")
        },
        ConformanceCase("a session that a call does not end changes nothing under it") { database in
            let (isEnded, ends, taken) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                _ = try records.endSession(.numbered(1), at: noon)
                try records.recordClient(2, under: 1)
                try records.recordClient(3, under: 1, isDetached: true)
                try records.recordClient(4, under: 9)
                let isEnded = [
                    try records.endSession(.numbered(1), at: noon(plus: 5)),
                    try records.endSession(.numbered(9), at: noon(plus: 5)),
                ]
                return (isEnded, try records.ends(1...4), try records.takeNotices(dueAt: 999))
            }
            try expect(isEnded, is: [false, false], "whether each was ended")
            try expect(ends, is: [noon, nil, nil, nil], "when each was ended")
            try expect(taken, is: [], "the clients that are told")
        },
        ConformanceCase("a client whose session ended before is told once, and its first end counts") { database in
            let (ends, taken) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                for number in 2...3 { try records.recordClient(number, under: 1) }
                _ = try records.endSession(.numbered(2), at: noon(plus: 3))
                _ = try records.removeLogoutNotice(.numbered(2))
                _ = try records.endSession(.numbered(1), at: noon(plus: 5))
                return (try records.ends(1...3), try records.takeNotices(dueAt: 999))
            }
            try expect(ends, is: [noon(plus: 5), noon(plus: 3), noon(plus: 5)], "when each was ended")
            try expect(taken, is: [3], "the clients that are told")
        },
        ConformanceCase("a logout notice that is already due stays as it is") { database in
            let (taken, notices) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                for number in 2...3 { try records.recordClient(number, under: 1, isDetached: true) }
                _ = try records.endSession(.numbered(2), at: noon(plus: 10))
                _ = try records.endSession(.numbered(1), at: noon(plus: 5))
                let taken = [try records.takeNotices(dueAt: 5), try records.takeNotices(dueAt: 10)]
                // Both were told once, and are told again after a second. This end changes neither.
                _ = try records.endSession(.numbered(3), at: noon(plus: 20))
                let early = try records.takeNotices(dueAt: 1_004)
                let later = noon(plus: 2_000)
                let notices = try records.takeLogoutNotices(of: "shop", dueAt: later, returnsAt: later, limit: 9)
                return (taken + [early], notices)
            }
            try expect(taken, is: [[3], [2], []], "the clients that are told")
            try expect(notices.map(\.session.id), is: [.numbered(3), .numbered(2)], "the clients that are told again")
            try expect(notices.map(\.attempts), is: [2, 2], "the attempts")
        },
        ConformanceCase("after a logout notice was removed, the next end makes a new one") { database in
            let notices = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                try records.recordClient(2, under: 1, isDetached: true)
                _ = try records.endSession(.numbered(1), at: noon)
                _ = try records.takeNotices(dueAt: 0)
                _ = try records.removeLogoutNotice(.numbered(2))
                _ = try records.endSession(.numbered(2), at: noon(plus: 5))
                return try records.takeLogoutNotices(
                    of: "shop", dueAt: noon(plus: 5), returnsAt: noon(plus: 9), limit: 9)
            }
            let expected = LogoutNotice(session: .sample(2, under: 1, isDetached: true), attempts: 1)
            try expect(notices, is: [expected], "the notice")
        },
        ConformanceCase("clients' sessions that moved end with the session above them now") { database in
            let (ends, taken) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordSession(.sample(number)) }
                for number in 3...4 { try records.recordClient(number, under: 1, isDetached: number == 4) }
                _ = try records.moveClientSessions(from: .numbered(1), to: .numbered(2))
                _ = try records.endSession(.numbered(1), at: noon)
                let before = (try records.ends(1...4), try records.takeNotices(dueAt: 999))
                _ = try records.endSession(.numbered(2), at: noon(plus: 5))
                return (
                    [before.0, try records.ends(1...4)], [before.1, try records.takeNotices(dueAt: 999)]
                )
            }
            let end = noon(plus: 5)
            try expect(ends, is: [[noon, nil, nil, nil], [noon, end, end, nil]], "when each was ended")
            try expect(taken, is: [[], [3, 4]], "the clients that are told")
        },
        ConformanceCase("all sessions of an account end with the clients' sessions, each counted once") { database in
            let (counts, ends, taken) = try await database.keep { records throws(StorageFailure) in
                var other = Session.sample(6)
                other.accountID = .numbered(2)
                try records.recordSession(.sample(1))
                try records.recordSession(other)
                for number in 2...4 { try records.recordClient(number, under: 1, isDetached: number == 4) }
                // These two are under sessions that do not end: one is unknown, and one is another account's.
                try records.recordClient(5, under: 99)
                var stranger = Session.sample(7)
                stranger.accountID = .numbered(2)
                try records.recordSession(stranger)
                try records.recordClientSession(.sample(7, under: 6))
                let counts = try [5, 6].map { (moment: Int64) throws(StorageFailure) in
                    try records.endSessions(
                        of: .numbered(1), at: noon(plus: moment), authenticatedBefore: nil, except: nil)
                }
                return (counts, try records.ends(1...7), try records.takeNotices(dueAt: 5))
            }
            let end = noon(plus: 5)
            try expect(counts, is: [5, 0], "how many were ended")
            try expect(ends, is: [end, end, end, end, end, nil, nil], "when each was ended")
            try expect(taken, is: [2, 3, 4, 5], "the clients that are told")
        },
        ConformanceCase("a session that is kept keeps the clients' sessions under it, but not the detached ones") {
            database in
            let (count, ends, taken) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordSession(.sample(number)) }
                for (number, parent, isDetached) in [
                    (3, 1, false), (4, 1, true), (5, 2, false), (6, 2, true),
                ] {
                    try records.recordClient(number, under: parent, isDetached: isDetached)
                }
                let count = try records.endSessions(
                    of: .numbered(1), at: noon(plus: 5), authenticatedBefore: nil, except: .numbered(1))
                return (count, try records.ends(1...6), try records.takeNotices(dueAt: 5))
            }
            let end = noon(plus: 5)
            try expect(count, is: 4, "how many were ended")
            try expect(ends, is: [nil, end, nil, end, end, end], "when each was ended")
            try expect(taken, is: [4, 5, 6], "the clients that are told")
        },
        ConformanceCase("a client's session that is kept outlives the session above it") { database in
            let (count, ends, taken) = try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                for number in 2...3 { try records.recordClient(number, under: 1) }
                let count = try records.endSessions(
                    of: .numbered(1), at: noon(plus: 5), authenticatedBefore: nil, except: .numbered(2))
                return (count, try records.ends(1...3), try records.takeNotices(dueAt: 5))
            }
            try expect(count, is: 2, "how many were ended")
            try expect(ends, is: [noon(plus: 5), nil, noon(plus: 5)], "when each was ended")
            try expect(taken, is: [3], "the clients that are told")
        },
        ConformanceCase("clients' sessions end with a session that was authenticated before, whenever they were") {
            database in
            let (count, ends, taken) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    var session = Session.sample(number)
                    session.authenticatedAt = noon(plus: Int64(number))
                    try records.recordSession(session)
                }
                let late = noon(plus: 9)
                try records.recordClient(3, under: 1, authenticatedAt: late)
                try records.recordClient(4, under: 1, isDetached: true, authenticatedAt: late)
                try records.recordClient(5, under: 2, authenticatedAt: late)
                try records.recordClient(6, under: 2, authenticatedAt: noon)
                // These two ended before: one client was told, the other waits for its notice.
                for number in 7...8 {
                    try records.recordClient(number, under: 1, isDetached: number == 8, authenticatedAt: late)
                    _ = try records.endSession(.numbered(number), at: noon(plus: 3))
                }
                _ = try records.removeLogoutNotice(.numbered(7))
                let count = try records.endSessions(
                    of: .numbered(1), at: noon(plus: 20), authenticatedBefore: noon(plus: 2), except: nil)
                return (count, try records.ends(1...8), try records.takeNotices(dueAt: 20))
            }
            let (end, before) = (noon(plus: 20), noon(plus: 3))
            try expect(count, is: 3, "how many were ended")
            try expect(ends, is: [end, nil, end, nil, nil, end, before, before], "when each was ended")
            try expect(taken, is: [8, 3, 4, 6], "the clients that are told")
        },
        ConformanceCase("of fifty who end a session at once, one ends the clients' sessions and makes the notices") {
            database in
            try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                for number in 2...3 { try records.recordClient(number, under: 1, isDetached: number == 3) }
            }
            let winners = try await race { number in
                let end = noon(plus: Int64(number))
                return try await database.keep { records throws(StorageFailure) -> Date? in
                    try records.endSession(.numbered(1), at: end) ? end : nil
                }
            }.compactMap { $0 }
            try expect(winners.count, is: 1, "winners")
            let (ends, early, taken) = try await database.keep { records throws(StorageFailure) in
                let ends = try records.ends(1...3)
                let moment = winners[0]
                let early = try records.takeLogoutNotices(
                    of: "shop", dueAt: moment - 0.001, returnsAt: moment + 1, limit: 9)
                let taken = try records.takeLogoutNotices(of: "shop", dueAt: moment, returnsAt: moment + 1, limit: 9)
                return (ends, early, taken.map(\.session.id))
            }
            try expect(ends, is: [winners[0], winners[0], nil], "when each was ended")
            try expect(early, is: [], "the clients that are told before")
            try expect(taken, is: [.numbered(2), .numbered(3)], "the clients that are told")
        },
        ConformanceCase("an end that is not kept ends no client's session and makes no notice") { database in
            try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample(1))
                try records.recordClient(2, under: 1)
            }
            let isEnded = try await database.transaction { records throws(StorageFailure) in
                .discard(try records.endSession(.numbered(1), at: noon))
            }
            let (ends, taken) = try await database.keep { records throws(StorageFailure) in
                (try records.ends(1...2), try records.takeNotices(dueAt: 999))
            }
            try expect(isEnded, is: true, "whether the session was ended")
            try expect(ends, is: [nil, nil], "when each was ended")
            try expect(taken, is: [], "the clients that are told")
        },
    ]
}

extension AccountTransaction {
    /// When each of these sessions was ended.
    fileprivate func ends(_ numbers: ClosedRange<Int>) throws(StorageFailure) -> [Date?] {
        try numbers.map { number throws(StorageFailure) in try findSession(.numbered(number))?.endedAt }
    }
}
