import Crypto

#if canImport(FoundationEssentials)
    import FoundationEssentials
#else
    import Foundation
#endif

/// Hashes of the codes sent recently. A second use of a code is refused here, because it would invalidate the code at
/// Apple.
final class SentCodes: Sendable {
    /// In seconds. A code is valid for five minutes at Apple.
    private static let memory: TimeInterval = 600
    /// This many codes take some megabytes. Beyond the limit the oldest one is forgotten earlier.
    private static let limit = 50_000

    private struct State: Sendable {
        var sentAt: [SHA256Digest: Date] = [:]
        var order: [(code: SHA256Digest, at: Date)] = []
        var first = 0
    }

    private let state = Guarded(State())

    /// Marks the code as sent, and returns whether it may be sent.
    func claim(_ code: AuthorizationCode, at now: Date) -> Bool {
        let digest = SHA256.hash(data: Array(code.secretValue.utf8))
        return state.access { state in
            Self.forget(&state, at: now)
            guard state.sentAt[digest] == nil else { return false }
            state.sentAt[digest] = now
            state.order.append((digest, now))
            return true
        }
    }

    /// Allows a code again that never reached Apple, or that Apple did not look at.
    func release(_ code: AuthorizationCode) {
        let digest = SHA256.hash(data: Array(code.secretValue.utf8))
        state.access { $0.sentAt[digest] = nil }
    }

    private static func forget(_ state: inout State, at now: Date) {
        while state.first < state.order.count {
            let oldest = state.order[state.first]
            guard now.timeIntervalSince(oldest.at) >= memory || state.order.count - state.first >= limit else { break }
            if state.sentAt[oldest.code] == oldest.at { state.sentAt[oldest.code] = nil }
            state.first += 1
        }
        if state.first > limit {
            state.order.removeFirst(state.first)
            state.first = 0
        }
    }
}
