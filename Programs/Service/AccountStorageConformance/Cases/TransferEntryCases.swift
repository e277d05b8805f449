internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let transferEntries: [ConformanceCase] = [
        ConformanceCase("an entry of a transfer comes back with every field, in every state") { database in
            let entries = TransferEntry.State.allCases.enumerated().map { number, state in
                var entry = TransferEntry.sample(number + 1, identifier: "e\u{301}-\(number)")
                entry.state = state
                entry.tries = number
                entry.code = number == 0 ? nil : "code-\(number)"
                entry.newIdentityID = number == 1 ? nil : .numbered(number + 50)
                entry.settledAt = number == 2 ? nil : noon(plus: Int64(number))
                return entry
            }
            let found = try await database.keep { records throws(StorageFailure) in
                for entry in entries { _ = try records.recordTransferEntry(ifNew: entry) }
                var found: [TransferEntry?] = []
                for entry in entries {
                    found.append(try records.findTransferEntry(.numbered(1), of: entry.identityID))
                    found.append(try records.findTransferEntry(.numbered(1), identifier: entry.identifier ?? ""))
                    for other in try records.findTransferEntries(of: entry.accountID) { found.append(other) }
                }
                found.append(try records.findTransferEntry(.numbered(2), of: .numbered(1)))
                found.append(try records.findTransferEntry(.numbered(2), identifier: "e\u{301}-0"))
                found.append(try records.findTransferEntry(.numbered(1), identifier: "\u{E9}-0"))
                return found
            }
            var expected: [TransferEntry?] = []
            for entry in entries { expected.append(contentsOf: [entry, entry, entry]) }
            try expect(found, is: expected + [nil, nil, nil], "the entries")
        },
        ConformanceCase("a transfer has one entry for an identity, and one for an identifier") { database in
            let (made, left) = try await database.keep { records throws(StorageFailure) in
                let made = [
                    try records.recordTransferEntry(ifNew: .sample(1, identifier: "a")),
                    try records.recordTransferEntry(ifNew: .sample(1, identifier: "b")),
                    try records.recordTransferEntry(ifNew: .sample(2, identifier: "a")),
                    try records.recordTransferEntry(ifNew: .sample(2)),
                    try records.recordTransferEntry(ifNew: .sample(3)),
                    try records.recordTransferEntry(ifNew: .sample(1, in: 2, identifier: "a")),
                    try records.changeTransferEntry(.sample(2, identifier: "a"), from: .waiting),
                    try records.changeTransferEntry(.sample(2, identifier: "b"), from: .waiting),
                ]
                return (made, try records.countTransferEntries(of: .numbered(1)))
            }
            try expect(made, is: [true, false, false, true, true, true, false, true], "what was stored")
            try expect(
                left, is: [.init(state: .waiting, count: 1), .init(state: .known, count: 2)],
                "the entries in each state")
        },
        ConformanceCase("an entry changes from the expected state only, and keeps its account") { database in
            var arrived = TransferEntry.sample(1, identifier: "a")
            arrived.state = .arrived
            arrived.accountID = .numbered(9)
            (arrived.newIdentityID, arrived.settledAt) = (.numbered(50), noon(plus: 1))
            let change = arrived
            let (changed, found) = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    _ = try records.recordTransferEntry(ifNew: .sample(number, identifier: "\(number)"))
                }
                let changed = [
                    try records.changeTransferEntry(change, from: .waiting),
                    try records.changeTransferEntry(change, from: .known),
                    try records.changeTransferEntry(change, from: .known),
                ]
                let found = [
                    try records.findTransferEntry(.numbered(1), of: .numbered(1)),
                    try records.findTransferEntry(.numbered(1), of: .numbered(2)),
                ]
                return (changed, found)
            }
            var expected = arrived
            expected.accountID = .numbered(1)
            try expect(changed, is: [false, true, false], "which change took effect")
            try expect(found, is: [expected, .sample(2, identifier: "2")], "the entries")
        },
        ConformanceCase("of fifty who claim one entry of a transfer at once, one does") { database in
            try await database.keep { records throws(StorageFailure) in
                _ = try records.recordTransferEntry(ifNew: .sample(1, identifier: "a"))
            }
            let claimed = try await race { number in
                var claim = TransferEntry.sample(1, identifier: "a")
                (claim.state, claim.newIdentityID) = (.arrived, .numbered(number))
                let change = claim
                do throws(StorageFailure) {
                    return try await database.keep { records throws(StorageFailure) in
                        try records.changeTransferEntry(change, from: .known)
                    }
                } catch {
                    // A database may let one of two transactions on the same row fail.
                    guard error == .conflict else { throw error }
                    return false
                }
            }
            try expect(claimed.count { $0 }, is: 1, "how many claimed it")
        },
        ConformanceCase("entries of a transfer are taken when due, by their identities, and return") { database in
            let taken = try await database.keep { records throws(StorageFailure) in
                for (number, due) in [3, 1, 2, 9].enumerated() {
                    var entry = TransferEntry.sample(number + 1)
                    entry.dueAt = noon(plus: Int64(due))
                    _ = try records.recordTransferEntry(ifNew: entry)
                }
                _ = try records.recordTransferEntry(ifNew: .sample(5, identifier: "known"))
                _ = try records.recordTransferEntry(ifNew: .sample(6, in: 2))
                func take(_ moment: Int64, _ limit: Int) throws(StorageFailure) -> [TransferEntry] {
                    try records.takeTransferEntries(
                        of: .numbered(1), in: .waiting, dueAt: noon(plus: moment), returnsAt: noon(plus: 20),
                        limit: limit)
                }
                return [try take(5, 2), try take(5, 2), try take(5, 2), try take(20, 9)]
            }
            let identities: [[IdentityID]] = [
                [.numbered(1), .numbered(2)], [.numbered(3)], [],
                [.numbered(1), .numbered(2), .numbered(3), .numbered(4)],
            ]
            try expect(taken.map { $0.map(\.identityID) }, is: identities, "who was taken")
            try expect(taken.last?.map(\.tries) ?? [], is: [0, 0, 0, 0], "how many calls failed")
            try expect(taken[0].map(\.dueAt), is: [noon(plus: 20), noon(plus: 20)], "when they return")
        },
    ]

    static let transferEnds: [ConformanceCase] = [
        ConformanceCase("an entry of a transfer goes with its identity, and with its account") { database in
            let left = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    try records.recordAccount(.sample(number))
                    try records.recordIdentity(.sample(number))
                    for transfer in 1...2 {
                        let entry = TransferEntry.sample(number, in: transfer, identifier: "\(number)")
                        _ = try records.recordTransferEntry(ifNew: entry)
                    }
                }
                _ = try records.removeIdentity(.numbered(1))
                _ = try records.removeAccount(.numbered(2))
                _ = try records.moveIdentities(from: .numbered(3), to: .numbered(4))
                _ = try records.removeAccount(.numbered(3))
                var left: [[TransferEntry]] = []
                for number in 1...4 { left.append(try records.findTransferEntries(of: .numbered(number))) }
                return left
            }
            try expect(left.map(\.count), is: [0, 0, 0, 4], "the entries of the accounts")
            try expect(
                left[3].map(\.identityID), is: [.numbered(3), .numbered(3), .numbered(4), .numbered(4)], "the entries")
        },
        ConformanceCase("an entry of a transfer goes with the identity that it led to, and a conflict stays") {
            database in
            let left = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    try records.recordAccount(.sample(number))
                    try records.recordIdentity(.sample(number))
                }
                // The seller's identities are not stored here.
                for (number, state) in [(1, TransferEntry.State.arrived), (2, .conflict)] {
                    let entry = TransferEntry(
                        transferID: .numbered(1), identityID: .numbered(number + 7), accountID: .numbered(number),
                        identifier: "\(number)", state: state, dueAt: noon, newIdentityID: .numbered(1))
                    _ = try records.recordTransferEntry(ifNew: entry)
                }
                _ = try records.removeIdentity(.numbered(1))
                let first = try records.findTransferEntries(of: .numbered(1))
                return (first, try records.findTransferEntries(of: .numbered(2)))
            }
            try expect(left.0.map(\.state), is: [], "the entries of the identity's account")
            try expect(left.1.map(\.state), is: [.conflict], "the entries of the other account")
        },
        ConformanceCase("entries of a transfer are listed page by page, and removed a few at a time") { database in
            let (pages, removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    for transfer in 1...2 { _ = try records.recordTransferEntry(ifNew: .sample(number, in: transfer)) }
                }
                _ = try records.recordTransferEntry(ifNew: .sample(5, identifier: "known"))
                func page(_ last: Int?) throws(StorageFailure) -> [IdentityID] {
                    try records.findTransferEntries(
                        of: .numbered(1), in: .waiting, after: last.map { .numbered($0) }, limit: 3
                    ).map(\.identityID)
                }
                let pages = [try page(nil), try page(3), try page(4)]
                let removed = [
                    try records.removeTransferEntries(of: .numbered(1), limit: 0),
                    try records.removeTransferEntries(of: .numbered(1), limit: 3),
                    try records.removeTransferEntries(of: .numbered(1), limit: 3),
                    try records.removeTransferEntries(of: .numbered(1), limit: 3),
                ]
                return (pages, removed, try records.countTransferEntries(of: .numbered(2)))
            }
            try expect(pages, is: [[.numbered(1), .numbered(2), .numbered(3)], [.numbered(4)], []], "the pages")
            try expect(removed, is: [0, 3, 2, 0], "how many were removed")
            try expect(left, is: [.init(state: .waiting, count: 4)], "the entries of the other transfer")
        },
    ]
}
