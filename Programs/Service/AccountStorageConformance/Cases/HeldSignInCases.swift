internal import AccountStorage

extension ConformanceCase {
    static let heldSignIns: [ConformanceCase] = [
        ConformanceCase("a held sign-in comes back with every field") { database in
            let all = [HeldSignIn.sample(1), .sample(2)]
            let found = try await database.keep { records throws(StorageFailure) in
                for held in all { try records.recordHeldSignIn(held) }
                return [try records.findHeldSignIn(all[0].id), try records.findHeldSignIn(all[1].id)]
            }
            try expect(found, is: all, "the held sign-ins")
            try await expect(.conflict, "a second one of that id") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordHeldSignIn(all[0]) }
            }
        },
        ConformanceCase("held sign-ins of one account leave together") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    var held = HeldSignIn.sample(number)
                    held.accountID = .numbered(number % 2)
                    try records.recordHeldSignIn(held)
                }
                let removed = try records.removeHeldSignIns(of: .numbered(1))
                return (removed, try ConformanceCase.storedHeldSignIns(1...3, in: records))
            }
            try expect(removed, is: 2, "how many left")
            try expect(left, is: [2], "which are there")
        },
        ConformanceCase("held sign-ins that expired are removed, a few at a time") { database in
            let (first, rest, left) = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    var held = HeldSignIn.sample(number)
                    held.expiresAt = noon(plus: Int64(number) * 1_000)
                    try records.recordHeldSignIn(held)
                }
                let first = try records.removeExpiredHeldSignIns(before: noon(plus: 4_000), limit: 2)
                let rest = try records.removeExpiredHeldSignIns(before: noon(plus: 4_000), limit: 9)
                return (first, rest, try ConformanceCase.storedHeldSignIns(1...4, in: records))
            }
            try expect(first, is: 2, "how many were removed at first")
            try expect(rest, is: 1, "how many were removed then")
            try expect(left, is: [4], "which are there")
        },
    ]

    /// The numbers of the samples that are stored.
    private static func storedHeldSignIns(
        _ numbers: ClosedRange<Int>, in records: any AccountTransaction
    ) throws(StorageFailure) -> [Int] {
        var found: [Int] = []
        for number in numbers {
            if try records.findHeldSignIn(.numbered(number)) != nil { found.append(number) }
        }
        return found
    }
}
