/// Where the last good key set outlives the process, so that a restart while Apple is away keeps nobody out: a file, a
/// row of a table.
///
/// What it returns is believed no further than an answer of Apple's: it is parsed and aged in the same way. But whoever
/// can write it can put keys of their own there for up to two days, so keep it as safe as the configuration.
public protocol KeySetStore: Sendable {
    /// The set saved last, or `nil` where there is none. The first verification waits for it: return or throw soon.
    func load() async throws -> StoredKeySet?
    /// Replaces what is kept. Nobody waits for it, and two calls never overlap.
    func save(_ set: StoredKeySet) async throws
}
