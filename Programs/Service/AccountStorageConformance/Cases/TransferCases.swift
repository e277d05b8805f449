internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let transfers: [ConformanceCase] = [
        ConformanceCase("a transfer comes back with every field, in every state, and may change") { database in
            var full = AppTransfer.sample(2)
            full.acceptedAt = noon(plus: 1)
            full.deadline = noon(plus: 2)
            full.firstClaimAt = noon(plus: 3)
            full.closedAt = noon(plus: 4)
            let others = TransferState.allCases.enumerated().map { number, state in
                var transfer = AppTransfer.sample(number + 3)
                transfer.state = state
                return transfer
            }
            let expected = [AppTransfer.sample(1), full] + others
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordTransfer(.sample(2))
                for transfer in expected.reversed() { try records.recordTransfer(transfer) }
                return (try records.findTransfers(), try records.findTransfer(.numbered(2)))
            }
            try expect(found.0, is: expected, "the transfers")
            try expect(found.1, is: full, "the transfer")
            let missing = try await database.read { records throws(StorageFailure) in
                try records.findTransfer(.numbered(99))
            }
            try expect(missing, is: nil, "an unknown transfer")
        },
        ConformanceCase("an identity that moved leads to the one that took its place, and back") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 { try records.recordIdentity(.sample(number)) }
                let moved = try records.recordMove(of: .numbered(1), to: .numbered(2))
                let first = [try records.findIdentity(.numbered(1)), try records.findIdentity(.numbered(2))]
                _ = try records.recordMove(of: .numbered(2), to: .numbered(1))
                let back = [try records.findIdentity(.numbered(1)), try records.findIdentity(.numbered(2))]
                let unknown = try records.recordMove(of: .numbered(9), to: .numbered(3))
                let third = try records.findIdentity(.numbered(3))
                return (first + back + [third], [moved, unknown])
            }
            let moves: [IdentityID?] = [.numbered(2), nil, nil, .numbered(1), nil]
            try expect(found.0.map { $0?.movedTo }, is: moves, "where the identities went")
            try expect(found.1, is: [true, false], "which identities were there")
        },
        ConformanceCase("an identity is stored with where it moved to") { database in
            var moved = AppleIdentity.sample(1)
            moved.movedTo = .numbered(7)
            let stored = moved
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordIdentity(stored)
                return try records.findPerson(.numbered(1), client: "app", group: "app").identity
            }
            try expect(found, is: stored, "the identity")
        },
        ConformanceCase("identities are listed page by page, none twice and none left out") { database in
            let pages = try await database.keep { records throws(StorageFailure) in
                for number in (1...5).reversed() { try records.recordIdentity(.sample(number)) }
                return [
                    try records.findIdentities(after: nil, limit: 2),
                    try records.findIdentities(after: .numbered(2), limit: 2),
                    try records.findIdentities(after: .numbered(4), limit: 2),
                    try records.findIdentities(after: .numbered(5), limit: 2),
                    try records.findIdentities(after: nil, limit: 0),
                ]
            }
            let numbers = [[1, 2], [3, 4], [5], [], []]
            try expect(pages, is: numbers.map { $0.map { .sample($0) } }, "the pages")
        },
    ]
}
