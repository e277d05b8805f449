import AccountStorage
import Foundation

extension SignInAttempt {
    /// Why the attempt cannot be completed; nil while it can.
    ///
    /// An attempt's last moment is its expiry: at that moment it is over. It is over, too, when the clock was set back behind
    /// its begin: nobody can say how old it is.
    func refusal(at now: Date) -> ErrorCode? {
        switch state {
        case .claimed: .attemptUsed
        case .ended: .attemptEnded
        case .open:
            now < expiresAt && !ClockDifference.isImpossible(createdAt, at: now) ? nil : .attemptExpired
        }
    }
}
