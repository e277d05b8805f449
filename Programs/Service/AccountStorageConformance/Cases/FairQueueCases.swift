internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    /// Queues of which each client has its own part.
    static let fairQueues: [ConformanceCase] = [
        ConformanceCase("clients with due logout notices are found, each once, and each client's notices are its own") {
            database in
            let (clients, taken, after) = try await database.keep { records throws(StorageFailure) in
                for (number, client) in ["b", "a", "b", "Ä", "c", ""].enumerated() {
                    try records.recordSession(.sample(number + 1))
                    try records.recordClientSession(.sample(number + 1, of: client))
                    guard client != "c" else { continue }
                    _ = try records.endSession(.numbered(number + 1), at: noon(plus: Int64(number)))
                }
                let clients = try [-1, 0, 1, 5].map { moment throws(StorageFailure) in
                    try records.findClientsToNotify(at: noon(plus: moment))
                }
                let taken = try ["b", "c", "Ä", "z"].map { client throws(StorageFailure) in
                    try records.takeLogoutNotices(
                        of: client, dueAt: noon(plus: 9), returnsAt: noon(plus: 99), limit: 9
                    ).map(\.session.id)
                }
                return (clients, taken, try records.findClientsToNotify(at: noon(plus: 9)))
            }
            try expect(clients, is: [[], ["b"], ["a", "b"], ["", "a", "b", "Ä"]], "the clients")
            try expect(
                taken, is: [[.numbered(1), .numbered(3)], [], [.numbered(4)], []], "what was taken of each client")
            try expect(after, is: ["", "a"], "the clients whose notices nobody has")
        },
        ConformanceCase("a client's due logout notices wait together, each with one more attempt, and no others do") {
            database in
            let (counts, early, notices) = try await database.keep { records throws(StorageFailure) in
                for (number, client) in ["a", "a", "b", "a"].enumerated() {
                    try records.recordSession(.sample(number + 1))
                    try records.recordClientSession(.sample(number + 1, of: client))
                    _ = try records.endSession(.numbered(number + 1), at: noon(plus: number == 3 ? 20 : 0))
                }
                let counts = try ["a", "z"].map { client throws(StorageFailure) in
                    try records.postponeLogoutNotices(of: client, dueAt: noon(plus: 9), until: noon(plus: 50))
                }
                let early = try records.findClientsToNotify(at: noon(plus: 9))
                let notices = try records.takeLogoutNotices(
                    of: "a", dueAt: noon(plus: 50), returnsAt: noon(plus: 99), limit: 9)
                return (counts, early, notices)
            }
            try expect(counts, is: [2, 0], "how many wait")
            try expect(early, is: ["b"], "the clients with due notices")
            try expect(notices.map(\.session.id), is: [4, 1, 2].map { .numbered($0) }, "the notices")
            try expect(notices.map(\.attempts), is: [1, 2, 2], "their attempts")
        },
        ConformanceCase("clients with due outbox items are found, and each client's items are its own") { database in
            let (clients, taken, after) = try await database.keep { records throws(StorageFailure) in
                for (number, client) in ["b", "a", "b"].enumerated() {
                    try records.recordOutboxItem(
                        OutboxItem(
                            id: .numbered(number), kind: .validation, accountID: .numbered(1),
                            identityID: .numbered(1), clientID: client, sealedRefreshToken: [1], createdAt: noon,
                            dueAt: noon(plus: Int64(number))))
                }
                let clients = try [-1, 0, 1].map { moment throws(StorageFailure) in
                    try records.findClientsOfDueOutboxItems(at: noon(plus: moment))
                }
                let taken = try records.takeOutboxItems(
                    of: "b", dueAt: noon(plus: 9), returnsAt: noon(plus: 99), limit: 9)
                return (clients, taken.map(\.id), try records.findClientsOfDueOutboxItems(at: noon(plus: 9)))
            }
            try expect(clients, is: [[], ["b"], ["a", "b"]], "the clients")
            try expect(taken, is: [.numbered(0), .numbered(2)], "what was taken")
            try expect(after, is: ["a"], "the clients whose items nobody has")
        },
        ConformanceCase("the sessions that one client began under a session are found besides the newest") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 1...6 {
                    try records.recordSession(.sample(number))
                    try records.recordClientSession(.sample(number, of: number == 2 ? "other" : "shop"))
                }
                try records.recordClientSession(.sample(7, under: 8))
                _ = try records.endSession(.numbered(3), at: noon)
                return try [(2, 9), (2, 1), (0, 9), (5, 9), (2, 0)].map {
                    (newest: Int, limit: Int) throws(StorageFailure) in
                    try records.findClientSessions(
                        under: .numbered(7), of: "shop", besidesNewest: newest, limit: limit)
                }
            }
            let expected: [[SessionID]] = [[4, 3, 1], [4], [6, 5, 4, 3, 1], [], []].map { $0.map { .numbered($0) } }
            try expect(found, is: expected, "the sessions")
        },
    ]
}

extension ClientSession {
    fileprivate static func sample(_ number: Int, of client: String) -> ClientSession {
        ClientSession(
            id: .numbered(number), parentID: .numbered(7), accountID: .numbered(1), client: client, scope: "openid",
            claims: nil, isDetached: false, expiresAt: noon)
    }
}
