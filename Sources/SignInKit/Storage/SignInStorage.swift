public import Foundation

/// Where the kit keeps what must outlive the app: a keychain on Apple's platforms.
///
/// Each item is one small value that is written as a whole or not at all, also when the process ends in between. Calls
/// are short and come one at a time.
public protocol SignInStorage: Sendable {
    /// What was written last; nil when there is nothing.
    func read(_ item: StoredItem) throws -> Data?
    /// Replaces an item, durably, before it returns.
    func write(_ data: Data, to item: StoredItem) throws
    /// Removes an item; nothing happens when there is none.
    func remove(_ item: StoredItem) throws
}

/// What is kept.
public enum StoredItem: String, Sendable, CaseIterable {
    /// The session.
    case session
    /// A sign-in that the service has not confirmed.
    case pendingSignIn = "pending-sign-in"
    /// Names that no sign-in has carried to the service yet.
    case firstTimeData = "first-time-data"
}

/// A sign that ends with the app's installation, unlike a keychain, whose items outlive it.
public protocol InstallationMark: Sendable {
    /// Whether it is there.
    var isSet: Bool { get }
    /// Sets it.
    func set()
}
