import AccountStorage
import Foundation
import SignInWithApple

/// When something that Apple did not settle is tried again, and when it is given up.
enum OutboxSchedule {
    /// How long a worker may take for one item before another one may.
    static let lease: TimeInterval = 120
    /// After this long an item is given up: of a revocation the person was told how to do it by hand, and a question is
    /// asked anew in the next round.
    static func longestLife(of kind: OutboxItem.Kind) -> TimeInterval {
        switch kind {
        case .revocation: 30 * 86_400
        case .validation: 20 * 3_600
        }
    }

    private static let shortestWait: TimeInterval = 30
    private static let longestWait: TimeInterval = 6 * 3_600

    /// Seconds until the next try: doubled after each, from half a minute to six hours, never sooner than Apple asks.
    static func wait(afterAttempts attempts: Int, retryAfter: Int?) -> TimeInterval {
        let doublings = Double(min(max(attempts - 1, 0), 20))
        let own = min(shortestWait * pow(2, doublings), longestWait)
        return max(own, min(Double(retryAfter ?? 0), 86_400))
    }
}

/// What Apple's answers to a revocation and to the refresh that follows it mean.
enum OutboxOutcome: Equatable, Sendable {
    /// Apple refuses the token, which it took before: it is dead.
    case confirmed
    /// Apple refuses the token, and nobody saw it alive for this client, or it is another's: nothing was revoked, for this reason.
    case unproven(code: String)
    /// Not settled: try again.
    case later(code: String, retryAfter: Int?, isAsked: Bool)

    /// Reads what a revocation and the refresh that proves it came to.
    init(_ outcome: RevocationOutcome) {
        switch outcome {
        case .confirmed: self = .confirmed
        case .alreadyDead, .otherClient: self = .unproven(code: outcome.code)
        case .unknown(let failure): self = .later(failure, isAsked: true)
        default: self = .later(code: outcome.code, retryAfter: nil, isAsked: false)
        }
    }

    /// Judges a "revoke" that Apple did not take.
    static func ofRevoking(_ failure: AppleCallFailure) -> OutboxOutcome {
        .later(failure, isAsked: false)
    }

    /// Judges the answer to a question whether a token still stands; `nil` is an answer with new tokens.
    static func ofAsking(_ failure: AppleCallFailure?) -> OutboxOutcome {
        switch failure {
        case nil: .later(code: "still_alive", retryAfter: nil, isAsked: false)
        case .refused(let error) where error.code == TokenEndpointError.invalidGrant: .confirmed
        case .some(let failure): .later(failure, isAsked: true)
        }
    }

    private static func later(_ failure: AppleCallFailure, isAsked: Bool) -> OutboxOutcome {
        .later(code: failure.code, retryAfter: failure.retryAfter, isAsked: isAsked)
    }
}
