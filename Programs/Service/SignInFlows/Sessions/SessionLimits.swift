import AccountStorage
import Foundation

/// When a session expires.
struct SessionLimits: Sendable {
    private let policy: SignInPolicy
    private let restoredAt: Date?

    init(_ environment: SignInEnvironment) {
        policy = environment.policy
        restoredAt = environment.restoredAt
    }

    /// The idle limit counted from the last use, but never beyond the absolute limit counted from the sign-in.
    func expiry(createdAt: Date, usedAt: Date) -> Date {
        let idle = usedAt.addingTimeInterval(policy.idleLifetime.timeInterval)
        return min(idle, createdAt.addingTimeInterval(policy.absoluteLifetime.timeInterval))
    }

    /// Why a session is not valid any more; nil if it is valid.
    func refusal(_ session: Session, at now: Date) -> ErrorCode? {
        if session.endedAt != nil { return .sessionEnded }
        if let restoredAt, session.createdAt < restoredAt { return .sessionEnded }
        let absolute = session.createdAt.addingTimeInterval(policy.absoluteLifetime.timeInterval)
        return now < min(session.expiresAt, absolute) ? nil : .sessionExpired
    }
}
