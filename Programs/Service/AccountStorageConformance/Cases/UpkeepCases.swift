internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let upkeep: [ConformanceCase] = [
        ConformanceCase("identities with a token of Apple's are found range by range, each once") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 1...6 {
                    try records.recordGrant(.sample(number, client: "app", isHeld: number != 3))
                    try records.recordGrant(.sample(number, client: "web", isHeld: number == 4))
                }
                return [
                    try records.findGrantedIdentities(after: nil, through: .numbered(4), limit: 9),
                    try records.findGrantedIdentities(after: .numbered(1), through: .numbered(6), limit: 3),
                    try records.findGrantedIdentities(after: .numbered(5), through: .numbered(6), limit: 9),
                    try records.findGrantedIdentities(after: .numbered(6), through: .numbered(99), limit: 9),
                    try records.findGrantedIdentities(after: nil, through: .numbered(6), limit: 0),
                ]
            }
            let expected: [[IdentityID]] = [[1, 2, 4], [2, 4, 5], [6], [], []].map { $0.map { .numbered($0) } }
            try expect(found, is: expected, "the identities")
        },
        ConformanceCase("the ends of the identifiers are found, too") { database in
            let ends = [IdentityID(high: 0, low: 0), IdentityID(high: .max, low: .max)]
            let found = try await database.keep { records throws(StorageFailure) in
                for id in ends {
                    try records.recordGrant(
                        AppleGrant(identityID: id, clientID: "app", sealedRefreshToken: [1], obtainedAt: noon))
                }
                return try records.findGrantedIdentities(after: nil, through: ends[1], limit: 9)
            }
            try expect(found, is: ends, "the identities")
        },
        ConformanceCase("when Apple was asked after a token comes back, and is forgotten with the token") { database in
            var grant = AppleGrant.sample(1, client: "app", isHeld: true)
            grant.checkedAt = noon(plus: 86_400_001)
            let (asked, fresh) = (grant, AppleGrant.sample(1, client: "app", isHeld: true))
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordGrant(asked)
                let first = try records.findGrant(asked.identityID, client: "app")
                let listed = try records.findGrants(of: asked.identityID)
                try records.recordGrant(fresh)
                return [first] + listed + [try records.findGrant(asked.identityID, client: "app")]
            }
            try expect(found, is: [asked, asked, fresh], "the grant")
        },
        ConformanceCase("a mark only moves forward, and one does not move another") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                let none = try records.findMark(.inUse)
                let moments: [Date?] = [
                    try records.advanceMark(.inUse, to: noon(plus: 5)), try records.advanceMark(.inUse, to: noon),
                    try records.advanceMark(.inUse, to: noon(plus: 6)),
                ]
                return [none] + moments + [try records.findMark(.inUse), try records.findMark(.restored)]
            }
            let expected = [nil, noon(plus: 5), noon(plus: 5), noon(plus: 6), noon(plus: 6), nil]
            try expect(found, is: expected, "the marks")
        },
        ConformanceCase("of marks that many advance at once the latest stays") { database in
            _ = try await race { number in
                try await database.keep { records throws(StorageFailure) in
                    try records.advanceMark(.restored, to: noon(plus: Int64(number)))
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in try records.findMark(.restored) }
            try expect(found, is: noon(plus: 49), "the mark")
        },
        ConformanceCase("a mark that is not kept was not made") { database in
            try await database.transaction { records throws(StorageFailure) in
                try records.advanceMark(.inUse, to: noon)
                return .discard(())
            }
            let found = try await database.keep { records throws(StorageFailure) in try records.findMark(.inUse) }
            try expect(found, is: nil, "the mark")
        },
    ]
}

extension AppleGrant {
    fileprivate static func sample(_ number: Int, client: String, isHeld: Bool) -> AppleGrant {
        AppleGrant(
            identityID: .numbered(number), clientID: client, sealedRefreshToken: isHeld ? [1] : nil, obtainedAt: noon)
    }
}
