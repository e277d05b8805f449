internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let outbox: [ConformanceCase] = [
        ConformanceCase("an outbox item comes back with every field") { database in
            for (number, kind) in OutboxItem.Kind.allCases.enumerated() {
                let item = OutboxItem(
                    id: .numbered(number), kind: kind, accountID: .numbered(7), identityID: .numbered(8),
                    clientID: difficultTexts[number + 4], sealedRefreshToken: number == 0 ? [] : [0, 255, 7],
                    createdAt: noon(plus: 1), dueAt: noon(plus: 2), attempts: 3 + number, isAsked: number == 1,
                    lastCode: number == 0 ? nil : difficultTexts[7], wasSeenAlive: number == 0,
                    takenAt: number == 0 ? nil : noon(plus: 9))
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordOutboxItem(item)
                    return try records.findOutboxItem(item.id)
                }
                try expect(found, is: item, "the item")
            }
        },
        ConformanceCase("an outbox item's identifier is given once") { database in
            try await database.keep { records throws(StorageFailure) in try records.recordOutboxItem(.sample()) }
            try await expect(.conflict, "a second item") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordOutboxItem(.sample()) }
            }
        },
        ConformanceCase("outbox items are taken when they are due, the longest due first") { database in
            let taken = try await database.keep { records throws(StorageFailure) in
                for (number, wait) in [(1, 30), (2, 10), (3, 20), (4, 10)] as [(Int, Int64)] {
                    var item = OutboxItem.sample(number)
                    item.dueAt = noon(plus: wait)
                    try records.recordOutboxItem(item)
                }
                return try [(9, 9), (10, 1), (20, 9), (30, 9)].map {
                    (moment: Int64, limit: Int) throws(StorageFailure) in
                    try records.takeOutboxItems(
                        of: "com.example.app", dueAt: noon(plus: moment), returnsAt: noon(plus: 1_000), limit: limit
                    )
                    .map(\.id)
                }
            }
            try expect(
                taken, is: [[], [.numbered(2)], [.numbered(4), .numbered(3)], [.numbered(1)]], "what was taken")
        },
        ConformanceCase("a taken item counts its attempt and comes back should the taker die") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordOutboxItem(.sample())
                let first = try records.takeOutboxItems(
                    of: "com.example.app", dueAt: noon, returnsAt: noon(plus: 50), limit: 9)
                let none = try records.takeOutboxItems(
                    of: "com.example.app", dueAt: noon(plus: 49), returnsAt: noon(plus: 99), limit: 9)
                let second = try records.takeOutboxItems(
                    of: "com.example.app", dueAt: noon(plus: 50), returnsAt: noon(plus: 99), limit: 9)
                return [first, none, second, [try records.findOutboxItem(.numbered(1))].compactMap { $0 }]
            }
            try expect(found.map { $0.map(\.attempts) }, is: [[1], [], [2], [2]], "the attempts")
            try expect(found[0].first?.dueAt, is: noon(plus: 50), "when the first taker's turn ends")
            try expect(found[3].first?.dueAt, is: noon(plus: 99), "when the second taker's turn ends")
            try expect(
                found.map { $0.map(\.takenAt) }, is: [[noon], [], [noon(plus: 50)], [noon(plus: 50)]],
                "when it was taken")
        },
        ConformanceCase("of fifty workers at once, each item goes to one") { database in
            try await database.keep { records throws(StorageFailure) in
                for number in 0..<20 { try records.recordOutboxItem(.sample(number)) }
            }
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.takeOutboxItems(
                        of: "com.example.app", dueAt: noon, returnsAt: noon(plus: 1_000), limit: 3
                    ).map(\.id)
                }
            }
            try expect(taken.flatMap { $0 }.sorted(), is: (0..<20).map { .numbered($0) }, "what was taken")
        },
        ConformanceCase("an item that is put back keeps its attempts and says why") { database in
            for mayArrive in [true, false] {
                let (answers, found) = try await database.keep { records throws(StorageFailure) in
                    _ = try records.removeOutboxItem(.numbered(1))
                    try records.recordOutboxItem(.sample())
                    _ = try records.takeOutboxItems(
                        of: "com.example.app", dueAt: noon, returnsAt: noon(plus: 50), limit: 1)
                    let answers = try [1, 2].map { number throws(StorageFailure) in
                        try records.postponeOutboxItem(
                            .numbered(number), dueAt: noon(plus: 5), isAsked: true, code: "later", mayArrive: mayArrive)
                    }
                    return (answers, try records.findOutboxItem(.numbered(1)))
                }
                var expected = OutboxItem.sample()
                (expected.dueAt, expected.attempts) = (noon(plus: 5), 1)
                (expected.isAsked, expected.lastCode) = (true, "later")
                expected.takenAt = mayArrive ? noon : nil
                try expect(answers, is: [true, false], "whether it is there")
                try expect(found, is: expected, "the item")
            }
        },
        ConformanceCase("an item is deferred without another change") { database in
            let (answers, found) = try await database.keep { records throws(StorageFailure) in
                try records.recordOutboxItem(.sample())
                let answers = try [1, 2].map { number throws(StorageFailure) in
                    try records.deferOutboxItem(.numbered(number), until: noon(plus: 5))
                }
                return (answers, try records.findOutboxItem(.numbered(1)))
            }
            var expected = OutboxItem.sample()
            expected.dueAt = noon(plus: 5)
            try expect(answers, is: [true, false], "whether it is there")
            try expect(found, is: expected, "the item")
        },
        ConformanceCase("all that waits for one identity is found, in the order of its identifiers") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in [3, 0, 1, 2] {
                    var item = OutboxItem.sample(number)
                    item.identityID = .numbered(number % 2)
                    try records.recordOutboxItem(item)
                }
                return [
                    try records.findOutboxItems(ofIdentity: .numbered(1)),
                    try records.findOutboxItems(ofIdentity: .numbered(7)),
                ]
            }
            try expect(found.map { $0.map(\.id) }, is: [[.numbered(1), .numbered(3)], []], "the items")
        },
        ConformanceCase("all that waits for one account is found, in the order of its identifiers") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in [3, 0, 1, 2] {
                    var item = OutboxItem.sample(number)
                    (item.accountID, item.identityID) = (.numbered(number % 2), .numbered(number))
                    try records.recordOutboxItem(item)
                }
                return [
                    try records.findOutboxItems(of: .numbered(1)), try records.findOutboxItems(of: .numbered(7)),
                ]
            }
            try expect(found.map { $0.map(\.id) }, is: [[.numbered(1), .numbered(3)], []], "the items")
        },
        ConformanceCase("the items of one kind are counted, with the age of the oldest of them") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 0..<5 {
                    var item = OutboxItem.sample(number)
                    (item.kind, item.createdAt) = (
                        number < 2 ? .validation : .revocation, noon(plus: Int64(9 - number))
                    )
                    try records.recordOutboxItem(item)
                }
                return try OutboxItem.Kind.allCases.map { kind throws(StorageFailure) in
                    try records.countOutboxItems(of: kind)
                }
            }
            let expected = [
                OutboxBacklog(count: 3, oldestAt: noon(plus: 5)), OutboxBacklog(count: 2, oldestAt: noon(plus: 8)),
            ]
            try expect(found, is: expected, "what waits")
        },
        ConformanceCase("an item that is done leaves once, and the rest are counted") { database in
            let (removed, backlog, empty) = try await database.keep { records throws(StorageFailure) in
                let empty = try records.countOutboxItems()
                for number in 0..<3 {
                    var item = OutboxItem.sample(number)
                    item.createdAt = noon(plus: Int64(number))
                    try records.recordOutboxItem(item)
                }
                let removed = [try records.removeOutboxItem(.numbered(0)), try records.removeOutboxItem(.numbered(0))]
                return (removed, try records.countOutboxItems(), empty)
            }
            try expect(removed, is: [true, false], "whether it was there")
            try expect(backlog, is: OutboxBacklog(count: 2, oldestAt: noon(plus: 1)), "what waits")
            try expect(empty, is: OutboxBacklog(count: 0, oldestAt: nil), "what waits in an empty outbox")
        },
    ]
}

extension OutboxItem {
    fileprivate static func sample(_ number: Int = 1) -> OutboxItem {
        OutboxItem(
            id: .numbered(number), kind: .revocation, accountID: .numbered(1), identityID: .numbered(1),
            clientID: "com.example.app", sealedRefreshToken: [1, 2, 3], createdAt: noon, dueAt: noon)
    }
}
