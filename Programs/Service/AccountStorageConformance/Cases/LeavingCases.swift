internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let leaving: [ConformanceCase] = [
        ConformanceCase("what is noted about an account comes back, and can be taken back") { database in
            for (number, status) in ([nil] + RealPersonSignal.allCases.map { $0 }).enumerated() {
                var account = Account.sample(number)
                account.realPersonSignal = status
                account.hasOwnName = number % 2 == 0
                account.disabledReason = DisabledReason.allCases[number]
                account.eraseAt = number < 2 ? noon(plus: Int64(number)) : nil
                let stored = account
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordAccount(stored)
                    let first = try records.findAccount(stored.id)
                    try records.recordAccount(.sample(number))
                    return [first, try records.findAccount(stored.id)]
                }
                try expect(found, is: [account, .sample(number)], "the account")
            }
        },
        ConformanceCase("what leads to an account is found from the account, in order") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for (number, account) in [(3, 1), (1, 1), (2, 2)] {
                    var identity = AppleIdentity.sample(number)
                    identity.accountID = .numbered(account)
                    identity.isForwardingOff = number == 3
                    try records.recordIdentity(identity)
                }
                return try [1, 2, 3].map { account throws(StorageFailure) in
                    try records.findIdentities(of: .numbered(account)).map {
                        [$0.id == .numbered(3), $0.isForwardingOff]
                    }
                }
            }
            try expect(found, is: [[[false, false], [true, true]], [[false, false]], []], "the identities")
        },
        ConformanceCase("forwarding is switched off and on for an identity that is there") { database in
            let (answers, found) = try await database.keep { records throws(StorageFailure) in
                try records.recordIdentity(.sample())
                let answers = [
                    try records.recordForwarding(.numbered(1), isOff: true),
                    try records.recordForwarding(.numbered(2), isOff: true),
                ]
                return (answers, try records.findIdentity(.numbered(1)))
            }
            try expect(answers, is: [true, false], "whether it is there")
            try expect(found?.isForwardingOff, is: true, "whether forwarding is off")
            let again = try await database.keep { records throws(StorageFailure) in
                _ = try records.recordForwarding(.numbered(1), isOff: false)
                return try records.findIdentity(.numbered(1))
            }
            try expect(again, is: .sample(), "the identity")
        },
        ConformanceCase("an identity leaves with its grants and its kept name, and no others") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    try records.recordIdentity(.sample(number))
                    try records.recordKeptName(
                        KeptName(
                            identityID: .numbered(number), sealedName: [1], keptAt: noon, expiresAt: noon(plus: 1)))
                    for client in ["web", "app"] {
                        try records.recordGrant(
                            AppleGrant(
                                identityID: .numbered(number), clientID: client, sealedRefreshToken: [7],
                                obtainedAt: noon))
                    }
                }
                return [
                    try records.removeIdentity(.numbered(1)), try records.removeIdentity(.numbered(1)),
                    try records.removeIdentity(.numbered(9)),
                ]
            }
            try expect(removed, is: [true, false, false], "whether it was there")
            let left = try await database.keep { records throws(StorageFailure) -> [[String?]] in
                try (1...2).map { number throws(StorageFailure) -> [String?] in
                    [
                        try records.findIdentity(.numbered(number)).map { _ in "identity" },
                        try records.findIdentities(of: .numbered(number)).first.map { _ in "listed" },
                        try records.findKeptName(.numbered(number)).map { _ in "name" },
                        try records.findGrants(of: .numbered(number)).map(\.clientID).joined(separator: " "),
                    ]
                }
            }
            try expect(left, is: [[nil, nil, nil, ""], ["identity", "listed", "name", "app web"]], "what is left")
        },
        ConformanceCase("an identity that left can lead to another account afterwards") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordIdentity(.sample())
                _ = try records.removeIdentity(.numbered(1))
                var again = AppleIdentity.sample()
                again.accountID = .numbered(5)
                try records.recordIdentity(again)
                return [
                    try records.findIdentities(of: .numbered(1)).count,
                    try records.findIdentities(of: .numbered(5)).count,
                ]
            }
            try expect(found, is: [0, 1], "how many identities lead to the old and the new account")
        },
        ConformanceCase("an account is removed once, and nothing of it is left") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(.sample(1))
                try records.recordAccount(.sample(2))
                return [try records.removeAccount(.numbered(1)), try records.removeAccount(.numbered(1))]
            }
            try expect(removed, is: [true, false], "whether it was there")
            let left = try await database.keep { records throws(StorageFailure) in
                [try records.findAccount(.numbered(1)), try records.findAccount(.numbered(2))]
            }
            try expect(left, is: [nil, .sample(2)], "what is left")
        },
        ConformanceCase("accounts to be erased are listed from their moment on, the longest due first") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for (number, wait) in [(1, 30), (2, 10), (3, nil), (4, 20), (5, 20)] as [(Int, Int64?)] {
                    var account = Account.sample(number)
                    account.eraseAt = wait.map { noon(plus: $0) }
                    try records.recordAccount(account)
                }
                return [
                    try records.findAccountsToErase(at: noon(plus: 9), limit: 9),
                    try records.findAccountsToErase(at: noon(plus: 10), limit: 9),
                    try records.findAccountsToErase(at: noon(plus: 1_000), limit: 3),
                    try records.findAccountsToErase(at: noon(plus: 1_000), limit: 9),
                ]
            }
            let expected: [[AccountID]] = [[], [2], [2, 4, 5], [2, 4, 5, 1]].map { $0.map { .numbered($0) } }
            try expect(found, is: expected, "the accounts")
        },
        ConformanceCase("accounts are found by their address in any case, and it may repeat") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                let relay = "privaterelay.appleid.com"
                for (number, email) in [
                    (2, "a@x.example"), (1, "a@x.example"), (3, "A@X.example"), (4, nil), (5, "B@" + relay),
                    (6, "b@PrivateRelay.appleid.com"), (7, "É@x.example"),
                ] as [(Int, String?)] {
                    var account = Account.sample(number)
                    account.email = email
                    try records.recordAccount(account)
                }
                return [
                    try records.findAccounts(email: "a@x.example", limit: 9).map(\.id),
                    try records.findAccounts(email: "a@x.example", limit: 1).map(\.id),
                    try records.findAccounts(email: "a@x.exampl", limit: 9).map(\.id),
                    try records.findAccounts(email: "A@x.EXAMPLE", limit: 9).map(\.id),
                    try records.findAccounts(email: "b@" + relay, limit: 9).map(\.id),
                    try records.findAccounts(email: "é@x.example", limit: 9).map(\.id),
                    try records.findAccounts(email: "É@X.example", limit: 9).map(\.id),
                ]
            }
            let expected: [[AccountID]] = [[1, 2, 3], [1], [], [1, 2, 3], [5, 6], [], [7]].map {
                $0.map { .numbered($0) }
            }
            try expect(found, is: expected, "the accounts")
        },
    ]
}
