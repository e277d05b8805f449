internal import Foundation

extension InMemoryTransaction {
    func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool {
        try StoredText.check(notification.kind, notification.effect)
        var notification = notification
        notification.occurredAt = notification.occurredAt.inWholeMilliseconds
        notification.receivedAt = notification.receivedAt.inWholeMilliseconds
        notification.expiresAt = notification.expiresAt.inWholeMilliseconds
        return try change { rows in
            guard rows.notifications[notification.id] == nil else { return false }
            rows.notifications[notification.id] = notification
            return true
        }
    }

    func findNotification(_ id: NotificationID) throws(StorageFailure) -> ReceivedNotification? {
        try read { $0.notifications[id] }
    }

    func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic
    ) throws(StorageFailure) -> Date? {
        try read { rows in
            rows.notifications.values.filter { $0.identityID == identityID && $0.topic == topic }
                .map(\.occurredAt).max()
        }
    }

    func removeExpiredNotifications(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.notifications.removeFirst(limit) { $0.expiresAt < moment } }
    }
}
