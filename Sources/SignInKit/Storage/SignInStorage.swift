public import Foundation

/// Keeps the data that must outlive the app's process: a keychain on Apple's platforms.
///
/// Each item is one small value that is written completely or not at all, even if the process ends in between. Calls
/// are short and do not overlap.
public protocol SignInStorage: Sendable {
    /// Names where the items are. Clients of one process whose storages have the same name follow each other's sign-ins
    /// and sign-outs at once. Others notice them at their next call.
    ///
    /// By default, an object is a place of its own, and other storages have no name.
    var place: String? { get }
    /// Reads the value that was written last, or returns nil if there is none.
    ///
    /// Throws if that cannot be known, for instance before the device's first unlock. Nil signs the person out.
    func read(_ item: StoredItem) throws -> Data?
    /// Replaces an item, durably, before it returns.
    func write(_ data: Data, to item: StoredItem) throws
    /// Removes an item. Does nothing if there is none.
    func remove(_ item: StoredItem) throws
}

extension SignInStorage {
    /// No name.
    public var place: String? { nil }
}

extension SignInStorage where Self: AnyObject {
    /// This object.
    public var place: String? { "\(ObjectIdentifier(self))" }
}

/// An item of the storage.
public enum StoredItem: String, Sendable, CaseIterable {
    /// The session.
    case session
    /// A sign-in that the service has not confirmed.
    case pendingSignIn = "pending-sign-in"
    /// Names that have not reached the service yet.
    case firstTimeData = "first-time-data"
}

/// A mark that disappears with the app's installation, unlike items of a keychain.
public protocol InstallationMark: Sendable {
    /// Whether the mark was set.
    var isSet: Bool { get }
    /// Sets the mark.
    func set()
}
