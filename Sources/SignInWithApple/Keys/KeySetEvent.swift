#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// An event of Apple's key set, for metrics and logs. It contains nothing from a token.
///
/// The observer is called on the thread where the event happened, while requests wait. Count, but do not do work there.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum KeySetEvent: Sendable, Equatable {
    /// Apple answered with usable keys.
    case fetched(FetchedKeys)
    /// A fetch failed or brought no usable keys.
    /// - Parameters:
    ///   - failures: failed fetches since the last successful one, including this one.
    ///   - retryAfter: seconds until the next fetch may begin.
    case fetchFailed(AppleCallFailure, failures: Int, retryAfter: TimeInterval)
    /// A fetch is long past its deadline, and another one replaces it.
    case fetchAbandoned
    /// The last good set was restored from the store, with its age in seconds.
    case restored(age: TimeInterval)
    /// The stored set was fetched from another address, is too old, comes from the future or is not a key set.
    case storedSetRefused
    /// The store could not be read.
    case loadFailed
    /// The store could not be written.
    case saveFailed
    /// An expired set was used, because Apple could not be asked or was being asked, with the seconds since its fetch.
    case servedStale(age: TimeInterval)
    /// A token named a key that Apple does not publish, according to a fetch that began after the token arrived.
    case unknownKey
    /// A token named a key that the current set lacks, and Apple may not be asked again yet.
    case keyNotDecided
    /// A token named a key that Apple published before and then left out: its servers disagree, or the key was
    /// withdrawn.
    case keyDisputed

    /// A short name, the same for all events of a kind. Use it as the label of a counter.
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

/// A key set as fetched from Apple, and its differences from the previous one.
public struct FetchedKeys: Sendable, Equatable {
    /// The ids of the usable keys, in Apple's order.
    public let keyIDs: [String]
    /// The ids that the previous set did not have, or all if there was none.
    public let added: [String]
    /// The ids that only the previous set had. These keys are not accepted any more.
    public let removed: [String]
    /// The number of keys skipped as broken, unknown, private or ambiguous.
    public let skipped: Int
    /// Seconds for which the set is used without asking again.
    public let lifetime: TimeInterval
}
