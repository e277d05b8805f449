internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let notifications: [ConformanceCase] = [
        ConformanceCase("a notification comes back with every field") { database in
            for (number, topic) in ReceivedNotification.Topic.allCases.enumerated() {
                var notification = ReceivedNotification.sample(number)
                (notification.topic, notification.kind) = (topic, difficultTexts[number + 4])
                notification.appGroup = number == 0 ? nil : difficultTexts[number + 4]
                notification.effect = difficultTexts[number + 7]
                let stored = notification
                let (isNew, found) = try await database.keep { records throws(StorageFailure) in
                    (try records.recordNotification(stored), try records.findNotification(stored.id))
                }
                try expect(isNew, is: true, "whether it is new")
                try expect(found, is: notification, "the notification")
            }
        },
        ConformanceCase("a notification is taken once, and its repeat changes nothing") { database in
            let (answers, found) = try await database.keep { records throws(StorageFailure) in
                var again = ReceivedNotification.sample()
                (again.effect, again.occurredAt) = ("other", noon(plus: 77))
                let answers = [
                    try records.recordNotification(.sample()), try records.recordNotification(again),
                    try records.recordNotification(.sample()),
                ]
                return (answers, try records.findNotification(.numbered(1)))
            }
            try expect(answers, is: [true, false, false], "whether it is new")
            try expect(found, is: .sample(), "the notification")
        },
        ConformanceCase("of fifty who take one notification at once, one does") { database in
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.recordNotification(.sample())
                }
            }
            try expect(taken.count { $0 }, is: 1, "winners")
        },
        ConformanceCase("the newest event of an identity and topic is known, in whatever order they came") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                let events: [(Int, ReceivedNotification.Topic, Int64)] = [
                    (1, .consent, 5), (1, .consent, 9), (1, .consent, 7), (1, .forwarding, 50), (2, .consent, 99),
                ]
                for (number, event) in events.enumerated() {
                    var notification = ReceivedNotification.sample(number)
                    notification.identityID = .numbered(event.0)
                    (notification.topic, notification.occurredAt) = (event.1, noon(plus: event.2))
                    _ = try records.recordNotification(notification)
                }
                return [
                    try records.findLatestEvent(.numbered(1), topic: .consent, group: nil),
                    try records.findLatestEvent(.numbered(1), topic: .forwarding, group: nil),
                    try records.findLatestEvent(.numbered(1), topic: .other, group: nil),
                    try records.findLatestEvent(.numbered(3), topic: .consent, group: nil),
                ]
            }
            try expect(found, is: [noon(plus: 9), noon(plus: 50), nil, nil], "the newest events")
        },
        ConformanceCase("the newest event of a group is its own, or one that concerns all groups") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                let events: [(String?, Int64)] = [("shop", 5), ("news", 9), (nil, 7)]
                for (number, event) in events.enumerated() {
                    var notification = ReceivedNotification.sample(number)
                    (notification.appGroup, notification.occurredAt) = (event.0, noon(plus: event.1))
                    _ = try records.recordNotification(notification)
                }
                return try ["shop", "news", "else", nil].map { group throws(StorageFailure) in
                    try records.findLatestEvent(.numbered(1), topic: .consent, group: group)
                }
            }
            try expect(found, is: [7, 9, 7, 9].map { noon(plus: $0) }, "the newest events")
        },
        ConformanceCase("the time of the newest notification is known, in whatever order they came") { database in
            let times = try await database.keep { records throws(StorageFailure) in
                var times = [try records.findLatestNotificationTime()]
                for number in [2, 5, 3] {
                    var notification = ReceivedNotification.sample(number)
                    notification.receivedAt = noon(plus: Int64(number))
                    notification.expiresAt = noon(plus: Int64(60_000 + number))
                    _ = try records.recordNotification(notification)
                    times.append(try records.findLatestNotificationTime())
                }
                return times
            }
            try expect(times, is: [nil, noon(plus: 2), noon(plus: 5), noon(plus: 5)], "the times")
        },
        ConformanceCase("notifications are removed once their life is over, a few at a time") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 0..<10 {
                    var notification = ReceivedNotification.sample(number)
                    notification.expiresAt = noon(plus: Int64(number))
                    _ = try records.recordNotification(notification)
                }
                let removed = [
                    try records.removeExpiredNotifications(before: noon, limit: 100),
                    try records.removeExpiredNotifications(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredNotifications(before: noon(plus: 7), limit: 4),
                    try records.removeExpiredNotifications(before: noon(plus: 7), limit: 4),
                ]
                let left = try numbers(0..<10) { number throws(StorageFailure) in
                    try records.findNotification(.numbered(number)) != nil
                }
                return (removed, left)
            }
            try expect(removed, is: [0, 4, 3, 0], "how many were removed")
            try expect(left, is: [7, 8, 9], "the notifications that are left")
        },
    ]
}

extension ReceivedNotification {
    fileprivate static func sample(_ number: Int = 1) -> ReceivedNotification {
        ReceivedNotification(
            id: .numbered(number), identityID: .numbered(1), topic: .consent, kind: "consent-revoked",
            occurredAt: noon(plus: 1), receivedAt: noon(plus: 2), effect: "sessions_ended",
            expiresAt: noon(plus: 60_000))
    }
}
