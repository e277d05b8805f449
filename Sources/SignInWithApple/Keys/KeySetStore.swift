/// Keeps the last good key set across restarts, for instance in a file or a database row, so that people can sign in
/// after a restart while Apple is unreachable.
///
/// A stored set is parsed and aged like an answer from Apple. But whoever can write to the store can insert keys of
/// their own, which are trusted for up to two days. Protect it as well as the configuration.
public protocol KeySetStore: Sendable {
    /// Loads the set saved last, or returns `nil` if there is none. The first verification waits for it, so return or
    /// throw soon.
    func load() async throws -> StoredKeySet?
    /// Replaces the stored set. No verification waits for it, and two calls never overlap.
    func save(_ set: StoredKeySet) async throws
}
