public import Foundation

/// What Apple told us, and when it happened.
public protocol NotificationRecords {
    /// Stores a notification and says whether it is new; of many equal ones, one is.
    func recordNotification(_ notification: ReceivedNotification) throws(StorageFailure) -> Bool
    /// The notification, or `nil`.
    func findNotification(_ id: NotificationID) throws(StorageFailure) -> ReceivedNotification?
    /// When the newest event of this topic happened to the identity, whether or not the identity is here.
    func findLatestEvent(
        _ identityID: IdentityID, topic: ReceivedNotification.Topic
    ) throws(StorageFailure) -> Date?
    /// Removes at most `limit` notifications that expired before `moment`, and says how many.
    func removeExpiredNotifications(before moment: Date, limit: Int) throws(StorageFailure) -> Int
}
