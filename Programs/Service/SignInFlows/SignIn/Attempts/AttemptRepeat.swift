import AccountStorage
import Foundation

/// What to do with an answer of Apple's for an attempt that was already claimed.
///
/// A client that lost the reply can only send the same answer again. It gets the same sign-in, and Apple is not asked a
/// second time. Any other answer is refused, and so is the same one if its sign-in was used or is over.
enum AttemptRepeat: Equatable, Sendable {
    /// The sign-in succeeded and was not used yet, or is held: send the reply again.
    case replyAgain
    /// The first request is still being processed.
    case underWay
    /// The attempt is used up: refuse.
    case used

    /// The result of the attempt.
    enum Ending: Equatable, Sendable {
        /// A valid session, and whether one of its refresh tokens was used.
        case session(isUsed: Bool)
        /// A question that the person has not answered yet.
        case question
        /// A held sign-in.
        case held
        /// A session that was ended or has expired.
        case endedSession
        /// No result yet, or none at all.
        case nothing
    }

    /// Seconds after which a request may be repeated after `underWay`.
    static let retryAfter = 1

    /// - Parameters:
    ///   - answerHash: the hash of the answer that arrived now.
    ///   - longest: the maximum duration of a completion.
    static func decide(
        _ attempt: SignInAttempt, answerHash: [UInt8], ending: Ending, longest: Duration, at now: Date
    ) -> AttemptRepeat {
        guard attempt.state == .claimed, let claim = attempt.claim, claim.answerHash == answerHash,
            now < attempt.expiresAt
        else { return .used }
        switch ending {
        case .session(let isUsed): return isUsed ? .used : .replyAgain
        case .question, .held: return .replyAgain
        case .endedSession: return .used
        case .nothing: return ClockDifference.isWithin(longest, claim.claimedAt, at: now) ? .underWay : .used
        }
    }
}
