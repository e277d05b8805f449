import AccountStorage

/// Removes a password and the records that depend on it.
enum PasswordRemoval {
    /// Removes the password of an account, its counters and its mailed tokens, and returns whether there was a
    /// password.
    @discardableResult
    static func removeSecret(
        of account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        _ = try records.removeMailedTokens(of: account)
        try removeTries(of: account, in: records)
        return try records.removePassword(of: account)
    }

    /// Removes the counters of wrong passwords for an account, but not the delays of its names.
    static func removeTries(of account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        _ = try records.removeTries(.wrongPasswords(of: account))
        _ = try records.removeTries(.currentPassword(of: account))
    }

    /// Removes everything that belongs to an account's password, for an account that is deleted or merged.
    static func removeAll(of account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        try removeSecret(of: account, in: records)
        for name in try records.findLoginNames(of: account) {
            _ = try records.removeTries(.mails(for: name.countedID))
            _ = try records.removeLoginName(name.id)
        }
    }

    /// Whether a password opens the account: sign-in with passwords is on, and it has a password and a login name.
    static func opens(
        _ account: AccountID, isOn: Bool, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        guard isOn, try records.findPassword(of: account) != nil else { return false }
        return try !records.findLoginNames(of: account).isEmpty
    }
}
