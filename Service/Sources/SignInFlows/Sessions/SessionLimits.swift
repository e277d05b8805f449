import AccountStorage
import Foundation

/// When a session ends by itself.
struct SessionLimits: Sendable {
    private let policy: SignInPolicy
    private let restoredAt: Date?

    init(_ environment: SignInEnvironment) {
        policy = environment.policy
        restoredAt = environment.restoredAt
    }

    /// The idle limit counted from a use, but never past the absolute limit counted from the sign-in.
    func expiry(createdAt: Date, usedAt: Date) -> Date {
        let idle = usedAt.addingTimeInterval(policy.idleLifetime.timeInterval)
        return min(idle, createdAt.addingTimeInterval(policy.absoluteLifetime.timeInterval))
    }

    /// Why a session may not be used any more; nil while it may.
    func refusal(_ session: Session, at now: Date) -> ErrorCode? {
        if session.endedAt != nil { return .sessionEnded }
        if let restoredAt, session.createdAt < restoredAt { return .sessionEnded }
        let absolute = session.createdAt.addingTimeInterval(policy.absoluteLifetime.timeInterval)
        return now < min(session.expiresAt, absolute) ? nil : .sessionExpired
    }
}
