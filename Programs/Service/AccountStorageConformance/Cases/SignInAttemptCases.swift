internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let attempts: [ConformanceCase] = [
        ConformanceCase("an attempt comes back with every field") { database in
            var number = 0
            for kind in SignInAttempt.Kind.allCases {
                for state in SignInAttempt.State.allCases {
                    number += 1
                    let attempt = SignInAttempt(
                        id: .numbered(number), kind: kind, client: difficultTexts[number],
                        browserProofHash: kind == .native ? nil : Array(0...31),
                        returnTarget: kind == .native ? nil : "https://example.com/" + difficultTexts[number + 5],
                        createdAt: noon(plus: 1), expiresAt: noon(plus: 2), state: state, failures: number,
                        claim: state == .open ? nil : .sample(UInt8(number), plus: 1))
                    let found = try await database.keep { records throws(StorageFailure) in
                        try records.recordAttempt(attempt)
                        return try records.findAttempt(attempt.id)
                    }
                    try expect(found, is: attempt, "the attempt")
                }
            }
        },
        ConformanceCase("an attempt's identifier is given once") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAttempt(.sample()) }
            try await expect(.conflict, "a second attempt") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordAttempt(.sample()) }
            }
        },
        ConformanceCase("of fifty who record an attempt if it is new, one does, and the first stays") { database in
            let results = try await race { number in
                try await database.keep { records throws(StorageFailure) in
                    var attempt = SignInAttempt.sample()
                    (attempt.state, attempt.claim) = (.claimed, .sample(UInt8(number)))
                    return (number: number, isWinner: try records.recordAttempt(ifNew: attempt))
                }
            }
            let winners = results.filter(\.isWinner).map(\.number)
            try expect(winners.count, is: 1, "winners")
            let again = try await database.keep { records throws(StorageFailure) in
                try records.recordAttempt(ifNew: .sample())
            }
            try expect(again, is: false, "whether a later one was recorded")
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findAttempt(.numbered(1))
            }
            try expect(found?.claim, is: winners.first.map { .sample(UInt8($0)) }, "the claim")
        },
        ConformanceCase("of fifty who claim an attempt at once, one does") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAttempt(.sample()) }
            let claims = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.claimAttempt(.numbered(1), as: .sample())
                }
            }
            try expect(claims.filter { $0 }.count, is: 1, "winners")
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findAttempt(.numbered(1))
            }
            try expect(found?.state, is: .claimed, "the state")
        },
        ConformanceCase("an attempt is claimed up to the millisecond before it expires") { database in
            let claims = try await database.keep { records throws(StorageFailure) in
                try records.recordAttempt(.sample())
                return [
                    try records.claimAttempt(.numbered(1), as: .sample(plus: 60_001)),
                    try records.claimAttempt(.numbered(1), as: .sample(plus: 60_000)),
                    try records.claimAttempt(.numbered(1), as: .sample(plus: 59_999)),
                ]
            }
            try expect(claims, is: [false, false, true], "whether it was claimed")
        },
        ConformanceCase("a claimed attempt names the answer that claimed it, and when; a later one changes nothing") {
            database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordAttempt(.sample())
                _ = try records.claimAttempt(.numbered(1), as: .sample(1, plus: 5))
                _ = try records.claimAttempt(.numbered(1), as: .sample(2, plus: 9))
                return try records.findAttempt(.numbered(1))
            }
            try expect(found?.claim, is: .sample(1, plus: 5), "the claim")
        },
        ConformanceCase("a claim whose answer is forgotten stays a claim, and the claims of others stay as they are") {
            database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    try records.recordAttempt(.sample(number))
                    _ = try records.claimAttempt(.numbered(number), as: .sample())
                }
                try records.forgetClaim(.numbered(1))
                return [try records.findAttempt(.numbered(1)), try records.findAttempt(.numbered(2))]
            }
            try expect(found.map { $0?.state }, is: [.claimed, .claimed], "the states")
            try expect(found.map { $0?.claim }, is: [nil, .sample()], "the claims")
        },
        ConformanceCase("an ended, claimed or unknown attempt is not claimed") { database in
            let claims = try await database.keep { records throws(StorageFailure) -> [Bool] in
                for (number, state) in [SignInAttempt.State.ended, .claimed].enumerated() {
                    var attempt = SignInAttempt.sample(number)
                    attempt.state = state
                    try records.recordAttempt(attempt)
                }
                return try [0, 1, 2].map { number throws(StorageFailure) in
                    try records.claimAttempt(.numbered(number), as: .sample())
                }
            }
            try expect(claims, is: [false, false, false], "whether it was claimed")
        },
        ConformanceCase("an attempt is ended once, open or claimed") { database in
            let ended = try await database.keep { records throws(StorageFailure) in
                try records.recordAttempt(.sample(1))
                try records.recordAttempt(.sample(2))
                _ = try records.claimAttempt(.numbered(2), as: .sample())
                return [
                    try records.endAttempt(.numbered(1)), try records.endAttempt(.numbered(1)),
                    try records.endAttempt(.numbered(2)), try records.endAttempt(.numbered(3)),
                    try records.findAttempt(.numbered(1))?.state == .ended,
                    try records.findAttempt(.numbered(2))?.state == .ended,
                ]
            }
            try expect(ended, is: [true, false, true, false, true, true], "whether this call ended it")
        },
        ConformanceCase("fifty failures at once are counted one by one") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAttempt(.sample()) }
            let counts = try await race { _ in
                try await database.keep { records throws(StorageFailure) in try records.countFailure(.numbered(1)) }
            }
            try expect(counts.sorted(), is: Array(1...50), "the counts")
            let unknown = try await database.keep { records throws(StorageFailure) in
                try records.countFailure(.numbered(2))
            }
            try expect(unknown, is: 0, "the count of an unknown attempt")
        },
        ConformanceCase("attempts are removed once they expired, a few at a time") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 {
                    var attempt = SignInAttempt.sample(number)
                    attempt.expiresAt = noon(plus: Int64(number))
                    try records.recordAttempt(attempt)
                }
                return [
                    try records.removeExpiredAttempts(before: noon, limit: 100),
                    try records.removeExpiredAttempts(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredAttempts(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredAttempts(before: noon(plus: 7), limit: 4),
                ]
            }
            try expect(removed, is: [0, 4, 3, 0], "how many were removed")
            let left = try await database.keep { records throws(StorageFailure) in
                try numbers(0..<10) { number throws(StorageFailure) in
                    try records.findAttempt(.numbered(number)) != nil
                }
            }
            try expect(left, is: [7, 8, 9], "the attempts that are left")
        },
        ConformanceCase("of the attempts that expired, only those that began early enough are removed") { database in
            let ids = (0..<4).map { AttemptID(high: AttemptID.first(at: noon(plus: Int64($0))).high, low: UInt64($0)) }
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for (number, id) in ids.enumerated() {
                    let sample = SignInAttempt.sample()
                    try records.recordAttempt(
                        SignInAttempt(
                            id: id, kind: sample.kind, client: sample.client, browserProofHash: nil, returnTarget: nil,
                            createdAt: noon, expiresAt: noon(plus: number == 0 ? 50 : 10), state: .open, failures: 0))
                }
                let removed = try records.removeExpiredAttempts(
                    before: noon(plus: 11), begunBefore: noon(plus: 3), limit: 9)
                return (
                    removed,
                    try numbers(0..<4) { number throws(StorageFailure) in
                        try records.findAttempt(ids[number]) != nil
                    }
                )
            }
            try expect(removed, is: 2, "how many were removed")
            try expect(left, is: [0, 3], "the attempts that are left")
        },
    ]
}
