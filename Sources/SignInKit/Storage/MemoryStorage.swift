public import Foundation

/// Keeps everything in memory, for tests and previews.
///
/// Unchecked, because the compiler cannot see that both variables are only accessed while the lock is held. The
/// standard library's `Mutex` needs newer systems than the package supports.
public final class MemoryStorage: SignInStorage, InstallationMark, @unchecked Sendable {
    private var items: [StoredItem: Data] = [:]
    private var marked = false
    private let lock = NSLock()

    /// Creates an empty storage.
    public init() {}

    /// Reads the value that was written last.
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
