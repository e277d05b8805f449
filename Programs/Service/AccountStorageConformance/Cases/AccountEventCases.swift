internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let accountEvents: [ConformanceCase] =
        [
            ConformanceCase("an event comes back with every field") { database in
                for (number, isOver) in [false, true].enumerated() {
                    let event = AccountEvent(
                        id: .numbered(number), accountID: .numbered(7), kind: difficultTexts[number + 4],
                        body: difficultTexts[11 - number], createdAt: noon(plus: 1),
                        dueAt: isOver ? nil : noon(plus: 2),
                        attempts: 3 + number, deliveredAt: isOver ? noon(plus: 3) : nil,
                        lastCode: isOver ? difficultTexts[7] : nil)
                    let found = try await database.keep { records throws(StorageFailure) in
                        try records.recordAccountEvent(event)
                        return try records.findAccountEvent(event.id)
                    }
                    try expect(found, is: event, "the event")
                }
            },
            ConformanceCase("an event's identifier is given once") { database in
                try await database.keep { records throws(StorageFailure) in try records.recordAccountEvent(.sample()) }
                try await expect(.conflict, "a second event") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in
                        try records.recordAccountEvent(.sample())
                    }
                }
            },
            ConformanceCase("events are listed page by page, the newest first") { database in
                let pages = try await database.keep { records throws(StorageFailure) in
                    for number in [2, 0, 3, 1] { try records.recordAccountEvent(.sample(number)) }
                    return try [(nil, 3), (.numbered(1), 3), (.numbered(0), 3), (nil, 0)].map {
                        (before: AccountEventID?, limit: Int) throws(StorageFailure) in
                        try records.findAccountEvents(before: before, limit: limit).map(\.id)
                    }
                }
                try expect(
                    pages, is: [[.numbered(3), .numbered(2), .numbered(1)], [.numbered(0)], [], []], "the pages")
            },
            ConformanceCase("events are taken when they are due, the longest due first, and come back") { database in
                let taken = try await database.keep { records throws(StorageFailure) in
                    for (number, wait) in [(1, 30), (2, 10), (3, 20), (4, nil)] as [(Int, Int64?)] {
                        var event = AccountEvent.sample(number)
                        event.dueAt = wait.map { noon(plus: $0) }
                        try records.recordAccountEvent(event)
                    }
                    return try [(9, 9), (10, 1), (30, 9), (1_000, 9)].map {
                        (moment: Int64, limit: Int) throws(StorageFailure) in
                        try records.takeAccountEvents(
                            dueAt: noon(plus: moment), returnsAt: noon(plus: 1_000), limit: limit)
                    }
                }
                let ids: [[AccountEventID]] = [
                    [], [.numbered(2)], [.numbered(3), .numbered(1)], [.numbered(1), .numbered(2), .numbered(3)],
                ]
                try expect(taken.map { $0.map(\.id) }, is: ids, "what was taken")
                try expect(taken.map { $0.map(\.attempts) }, is: [[], [1], [1, 1], [2, 2, 2]], "the attempts")
                let returns = Set(taken.flatMap { $0 }.map(\.dueAt))
                try expect(returns, is: [noon(plus: 1_000)], "when they come back")
            },
            ConformanceCase("of fifty who tell events at once, each event goes to one") { database in
                try await database.keep { records throws(StorageFailure) in
                    for number in 0..<20 { try records.recordAccountEvent(.sample(number)) }
                }
                let taken = try await race { _ in
                    try await database.keep { records throws(StorageFailure) in
                        try records.takeAccountEvents(dueAt: noon, returnsAt: noon(plus: 1_000), limit: 3).map(\.id)
                    }
                }
                try expect(taken.flatMap { $0 }.sorted(), is: (0..<20).map { .numbered($0) }, "what was taken")
            },
        ] + accountEventEnds

    private static let accountEventEnds: [ConformanceCase] = [
        ConformanceCase("an event that is put back says why and when it is due") { database in
            let (answers, found) = try await database.keep { records throws(StorageFailure) in
                try records.recordAccountEvent(.sample())
                let answers = [
                    try records.postponeAccountEvent(.numbered(1), dueAt: noon(plus: 5), code: "http_500"),
                    try records.postponeAccountEvent(.numbered(2), dueAt: noon(plus: 5), code: "http_500"),
                ]
                return (answers, try records.findAccountEvent(.numbered(1)))
            }
            var expected = AccountEvent.sample()
            (expected.dueAt, expected.lastCode) = (noon(plus: 5), "http_500")
            try expect(answers, is: [true, false], "whether it waits")
            try expect(found, is: expected, "the event")
        },
        ConformanceCase("an event that was delivered is not put back by a worker who came late") { database in
            let (answers, found) = try await database.keep { records throws(StorageFailure) in
                try records.recordAccountEvent(.sample())
                let answers = [
                    try records.deliverAccountEvent(.numbered(1), at: noon(plus: 5), code: "http_204"),
                    try records.postponeAccountEvent(.numbered(1), dueAt: noon(plus: 6), code: "timed_out"),
                    try records.giveUpAccountEvent(.numbered(1), code: "timed_out"),
                    try records.deliverAccountEvent(.numbered(2), at: noon, code: "http_204"),
                ]
                return (answers, try records.findAccountEvent(.numbered(1)))
            }
            var expected = AccountEvent.sample()
            (expected.dueAt, expected.deliveredAt, expected.lastCode) = (nil, noon(plus: 5), "http_204")
            try expect(answers, is: [true, false, false, false], "what each changed")
            try expect(found, is: expected, "the event")
            try expect(found?.state, is: .delivered, "its state")
        },
        ConformanceCase("an event that was given up is delivered all the same when its last try arrived") { database in
            let (answers, states) = try await database.keep { records throws(StorageFailure) in
                try records.recordAccountEvent(.sample())
                let first = try records.giveUpAccountEvent(.numbered(1), code: "http_410")
                let given = try records.findAccountEvent(.numbered(1))
                let second = try records.deliverAccountEvent(.numbered(1), at: noon, code: "http_200")
                return ([first, second], [given?.state, try records.findAccountEvent(.numbered(1))?.state])
            }
            try expect(answers, is: [true, true], "what each changed")
            try expect(states, is: [.givenUp, .delivered], "the states")
        },
        ConformanceCase("an event is told again as if it were new, whatever became of it") { database in
            let (answers, found) = try await database.keep { records throws(StorageFailure) in
                var answers: [Bool] = []
                for number in 0..<3 {
                    try records.recordAccountEvent(.sample(number))
                    _ = try records.takeAccountEvents(dueAt: noon, returnsAt: noon(plus: 9), limit: 1)
                }
                _ = try records.deliverAccountEvent(.numbered(1), at: noon, code: "http_200")
                _ = try records.giveUpAccountEvent(.numbered(2), code: "http_410")
                for number in 0..<4 {
                    answers.append(try records.renewAccountEvent(.numbered(number), dueAt: noon(plus: 7)))
                }
                return (answers, try records.findAccountEvents(before: nil, limit: 9))
            }
            try expect(answers, is: [true, true, true, false], "whether it is there")
            let expected = [2, 1, 0].map { number in
                var event = AccountEvent.sample(number)
                event.dueAt = noon(plus: 7)
                return event
            }
            try expect(found, is: expected, "the events")
        },
        ConformanceCase("events are counted by what is left to do") { database in
            let (empty, backlog) = try await database.keep { records throws(StorageFailure) in
                let empty = try records.countAccountEvents()
                for number in 0..<5 {
                    var event = AccountEvent.sample(number)
                    event.createdAt = noon(plus: Int64(number))
                    try records.recordAccountEvent(event)
                }
                _ = try records.deliverAccountEvent(.numbered(0), at: noon, code: "http_200")
                for number in [1, 4] { _ = try records.giveUpAccountEvent(.numbered(number), code: "http_410") }
                return (empty, try records.countAccountEvents())
            }
            try expect(empty, is: AccountEventBacklog(waiting: 0, oldestAt: nil, givenUp: 0), "without events")
            try expect(backlog, is: AccountEventBacklog(waiting: 2, oldestAt: noon(plus: 2), givenUp: 2), "the backlog")
        },
        ConformanceCase("events are removed once their time is over, a few at a time, in whatever state") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<5 {
                    var event = AccountEvent.sample(number)
                    event.createdAt = noon(plus: Int64(number))
                    try records.recordAccountEvent(event)
                }
                _ = try records.deliverAccountEvent(.numbered(0), at: noon, code: "http_200")
                let removed = try (0..<3).map { _ throws(StorageFailure) in
                    try records.removeAccountEvents(before: noon(plus: 3), limit: 2)
                }
                return (removed, try records.findAccountEvents(before: nil, limit: 9).map(\.id))
            }
            try expect(removed, is: [2, 1, 0], "how many were removed")
            try expect(left, is: [.numbered(4), .numbered(3)], "the events that are left")
        },
    ]
}

extension AccountEvent {
    fileprivate static func sample(_ number: Int = 1) -> AccountEvent {
        AccountEvent(
            id: .numbered(number), accountID: .numbered(1), kind: "account.created", body: "{}", createdAt: noon,
            dueAt: noon)
    }
}
