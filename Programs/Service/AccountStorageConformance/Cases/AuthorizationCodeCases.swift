internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let authorizationCodes: [ConformanceCase] = [
        ConformanceCase("an authorization code comes back with every field") { database in
            for number in 1...2 {
                let (isFull, text) = (number == 1, difficultTexts[number + 4])
                let code = ClientAuthorizationCode(
                    id: .numbered(number), client: text, redirectURI: text + "1", scope: text + "2",
                    codeChallenge: isFull ? text + "3" : nil, nonce: isFull ? text + "4" : nil,
                    claims: isFull ? text + "5" : nil, parentID: .numbered(7), accountID: .numbered(8),
                    createdAt: noon(plus: 1), expiresAt: noon(plus: 2), usedAt: isFull ? noon(plus: 3) : nil,
                    sessionID: isFull ? .numbered(9) : nil)
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordAuthorizationCode(code)
                    return try records.findAuthorizationCode(code.id)
                }
                try expect(found, is: code, "the code")
            }
        },
        ConformanceCase("an authorization code's identifier is given once") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAuthorizationCode(.sample()) }
            try await expect(.conflict, "a second code") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    var other = ClientAuthorizationCode.sample()
                    other.usedAt = noon
                    try records.recordAuthorizationCode(other)
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findAuthorizationCode(.numbered(1))
            }
            try expect(found, is: .sample(), "the code")
        },
        ConformanceCase("an authorization code is used once, and names the session that began with it") { database in
            let (used, found) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordAuthorizationCode(.sample(number)) }
                let used = [
                    try records.useAuthorizationCode(.numbered(1), by: .numbered(11), at: noon(plus: 3)),
                    try records.useAuthorizationCode(.numbered(1), by: .numbered(12), at: noon(plus: 4)),
                    try records.useAuthorizationCode(.numbered(9), by: .numbered(13), at: noon(plus: 4)),
                ]
                let found = try (1...2).map { number throws(StorageFailure) in
                    try records.findAuthorizationCode(.numbered(number))
                }
                return (used, found)
            }
            var expected = ClientAuthorizationCode.sample()
            (expected.usedAt, expected.sessionID) = (noon(plus: 3), .numbered(11))
            try expect(used, is: [true, false, false], "whether it was used")
            try expect(found, is: [expected, .sample(2)], "the codes")
        },
        ConformanceCase("an authorization code is used up to the millisecond before it expires, and found after it") {
            database in
            let (used, found) = try await database.keep { records throws(StorageFailure) in
                try records.recordAuthorizationCode(.sample())
                let late = try records.useAuthorizationCode(.numbered(1), by: .numbered(2), at: noon(plus: 60_000))
                let found = try records.findAuthorizationCode(.numbered(1))
                let inTime = try records.useAuthorizationCode(.numbered(1), by: .numbered(2), at: noon(plus: 59_999))
                return ([late, inTime], found)
            }
            try expect(used, is: [false, true], "whether it was used")
            try expect(found, is: .sample(), "the code that was not used in time")
        },
        ConformanceCase("of fifty who use an authorization code at once, one does, and the code names that one") {
            database in
            try await database.keep { records throws(StorageFailure) in try records.recordAuthorizationCode(.sample()) }
            let winners = try await race { number in
                try await database.keep { records throws(StorageFailure) -> SessionID? in
                    let session = SessionID.numbered(number)
                    return try records.useAuthorizationCode(.numbered(1), by: session, at: noon) ? session : nil
                }
            }.compactMap { $0 }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findAuthorizationCode(.numbered(1))?.sessionID
            }
            try expect(winners.count, is: 1, "winners")
            try expect(found, is: winners.first, "the session that began")
        },
        ConformanceCase("authorization codes are removed after their end, used or not, a few at a time") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 {
                    let code = ClientAuthorizationCode(
                        id: .numbered(number), client: "shop", redirectURI: "", scope: "", codeChallenge: nil,
                        nonce: nil, claims: nil, parentID: .numbered(7), accountID: .numbered(1), createdAt: noon,
                        expiresAt: noon(plus: Int64(number)), usedAt: number % 2 == 0 ? noon : nil)
                    try records.recordAuthorizationCode(code)
                }
                return [
                    try records.removeExpiredAuthorizationCodes(before: noon, limit: 100),
                    try records.removeExpiredAuthorizationCodes(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredAuthorizationCodes(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredAuthorizationCodes(before: noon(plus: 7), limit: 4),
                ]
            }
            try expect(removed, is: [0, 4, 3, 0], "how many were removed")
            let left = try await database.keep { records throws(StorageFailure) in
                try numbers(0..<10) { number throws(StorageFailure) in
                    try records.findAuthorizationCode(.numbered(number)) != nil
                }
            }
            try expect(left, is: [7, 8, 9], "the codes that are left")
        },
        ConformanceCase("the open codes of a session that is kept are removed, and no others") { database in
            let left = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 { try records.recordAuthorizationCode(.sample(number)) }
                _ = try records.useAuthorizationCode(.numbered(2), by: .numbered(20), at: noon(plus: 1))
                for (moment, kept) in [(2, nil), (3, 8), (60_000, 7)] as [(Int64, Int?)] {
                    _ = try records.endSessions(
                        of: .numbered(1), at: noon(plus: moment), authenticatedBefore: nil,
                        except: kept.map { SessionID.numbered($0) })
                }
                let before = try numbers(1..<4) { number throws(StorageFailure) in
                    try records.findAuthorizationCode(.numbered(number)) != nil
                }
                _ = try records.endSessions(
                    of: .numbered(1), at: noon(plus: 59_999), authenticatedBefore: nil, except: .numbered(7))
                let after = try numbers(1..<4) { number throws(StorageFailure) in
                    try records.findAuthorizationCode(.numbered(number)) != nil
                }
                return [before, after]
            }
            try expect(left, is: [[1, 2, 3], [2]], "the codes that are left")
        },
    ]
}
