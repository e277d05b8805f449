internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let people: [ConformanceCase] = [
        ConformanceCase("a person is found with all that a sign-in needs, as far as it is there") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordStrangers()
                var found = [try records.findSample()]
                try records.recordGrant(.sample(1, client: "app"))
                found.append(try records.findSample())
                try records.recordKeptName(.sample(1))
                found.append(try records.findSample())
                try records.recordIdentity(.sample(1))
                found.append(try records.findSample())
                try records.recordAccount(.sample(1))
                found.append(try records.findSample())
                try records.recordOutboxItem(.sample(9, of: 1))
                return found + [try records.findSample()]
            }
            var expected = [
                StoredPerson(
                    identity: nil, account: nil, grant: nil, keptName: nil, consentEventAt: nil, hasOutboxItems: false)
            ]
            expected.append(expected[0])
            expected[1].grant = .sample(1, client: "app")
            expected.append(expected[1])
            expected[2].keptName = .sample(1)
            expected.append(expected[2])
            expected[3].identity = .sample(1)
            expected.append(expected[3])
            expected[4].account = .sample(1)
            expected.append(expected[4])
            expected[5].hasOutboxItems = true
            try expect(found, is: expected, "the person")
        },
        ConformanceCase("a person is found with the newest event about their consent in the group or in all groups") {
            database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordStrangers()
                var found: [Date?] = []
                let events: [(String?, Int64)] = [("shop", 5), ("shop", 3), (nil, 4), (nil, 6)]
                for (number, event) in events.enumerated() {
                    _ = try records.recordNotification(
                        .sample(number, of: 1, .consent, group: event.0, at: noon(plus: event.1)))
                    found.append(try records.findSample().consentEventAt)
                }
                return found
            }
            try expect(found, is: [5, 5, 5, 6].map { noon(plus: $0) }, "the time of the event")
        },
    ]
}

extension AccountTransaction {
    fileprivate func findSample() throws(StorageFailure) -> StoredPerson {
        try findPerson(.numbered(1), client: "app", group: "shop")
    }

    /// Records what belongs to another person, client, group of apps or topic.
    fileprivate func recordStrangers() throws(StorageFailure) {
        try recordAccount(.sample(2))
        try recordIdentity(.sample(2))
        try recordGrant(.sample(1, client: "web"))
        try recordGrant(.sample(2, client: "app"))
        try recordKeptName(.sample(2))
        _ = try recordNotification(.sample(91, of: 2, .consent, group: nil, at: noon(plus: 90)))
        _ = try recordNotification(.sample(92, of: 1, .consent, group: "news", at: noon(plus: 90)))
        _ = try recordNotification(.sample(93, of: 1, .forwarding, group: nil, at: noon(plus: 90)))
        try recordOutboxItem(.sample(94, of: 2))
    }
}

extension AppleGrant {
    fileprivate static func sample(_ number: Int, client: String) -> AppleGrant {
        AppleGrant(identityID: .numbered(number), clientID: client, sealedRefreshToken: [1], obtainedAt: noon)
    }
}

extension KeptName {
    fileprivate static func sample(_ number: Int) -> KeptName {
        KeptName(identityID: .numbered(number), sealedName: [7], keptAt: noon, expiresAt: noon(plus: 10))
    }
}

extension ReceivedNotification {
    fileprivate static func sample(
        _ number: Int, of identity: Int, _ topic: Topic, group: String?, at moment: Date
    ) -> ReceivedNotification {
        ReceivedNotification(
            id: .numbered(number), identityID: .numbered(identity), topic: topic, kind: "kind", occurredAt: moment,
            receivedAt: noon(plus: 100), effect: "none", expiresAt: noon(plus: 60_000), appGroup: group)
    }
}

extension OutboxItem {
    fileprivate static func sample(_ number: Int, of identity: Int) -> OutboxItem {
        OutboxItem(
            id: .numbered(number), kind: .revocation, accountID: .numbered(identity), identityID: .numbered(identity),
            clientID: "app", sealedRefreshToken: [1], createdAt: noon, dueAt: noon)
    }
}
