import AccountStorage
import Foundation

/// Whether an attempt can still be completed.
enum AttemptStanding {
    /// Why not; nil while it can. An attempt's last moment is its expiry: at that moment it is over. It is over, too, when the
    /// clock was set back behind its begin: nobody can say how old it is.
    static func refusal(_ attempt: SignInAttempt, at now: Date) -> SignInRefusal? {
        switch attempt.state {
        case .claimed: .attemptUsed
        case .ended: .attemptEnded
        case .open:
            now < attempt.expiresAt && !ClockDifference.isImpossible(attempt.createdAt, at: now) ? nil : .attemptExpired
        }
    }
}
