public import Foundation

/// Keeps everything as long as the process lives: for tests and previews.
///
/// Unchecked, because the compiler cannot see that both variables are only touched while the lock is held; a mutex of the standard
/// library is newer than our platforms.
public final class MemoryStorage: SignInStorage, InstallationMark, @unchecked Sendable {
    private var items: [StoredItem: Data] = [:]
    private var marked = false
    private let lock = NSLock()

    /// Empty storage.
    public init() {}

    /// What was written last.
    public func read(_ item: StoredItem) -> Data? { lock.withLock { items[item] } }

    /// Replaces an item.
    public func write(_ data: Data, to item: StoredItem) { lock.withLock { items[item] = data } }

    /// Removes an item.
    public func remove(_ item: StoredItem) { lock.withLock { items[item] = nil } }

    /// Whether the mark was set.
    public var isSet: Bool { lock.withLock { marked } }

    /// Sets the mark.
    public func set() { lock.withLock { marked = true } }
}
