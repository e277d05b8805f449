public import Foundation

/// Apple's notifications.
public protocol NotificationRecords {
    /// Stores a notification and returns whether it is new. Of several equal ones, only the first is.
    func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool
    /// Finds the notification.
    func findNotification(_ id: NotificationID) throws(StorageFailure) -> ReceivedNotification?
    /// Finds when the newest event of this topic happened to the identity, whether or not the identity is stored here.
    ///
    /// - Parameter group: only events that concern this group of apps, or all groups; `nil` for every event.
    func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic, group: String?
    ) throws(StorageFailure) -> Date?
    /// Finds when the notification was received that expires last: the newest one, if all are kept equally long.
    func findLatestNotificationTime() throws(StorageFailure) -> Date?
    /// Removes at most `limit` notifications that expired before `moment`, and returns how many.
    func removeExpiredNotifications(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
