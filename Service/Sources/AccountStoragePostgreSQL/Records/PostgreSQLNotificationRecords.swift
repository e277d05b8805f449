internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool {
        try StoredText.check(notification.kind, notification.effect)
        return try change(
            """
            INSERT INTO received_notifications
                (id, identity_id, topic, kind, occurred_at, received_at, effect, expires_at)
            VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(notification.id), .identifier(notification.identityID),
                .code(topicCodes.firstIndex(of: notification.topic)), .text(notification.kind),
                .time(notification.occurredAt), .time(notification.receivedAt), .text(notification.effect),
                .time(notification.expiresAt),
            ]) == 1
    }

    func findNotification(_ id: NotificationID) throws(StorageFailure) -> ReceivedNotification? {
        try first(
            """
            SELECT identity_id, topic, kind, occurred_at, received_at, effect, expires_at
            FROM received_notifications WHERE id = $1
            """, [.identifier(id)]
        ) { row throws(StorageFailure) in
            ReceivedNotification(
                id: id, identityID: try row.identifier(0), topic: try row.choice(1, among: topicCodes),
                kind: try row.text(2), occurredAt: try row.time(3), receivedAt: try row.time(4),
                effect: try row.text(5), expiresAt: try row.time(6))
        }
    }

    func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic
    ) throws(StorageFailure) -> Date? {
        try first(
            """
            SELECT occurred_at FROM received_notifications WHERE identity_id = $1 AND topic = $2
            ORDER BY occurred_at DESC LIMIT 1
            """, [.identifier(identityID), .code(topicCodes.firstIndex(of: topic))]
        ) { row throws(StorageFailure) in try row.time(0) }
    }

    func removeExpiredNotifications(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM received_notifications WHERE id IN
                (SELECT id FROM received_notifications WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}

/// A topic is stored as its place in this list: append only.
private let topicCodes: [ReceivedNotification.Topic] = [.consent, .forwarding, .other]
