import AccountStorage
import Foundation

/// Lets the last one who takes a name have it.
final class GivesNamesAway: FaultyTransaction {
    override func recordLoginName(_ name: LoginName) throws(StorageFailure) {
        if let known = try inner.findLoginName(name.id), known.accountID != name.accountID {
            _ = try inner.removeLoginName(name.id)
        }
        try inner.recordLoginName(name)
    }
}

/// Leaves the password where it was.
final class KeepsPasswords: FaultyTransaction {
    override func removePassword(of accountID: AccountID) throws(StorageFailure) -> Bool {
        try inner.findPassword(of: accountID) != nil
    }
}

/// Forgets everybody's tries with those of one.
final class ForgetsAllTries: FaultyTransaction {
    override func removeTries(_ id: PasswordTriesID) throws(StorageFailure) -> Bool {
        let removed = try inner.removeTries(id)
        for number in 0..<10 { _ = try inner.removeTries(.init(high: 0x0102_0304_0506_0708, low: UInt64(number))) }
        return removed
    }
}

/// Lets everyone who read the mail have the token.
final class TakesTokensTwice: FaultyTransaction {
    override func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken? {
        try inner.findMailedToken(id)
    }
}

/// Sends mail once for every sender.
final class MailsTwice: FaultyTransaction {
    override func takeMail(dueAt moment: Date, returnsAt: Date, limit: Int) throws(StorageFailure) -> [OutgoingMail] {
        try inner.takeMail(dueAt: moment, returnsAt: moment, limit: limit)
    }
}
