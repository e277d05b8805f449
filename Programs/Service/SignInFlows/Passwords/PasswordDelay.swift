import AccountStorage
import Foundation

/// Slows down password guessing, without revealing which accounts exist.
///
/// There are two counters. The delay depends on the name as it was typed, whether or not an account has it, so it
/// reveals nothing. The limit of 100 consecutive wrong passwords (NIST SP 800-63B-4 section 3.2.2) applies to the
/// account. When it is reached, the password is refused until it is reset. A browser that signed in before has counters
/// of its own, which strangers cannot raise (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
enum PasswordDelay {
    static let mostTries = 100
    private static let freeTries = 4
    private static let longestDelay: TimeInterval = 900
    /// How long a name's delay is remembered after its last wrong password.
    static let retention: TimeInterval = 86_400

    /// What to do with an attempt.
    enum Decision: Equatable {
        /// Compare the password.
        case open
        /// Refuse it for this many seconds.
        case delayed(Int)
        /// Hash the password as always, but refuse it.
        case spent
    }

    static func decide(_ tries: PasswordTries?, at now: Date) -> Decision {
        guard let tries else { return .open }
        // A remaining delay above the maximum means that the clock has been set back since. It is ignored.
        if let until = tries.delayedUntil, now < until, until.timeIntervalSince(now) <= longestDelay {
            return .delayed(Int(until.timeIntervalSince(now).rounded(.up)))
        }
        return tries.count >= mostTries ? .spent : .open
    }

    /// The counter after one more wrong password, with a delay. The fifth wrong password causes five seconds, and each
    /// further one doubles the delay, up to a quarter of an hour.
    static func delaying(
        _ tries: PasswordTries?, id: PasswordTriesID, expiresAt: Date, at now: Date
    ) -> PasswordTries {
        let count = min((tries?.count ?? 0) + 1, mostTries)
        let delay = count > freeTries ? min(5 * pow(2, Double(count - freeTries - 1)), longestDelay) : 0
        return PasswordTries(
            id: id, count: count, delayedUntil: delay > 0 ? now.addingTimeInterval(delay) : nil, expiresAt: expiresAt)
    }

    /// The counter after one more wrong password, without a delay.
    static func counting(_ tries: PasswordTries?, id: PasswordTriesID, expiresAt: Date) -> PasswordTries {
        PasswordTries(
            id: id, count: min((tries?.count ?? 0) + 1, mostTries), delayedUntil: nil, expiresAt: expiresAt)
    }

    /// The counter after an attempt is undone. The attempt had changed it from `before` to `counted`.
    ///
    /// A delay that another attempt caused meanwhile stays, and a counter that was at its limit before stays there.
    static func givenBack(_ tries: PasswordTries, counted: PasswordTries, before: PasswordTries?) -> PasswordTries {
        var tries = tries
        tries.count = max(0, tries.count - (counted.count - (before?.count ?? 0)))
        if tries.delayedUntil == counted.delayedUntil?.inWholeMilliseconds { tries.delayedUntil = before?.delayedUntil }
        return tries
    }

    /// The counter after one more request for mail. The wait begins with the first request, so that nobody can flood a
    /// mailbox: one minute, doubled by each further request, up to half the lifetime of a code. So a stranger who keeps
    /// asking cannot leave the owner without a code: the last one that was mailed is good for as long again.
    static func mailed(
        _ tries: PasswordTries?, id: PasswordTriesID, codeLifetime: Duration, at now: Date
    ) -> PasswordTries {
        let count = min((tries?.count ?? 0) + 1, mostTries)
        let delay = min(60 * pow(2, Double(count - 1)), codeLifetime.timeInterval / 2)
        return PasswordTries(
            id: id, count: count, delayedUntil: now.addingTimeInterval(delay), expiresAt: now.addingTimeInterval(86_400)
        )
    }
}

extension PasswordTriesID {
    /// Wrong passwords for an account under any of its names, in apps and in browsers that are not remembered.
    static func wrongPasswords(of account: AccountID) -> PasswordTriesID {
        PasswordTriesID(label: "password-tries", fields: [account.text])
    }

    /// Wrong passwords for a name, whether or not an account has it.
    static func wrongPasswords(for name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "password-tries-name", fields: [name.text])
    }

    /// Takes the place of an account's counter for an unknown name, so that both cases cost the same.
    static func wrongPasswords(ofNobody name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "password-tries-nobody", fields: [name.text])
    }

    /// Wrong attempts at the current password by a person who is signed in.
    static func currentPassword(of account: AccountID) -> PasswordTriesID {
        PasswordTriesID(label: "current-password-tries", fields: [account.text])
    }

    /// Requests for mail under a name, whether or not an account has it.
    static func mails(for name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "mail-tries", fields: [name.text])
    }
}
