import AccountStorage
import Foundation

/// What becomes of an answer of Apple's that comes once more after its attempt took an answer.
///
/// Whoever lost our reply has nothing but the same answer to send again. They get the same sign-in, and Apple is not asked a
/// second time. Everybody else is refused: another answer, and one whose sign-in was used or is over.
enum AttemptRepeat: Equatable, Sendable {
    /// The sign-in is done, and nobody used it yet: reply once more.
    case replyAgain
    /// The first request is still being worked on.
    case underWay
    /// Nothing is to be had by it any more.
    case used

    /// What the attempt left behind.
    enum Ending: Equatable, Sendable {
        /// A session that is alive, and whether one of its refresh tokens was used.
        case session(isUsed: Bool)
        /// A question that still waits for the person's answer.
        case question
        /// A session that was ended or is over.
        case endedSession
        /// Nothing: not yet, or never.
        case nothing
    }

    /// Seconds after which whoever is told `underWay` may ask again.
    static let retryAfter = 1

    /// - Parameters:
    ///   - answerHash: of the answer that came now.
    ///   - longest: how long a completion may take.
    static func decide(
        _ attempt: SignInAttempt, answerHash: [UInt8], ending: Ending, longest: Duration, at now: Date
    ) -> AttemptRepeat {
        guard attempt.state == .claimed, let claim = attempt.claim, claim.answerHash == answerHash,
            now < attempt.expiresAt
        else { return .used }
        switch ending {
        case .session(let isUsed): return isUsed ? .used : .replyAgain
        case .question: return .replyAgain
        case .endedSession: return .used
        case .nothing: return ClockDifference.isWithin(longest, claim.claimedAt, at: now) ? .underWay : .used
        }
    }
}
