internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let imports: [ConformanceCase] = [
        ConformanceCase("a foreign identity comes back with every field, and is listed under its account") { database in
            let identities = (0..<4).map { number in
                ForeignIdentity(
                    id: .numbered(number), accountID: .numbered(number % 2), issuer: difficultTexts[number + 3],
                    subject: difficultTexts[number + 7], createdAt: noon(plus: Int64(number)))
            }
            let (found, listed) = try await database.keep { records throws(StorageFailure) in
                for identity in identities.reversed() { try records.recordForeignIdentity(identity) }
                return (
                    try records.findForeignIdentity(.numbered(2)),
                    try (0..<3).map { number throws(StorageFailure) in
                        try records.findForeignIdentities(of: .numbered(number))
                    }
                )
            }
            try expect(found, is: identities[2], "the identity")
            try expect(listed, is: [[identities[0], identities[2]], [identities[1], identities[3]], []], "the lists")
        },
        ConformanceCase("a foreign identity belongs to one account") { database in
            try await database.keep { records throws(StorageFailure) in
                try records.recordForeignIdentity(.sample())
                var again = ForeignIdentity.sample()
                again.createdAt = noon(plus: 9)
                try records.recordForeignIdentity(again)
            }
            for number in 0..<3 {
                try await expect(.conflict, "another") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        var other = ForeignIdentity.sample()
                        switch number {
                        case 0: other.accountID = .numbered(2)
                        case 1: other.issuer = "https://accounts.example.org"
                        default: other.subject = "another"
                        }
                        try records.recordForeignIdentity(other)
                    }
                }
            }
            let found = try await database.keep { records throws(StorageFailure) in
                try records.findForeignIdentity(.numbered(1))
            }
            try expect(found, is: .sample(), "the identity")
        },
        ConformanceCase("foreign identities move and leave") { database in
            let (moved, left, removed) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<3 {
                    var identity = ForeignIdentity.sample(number)
                    identity.accountID = .numbered(number / 2)
                    try records.recordForeignIdentity(identity)
                }
                let moved = [
                    try records.moveForeignIdentities(from: .numbered(0), to: .numbered(5)),
                    try records.moveForeignIdentities(from: .numbered(0), to: .numbered(5)),
                ]
                let left = try [0, 1, 5].map { number throws(StorageFailure) in
                    try records.findForeignIdentities(of: .numbered(number)).map(\.id)
                }
                let removed = [
                    try records.removeForeignIdentity(.numbered(1)), try records.removeForeignIdentity(.numbered(1)),
                ]
                return (moved, left, removed)
            }
            try expect(moved, is: [2, 0], "how many moved")
            try expect(left, is: [[], [.numbered(2)], [.numbered(0), .numbered(1)]], "where they are")
            try expect(removed, is: [true, false], "whether it was there")
        },
        ConformanceCase("an import's state is replaced by its next one, and leaves when it is old") { database in
            let (found, removed) = try await database.keep { records throws(StorageFailure) in
                var found = [try records.findUserImport(.numbered(1))]
                try records.recordUserImport(UserImport(id: .numbered(1), startedAt: noon))
                found.append(try records.findUserImport(.numbered(1)))
                try records.recordUserImport(finished)
                found.append(try records.findUserImport(.numbered(1)))
                try records.recordUserImport(UserImport(id: .numbered(2), startedAt: noon(plus: 5)))
                let removed = try [(0, 9), (6, 1), (6, 9), (6, 9)].map {
                    (moment: Int64, limit: Int) throws(StorageFailure) in
                    try records.removeUserImports(before: noon(plus: moment), limit: limit)
                }
                return (found, removed)
            }
            try expect(found, is: [nil, UserImport(id: .numbered(1), startedAt: noon), finished], "the import")
            try expect(removed, is: [0, 1, 1, 0], "how many were removed")
        },
    ]
}

private let finished = UserImport(
    id: .numbered(1), offset: 5_000_000_000, lines: 6, made: 3, unchanged: 1, conflicts: 2, refused: 4, startedAt: noon,
    finishedAt: noon(plus: 7))

extension ForeignIdentity {
    fileprivate static func sample(_ number: Int = 1) -> ForeignIdentity {
        ForeignIdentity(
            id: .numbered(number), accountID: .numbered(1), issuer: "https://accounts.example.com", subject: "42",
            createdAt: noon)
    }
}
