import AccountStorage
import Foundation

extension SignInAttempt {
    /// Why the attempt cannot be completed; nil if it can.
    ///
    /// It expires exactly at `expiresAt`. It also counts as expired if the clock was set back to before its start,
    /// because its age is unknown then.
    func refusal(at now: Date) -> ErrorCode? {
        switch state {
        case .claimed: .attemptUsed
        case .ended: .attemptEnded
        case .open:
            now < expiresAt && !ClockDifference.isImpossible(createdAt, at: now) ? nil : .attemptExpired
        }
    }
}
