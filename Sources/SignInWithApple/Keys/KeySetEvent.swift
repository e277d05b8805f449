#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// What happened to Apple's keys: for metrics and logs. Nothing of a token stands in an event.
///
/// Whoever listens is called on the thread that noticed, while people wait: count, do not work.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum KeySetEvent: Sendable, Equatable {
    /// Apple answered with usable keys.
    case fetched(FetchedKeys)
    /// A fetch brought no usable keys.
    /// - Parameters:
    ///   - failures: fetches that failed since the last good one, this one included.
    ///   - retryAfter: seconds until the next fetch may begin.
    case fetchFailed(AppleCallFailure, failures: Int, retryAfter: TimeInterval)
    /// A fetch did not end although its deadline passed long ago; another one takes its place.
    case fetchAbandoned
    /// The last good set came back from the store; its age in seconds.
    case restored(age: TimeInterval)
    /// What the store gave is of another address, too old, from the future or no key set.
    case storedSetRefused
    /// The store could not be read.
    case loadFailed
    /// The store could not be written.
    case saveFailed
    /// A set past its life was used, because Apple could not be asked or was being asked; seconds since it was fetched.
    case servedStale(age: TimeInterval)
    /// A token named a key that Apple does not publish, by a fetch that began after the token came.
    case unknownKey
    /// A token named a key that the set at hand lacks, and Apple may not be asked again yet.
    case keyNotDecided
    /// A token named a key that Apple published before and left out last: its servers disagree, or it was withdrawn.
    case keyDisputed

    /// A short name, the same for all events of a kind: the label of a counter.
    public var name: String {
        switch self {
        case .fetched: "fetched"
        case .fetchFailed: "fetch_failed"
        case .fetchAbandoned: "fetch_abandoned"
        case .restored: "restored"
        case .storedSetRefused: "stored_set_refused"
        case .loadFailed: "load_failed"
        case .saveFailed: "save_failed"
        case .servedStale: "served_stale"
        case .unknownKey: "unknown_key"
        case .keyNotDecided: "key_not_decided"
        case .keyDisputed: "key_disputed"
        }
    }
}

/// A key set as it came from Apple, and how it differs from the one before.
public struct FetchedKeys: Sendable, Equatable {
    /// The ids of the usable keys, in Apple's order.
    public let keyIDs: [String]
    /// Those that the set before did not have; all, if there was none.
    public let added: [String]
    /// Those that only the set before had: refused from now on.
    public let removed: [String]
    /// Keys that were left out as broken, unknown, private or ambiguous.
    public let skipped: Int
    /// Seconds for which the set is used without asking again.
    public let lifetime: TimeInterval
}
