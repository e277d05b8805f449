package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool {
        try change(
            .insert,
            [
                .identifier(notification.id), .identifier(notification.identityID),
                .code(notification.topic, among: topicCodes), .text(notification.kind),
                .time(notification.occurredAt), .time(notification.receivedAt), .text(notification.effect),
                .time(notification.expiresAt), .text(notification.appGroup),
            ]) == 1
    }

    package func findNotification(_ id: NotificationID) throws(StorageFailure) -> ReceivedNotification? {
        try first(.find, [.identifier(id)]) { row throws(StorageFailure) in
            ReceivedNotification(
                id: try row.identifier(), identityID: try row.identifier(), topic: try row.code(among: topicCodes),
                kind: try row.text(), occurredAt: try row.time(), receivedAt: try row.time(),
                effect: try row.text(), expiresAt: try row.time(), appGroup: row.optionalText())
        }
    }

    package func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic, group: String?
    ) throws(StorageFailure) -> Date? {
        let values: [SQLValue] = [.identifier(identityID), .code(topic, among: topicCodes)]
        return try first(
            group == nil ? .findLatest : .findLatestOfGroup, values + (group.map { [.text($0)] } ?? [])
        ) { row throws(StorageFailure) in try row.time() }
    }

    package func findLatestNotificationTime() throws(StorageFailure) -> Date? {
        try first(.findLatestTime, []) { row throws(StorageFailure) in try row.time() }
    }

    package func removeExpiredNotifications(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = notifications.insert
    fileprivate static let find = notifications.select("WHERE id = $1")
    fileprivate static let findLatest = SQLStatement(
        """
        SELECT occurred_at FROM received_notifications WHERE identity_id = $1 AND topic = $2
        ORDER BY occurred_at DESC LIMIT 1
        """)
    fileprivate static let findLatestOfGroup = SQLStatement(
        """
        SELECT occurred_at FROM received_notifications
        WHERE identity_id = $1 AND topic = $2 AND (app_group = $3 OR app_group IS NULL)
        ORDER BY occurred_at DESC LIMIT 1
        """)
    fileprivate static let findLatestTime = SQLStatement(
        "SELECT received_at FROM received_notifications ORDER BY expires_at DESC LIMIT 1")
    fileprivate static let removeExpired = notifications.deleteOld()
}

private let notifications = SQLTable(
    name: "received_notifications",
    columns: "id, identity_id, topic, kind, occurred_at, received_at, effect, expires_at, app_group")

/// A topic is stored as its index in this list, so entries are only appended.
let topicCodes: [ReceivedNotification.Topic] = [.consent, .forwarding, .other]
