import AccountStorage
import Foundation

/// How wrong passwords are slowed down: nobody guesses for long, and whoever guesses learns nothing about who is here.
///
/// Two counts do that. The wait hangs on the name as it was typed, whether or not it leads anywhere, so it tells nothing. The
/// hundred wrong ones in a row that NIST SP 800-63B-4 section 3.2.2 allows hang on the account; after those its password
/// opens nothing until it is reset. A browser that signed in before has counts of its own, which strangers cannot raise
/// (OWASP, "Slow Down Online Guessing Attacks with Device Cookies").
enum PasswordDelay {
    static let mostTries = 100
    private static let freeTries = 4
    private static let longestDelay: TimeInterval = 900
    /// For how long a wait is remembered after the last wrong password for a name.
    static let retention: TimeInterval = 86_400

    /// What becomes of a try.
    enum Decision: Equatable {
        /// The password is compared.
        case open
        /// Not before that many seconds.
        case delayed(Int)
        /// A password is hashed as always, and opens nothing.
        case spent
    }

    static func decide(_ tries: PasswordTries?, at now: Date) -> Decision {
        guard let tries else { return .open }
        // A wait that is longer than the longest was begun by a clock that has been set back since, and counts for nothing.
        if let until = tries.delayedUntil, now < until, until.timeIntervalSince(now) <= longestDelay {
            return .delayed(Int(until.timeIntervalSince(now).rounded(.up)))
        }
        return tries.count >= mostTries ? .spent : .open
    }

    /// The count with one more wrong password: from the fifth on each doubles the wait, from five seconds to a quarter
    /// of an hour.
    static func delaying(
        _ tries: PasswordTries?, id: PasswordTriesID, expiresAt: Date, at now: Date
    ) -> PasswordTries {
        let count = min((tries?.count ?? 0) + 1, mostTries)
        let delay = count > freeTries ? min(5 * pow(2, Double(count - freeTries - 1)), longestDelay) : 0
        return PasswordTries(
            id: id, count: count, delayedUntil: delay > 0 ? now.addingTimeInterval(delay) : nil, expiresAt: expiresAt)
    }

    /// The count with one more wrong password, and no wait.
    static func counting(_ tries: PasswordTries?, id: PasswordTriesID, expiresAt: Date) -> PasswordTries {
        PasswordTries(
            id: id, count: min((tries?.count ?? 0) + 1, mostTries), delayedUntil: nil, expiresAt: expiresAt)
    }

    /// The count without a try that is taken back: `counted` is what it had made of `before`.
    ///
    /// A wait that another try began in the meantime stays, and what was spent before stays spent.
    static func givenBack(_ tries: PasswordTries, counted: PasswordTries, before: PasswordTries?) -> PasswordTries {
        var tries = tries
        tries.count = max(0, tries.count - (counted.count - (before?.count ?? 0)))
        if tries.delayedUntil == counted.delayedUntil?.inWholeMilliseconds { tries.delayedUntil = before?.delayedUntil }
        return tries
    }

    /// The count after one more mail was asked for: the wait begins at once, so that nobody's mailbox is filled.
    static func mailed(_ tries: PasswordTries?, id: PasswordTriesID, at now: Date) -> PasswordTries {
        let count = min((tries?.count ?? 0) + 1, mostTries)
        let delay = min(60 * pow(2, Double(count - 1)), longestDelay)
        return PasswordTries(
            id: id, count: count, delayedUntil: now.addingTimeInterval(delay), expiresAt: now.addingTimeInterval(86_400)
        )
    }
}

extension PasswordTriesID {
    /// Wrong passwords for an account, whichever of its names was typed, in browsers and apps that are not remembered.
    static func wrongPasswords(of account: AccountID) -> PasswordTriesID {
        PasswordTriesID(label: "password-tries", fields: [account.text])
    }

    /// Wrong passwords for a name, whether or not it leads anywhere.
    static func wrongPasswords(for name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "password-tries-name", fields: [name.text])
    }

    /// What a name that leads nowhere has in place of an account's count, so that both take the same work.
    static func wrongPasswords(ofNobody name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "password-tries-nobody", fields: [name.text])
    }

    /// Wrong passwords of somebody who is signed in and has to type the current one.
    static func currentPassword(of account: AccountID) -> PasswordTriesID {
        PasswordTriesID(label: "current-password-tries", fields: [account.text])
    }

    /// Mails that were asked for by a name, whether or not it leads anywhere.
    static func mails(for name: LoginNameID) -> PasswordTriesID {
        PasswordTriesID(label: "mail-tries", fields: [name.text])
    }
}
