import Foundation
import SignInWithApple

/// A client's answer to a logout token.
enum LogoutAnswer: Equatable, Sendable {
    case status(Int)
    case failed(TransportFailure)

    /// The stable code of the answer.
    var code: String {
        switch self {
        case .status(let status): "http_\(status)"
        case .failed(let failure): failure.code
        }
    }
}

/// What happens to a logout notice after an attempt.
enum LogoutFate: Equatable, Sendable {
    case delivered
    case again(after: TimeInterval)
    case givenUp

    /// Whether the client is not told again.
    var isFinal: Bool {
        switch self {
        case .delivered, .givenUp: true
        case .again: false
        }
    }
}

/// When a client is told again that a session ended, and when that is given up.
enum LogoutSchedule {
    /// Seconds that a client has to answer.
    static let timeout: TimeInterval = 5
    /// Seconds that a worker's lease on a notice lasts: longer than two answers that come just in time.
    static let lease: TimeInterval = 20
    /// Seconds to wait after each attempt: a day and a half in all. A logout is of no use much later.
    static let waits: [TimeInterval] = [5, 30, 120, 600, 3_600, 7_200, 14_400, 28_800, 28_800, 43_200]
    /// A client answers 400 if the token is invalid for it, or if its own logout failed (OpenID Connect Back-Channel
    /// Logout section 2.8). The second may pass, so it is tried for more than an hour.
    static let triesOfARefusal = 6

    /// - Parameter attempts: how often the client was told, including this attempt.
    static func fate(after answer: LogoutAnswer, attempts: Int) -> LogoutFate {
        switch answer {
        case .status(200), .status(204): return .delivered
        case .status(400) where attempts >= triesOfARefusal: return .givenUp
        case .status, .failed: break
        }
        guard attempts <= waits.count else { return .givenUp }
        return .again(after: waits[max(attempts, 1) - 1])
    }
}
