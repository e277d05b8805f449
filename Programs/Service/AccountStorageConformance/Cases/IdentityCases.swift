internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let identities: [ConformanceCase] = [
        ConformanceCase("an identity comes back with every field, whoever issued it") { database in
            let issuers = ["https://appleid.apple.com", "http://idp.localhost:9080", ""]
            for (number, issuer) in issuers.enumerated() {
                var identity = AppleIdentity.sample(number)
                (identity.issuer, identity.subject) = (issuer, String(repeating: "ü", count: 255))
                identity.accountID = .numbered(900 + number)
                let stored = identity
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordIdentity(stored)
                    return try records.findIdentity(stored.id)
                }
                try expect(found, is: identity, "the identity")
            }
        },
        ConformanceCase("an identity that is there stays as it is") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordIdentity(.sample())
                var again = AppleIdentity.sample()
                again.createdAt = noon(plus: 5_000)
                try records.recordIdentity(again)
                return try records.findIdentity(.numbered(1))
            }
            try expect(found, is: .sample(), "the identity")
        },
        ConformanceCase("an identity cannot be given to another account") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordIdentity(.sample()) }
            for change in ["account", "issuer", "team", "subject"] {
                try await expect(.conflict, "another \(change)") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        var other = AppleIdentity.sample()
                        switch change {
                        case "account": other.accountID = .numbered(2)
                        case "issuer": other.issuer = "http://idp.localhost:9080"
                        case "team": other.teamID = "TEAM999999"
                        default: other.subject = "other"
                        }
                        try records.recordIdentity(other)
                    }
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findIdentity(.numbered(1))
            }
            try expect(found, is: .sample(), "the identity")
        },
        ConformanceCase("of fifty who link one identity at once, one account gets it") { database in
            let winners = try await race { number in
                try? await database.keep { records throws(StorageFailure) -> AccountID in
                    var identity = AppleIdentity.sample()
                    identity.accountID = .numbered(number)
                    try records.recordIdentity(identity)
                    return identity.accountID
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findIdentity(.numbered(1))
            }
            try expect(winners.compactMap { $0 }, is: [found?.accountID].compactMap { $0 }, "the winner")
        },
        ConformanceCase("grants are kept for each identity and client") { database in
            let grants = [
                AppleGrant(identityID: .numbered(1), clientID: "app", sealedRefreshToken: [0, 255], obtainedAt: noon),
                AppleGrant(identityID: .numbered(1), clientID: "web", sealedRefreshToken: [], obtainedAt: noon),
                AppleGrant(
                    identityID: .numbered(2), clientID: "app", sealedRefreshToken: Array(repeating: 9, count: 4096),
                    obtainedAt: noon(plus: 1), checkedAt: noon(plus: 2), aliveAt: nil),
            ]
            let found = try await database.keep { records throws(StorageFailure) in
                for grant in grants { try records.recordGrant(grant) }
                return [
                    try records.findGrant(.numbered(1), client: "app"),
                    try records.findGrant(.numbered(1), client: "web"),
                    try records.findGrant(.numbered(2), client: "app"),
                    try records.findGrant(.numbered(2), client: "web"),
                ]
            }
            try expect(found, is: grants + [nil], "the grants")
        },
        ConformanceCase("a grant recorded again replaces the first, and may be missing") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                var grant = AppleGrant(
                    identityID: .numbered(1), clientID: "app", sealedRefreshToken: [1], obtainedAt: noon)
                try records.recordGrant(grant)
                (grant.sealedRefreshToken, grant.obtainedAt, grant.aliveAt) = (nil, noon(plus: 2), nil)
                try records.recordGrant(grant)
                return try records.findGrant(.numbered(1), client: "app")
            }
            try expect(
                found,
                is: AppleGrant(
                    identityID: .numbered(1), clientID: "app", sealedRefreshToken: nil, obtainedAt: noon(plus: 2)),
                "the grant")
        },
        ConformanceCase("replaced tokens are found in the order in which they were replaced") { database in
            let tokens = [ReplacedGrant.sample(3, at: 1), .sample(1, at: 2), .sample(2, at: 2)]
            let (found, others, removed, left) = try await database.keep { records throws(StorageFailure) in
                for token in tokens.reversed() { try records.recordReplacedGrant(token) }
                var again = tokens[1]
                again.aliveAt = nil
                try records.recordReplacedGrant(again)
                return (
                    try records.findReplacedGrants(of: .numbered(1)), try records.findReplacedGrants(of: .numbered(2)),
                    [try records.removeReplacedGrant(.numbered(2)), try records.removeReplacedGrant(.numbered(2))],
                    try records.findReplacedGrants(of: .numbered(1)).map(\.id)
                )
            }
            var expected = tokens
            expected[1].aliveAt = nil
            try expect(found, is: expected, "the tokens")
            try expect(others, is: [], "the tokens of another identity")
            try expect(removed, is: [true, false], "whether it was there")
            try expect(left, is: [.numbered(3), .numbered(1)], "the tokens that are left")
        },
        ConformanceCase("replaced tokens leave with the grants of their identity, and with the identity") { database in
            let left = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    try records.recordIdentity(.sample(number))
                    var token = ReplacedGrant.sample(number, at: 1)
                    token = ReplacedGrant(
                        id: token.id, identityID: .numbered(number), clientID: token.clientID,
                        sealedRefreshToken: token.sealedRefreshToken, aliveAt: nil, replacedAt: token.replacedAt)
                    try records.recordReplacedGrant(token)
                }
                _ = try records.removeGrants(of: .numbered(1))
                _ = try records.removeIdentity(.numbered(2))
                return try numbers(1..<4) { number throws(StorageFailure) in
                    try !records.findReplacedGrants(of: .numbered(number)).isEmpty
                }
            }
            try expect(left, is: [3], "the identities whose tokens are left")
        },
    ]

    static let keptNames: [ConformanceCase] = [
        ConformanceCase("a kept name stays until it is removed, and a later one replaces it") { database in
            let first = KeptName(identityID: .numbered(1), sealedName: [1], keptAt: noon, expiresAt: noon(plus: 10))
            var second = first
            (second.sealedName, second.expiresAt) = (Array(repeating: 200, count: 4096), noon(plus: 20))
            let later = second
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordKeptName(first)
                let one = try records.findKeptName(.numbered(1))
                try records.recordKeptName(later)
                let two = try records.findKeptName(.numbered(1))
                try records.removeKeptName(.numbered(1))
                try records.removeKeptName(.numbered(1))
                return [one, two, try records.findKeptName(.numbered(1))]
            }
            try expect(found, is: [first, later, nil], "the name")
        },
        ConformanceCase("kept names are removed once their life is over, a few at a time") { database in
            let removed = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 {
                    try records.recordKeptName(
                        KeptName(
                            identityID: .numbered(number), sealedName: [1], keptAt: noon,
                            expiresAt: noon(plus: Int64(number))))
                }
                return [
                    try records.removeExpiredKeptNames(before: noon, limit: 100),
                    try records.removeExpiredKeptNames(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredKeptNames(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredKeptNames(before: noon(plus: 7), limit: 4),
                ]
            }
            try expect(removed, is: [0, 4, 3, 0], "how many were removed")
            let left = try await database.keep { records throws(StorageFailure) in
                try numbers(0..<10) { number throws(StorageFailure) in
                    try records.findKeptName(.numbered(number)) != nil
                }
            }
            try expect(left, is: [7, 8, 9], "the names that are left")
        },
    ]
}

extension ReplacedGrant {
    fileprivate static func sample(_ number: Int, at milliseconds: Int64) -> ReplacedGrant {
        ReplacedGrant(
            id: .numbered(number), identityID: .numbered(1), clientID: "app", sealedRefreshToken: [UInt8(number), 255],
            aliveAt: noon, replacedAt: noon(plus: milliseconds))
    }
}
