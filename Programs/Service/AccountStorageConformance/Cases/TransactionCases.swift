internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let transactions: [ConformanceCase] = [
        ConformanceCase("what is kept is there in the next transaction") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAccount(.sample()) }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findAccount(.numbered(1))
            }
            try expect(found, is: .sample(), "the account")
        },
        ConformanceCase("whoever reads sees what was kept before, every time") { database in
            for number in 0..<50 {
                try await database.keep { records throws(StorageFailure) in
                    try records.recordAccount(.sample(number))
                }
                let found = try await database.read { records throws(StorageFailure) in
                    try records.findAccount(.numbered(number))
                }
                try expect(found, is: .sample(number), "account \(number)")
            }
        },
        ConformanceCase("whoever reads changes nothing, and is told so") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAccount(.sample()) }
            try await expect(.unavailable, "the failure") { () async throws(StorageFailure) in
                try await database.read { records throws(StorageFailure) in
                    try records.recordAccount(.sample(2))
                }
            }
            let (first, second) = try await database.read { records throws(StorageFailure) in
                (try records.findAccount(.numbered(1)), try records.findAccount(.numbered(2)))
            }
            try expect(first, is: .sample(), "the first account")
            try expect(second, is: nil, "the second account")
        },
        ConformanceCase("a body that throws while it reads has its failure arrive") { database in
            for failure in [StorageFailure.conflict, .corrupt, .full, .unavailable] {
                try await expect(failure, "the failure") { () async throws(StorageFailure) in
                    try await database.read { _ throws(StorageFailure) -> Void in throw failure }
                }
            }
        },
        ConformanceCase("a transaction sees its own work") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(.sample())
                return try records.findAccount(.numbered(1))
            }
            try expect(found, is: .sample(), "the account")
        },
        ConformanceCase("what is discarded leaves nothing behind, and its answer arrives") { database in
            let answer = try await database.transaction { records throws(StorageFailure) -> Outcome<String> in
                try records.recordEverySample()
                return .discard("refused")
            }
            try expect(answer, is: "refused", "the answer")
            try await expectNothing(in: database)
        },
        ConformanceCase("a body that throws leaves nothing behind, and its failure arrives") { database in
            for failure in [StorageFailure.conflict, .corrupt, .full, .unavailable] {
                try await expect(failure, "the failure") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        try records.recordEverySample()
                        throw failure
                    }
                }
                try await expectNothing(in: database)
            }
        },
        ConformanceCase("discarding undoes changes and removals, too") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordEverySample() }
            _ = try await database.transaction { records throws(StorageFailure) -> Outcome<Bool> in
                try records.renewSession(
                    required: .numbered(1), fromCounter: 0, used: 0, first: 1, at: noon, expiresAt: noon(plus: 90_000))
                _ = try records.endSession(.numbered(1), at: noon)
                _ = try records.claimAttempt(.numbered(1), as: .sample())
                try records.removeKeptName(.numbered(1))
                return .discard(true)
            }
            let (session, attempt, name) = try await database.keep { records throws(StorageFailure) in
                (
                    try records.findSession(.numbered(1)), try records.findAttempt(.numbered(1)),
                    try records.findKeptName(.numbered(1))
                )
            }
            try expect(session, is: .sample(), "the session")
            try expect(attempt, is: .sample(), "the attempt")
            try expect(name?.sealedName, is: [7], "the name")
        },
        ConformanceCase("a conflict that a body catches does not spoil the rest of its work") { database in
            try await database.keep { records throws(StorageFailure) in
                try records.recordSession(.sample())
                do throws(StorageFailure) { try records.recordSession(.sample()) } catch {}
                try records.recordAccount(.sample())
            }
            let found = try await database.keep { records throws(StorageFailure) in
                (try records.findSession(.numbered(1)), try records.findAccount(.numbered(1)))
            }
            try expect(found.0, is: .sample(), "the session")
            try expect(found.1, is: .sample(), "the account")
        },
        ConformanceCase("fifty who read and then write lose no change") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordAccount(.sample()) }
            _ = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    guard var account = try records.findAccount(.numbered(1)) else { return }
                    account.createdAt = account.createdAt.addingTimeInterval(1)
                    try records.recordAccount(account)
                }
            }
            let account = try await database.keep { records throws(StorageFailure) in
                try records.findAccount(.numbered(1))
            }
            try expect(account?.createdAt, is: noon(plus: 50_000), "fifty seconds, one by each")
        },
        ConformanceCase("who fails or discards does not undo a neighbour") { database in
            let kept = try await race { number in
                try? await database.transaction { records throws(StorageFailure) -> Outcome<Bool> in
                    try records.recordAccount(.sample(number))
                    if number % 3 == 1 { throw .conflict }
                    return number % 3 == 2 ? .discard(false) : .keep(true)
                }
            }
            let there = try await database.keep { records throws(StorageFailure) in
                try numbers(0..<50) { number throws(StorageFailure) in
                    try records.findAccount(.numbered(number)) != nil
                }
            }
            try expect(there, is: (0..<50).filter { $0 % 3 == 0 }, "the accounts of those who kept")
            try expect(kept.filter { $0 == true }.count, is: there.count, "the answers of those who kept")
        },
    ]

    private static func expectNothing(in database: any AccountDatabase) async throws {
        let isThere = try await database.keep { records throws(StorageFailure) in
            [
                "account": try records.findAccount(.numbered(1)) != nil,
                "identity": try records.findIdentity(.numbered(1)) != nil,
                "grant": try records.findGrant(.numbered(1), client: "app") != nil,
                "name": try records.findKeptName(.numbered(1)) != nil,
                "session": try records.findSession(.numbered(1)) != nil,
                "attempt": try records.findAttempt(.numbered(1)) != nil,
            ]
        }
        try expect(isThere.filter(\.value).keys.sorted(), is: [], "what was left behind")
    }
}

extension AccountTransaction {
    /// Records one row each of six kinds, with the number 1.
    fileprivate func recordEverySample() throws(StorageFailure) {
        try recordAccount(.sample())
        try recordIdentity(.sample())
        try recordGrant(
            AppleGrant(identityID: .numbered(1), clientID: "app", sealedRefreshToken: [1], obtainedAt: noon))
        try recordKeptName(
            KeptName(identityID: .numbered(1), sealedName: [7], keptAt: noon, expiresAt: noon(plus: 60_000)))
        try recordSession(.sample())
        try recordAttempt(.sample())
    }
}
