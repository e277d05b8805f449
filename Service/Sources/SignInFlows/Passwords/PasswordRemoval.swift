import AccountStorage

/// What leaves with a password.
enum PasswordRemoval {
    /// Takes the password of an account away with everything that could bring one back, and says whether there was one.
    @discardableResult
    static func removeSecret(
        of account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        _ = try records.removeMailedTokens(of: account)
        try removeTries(of: account, in: records)
        return try records.removePassword(of: account)
    }

    /// Forgets the wrong passwords that were counted for an account. The waits of its names are another matter.
    static func removeTries(of account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        _ = try records.removeTries(.wrongPasswords(of: account))
        _ = try records.removeTries(.currentPassword(of: account))
    }

    /// Takes everything away that is about an account's password, for an account that goes.
    static func removeAll(of account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        try removeSecret(of: account, in: records)
        _ = try records.removeMail(of: account)
        for name in try records.findLoginNames(of: account) {
            _ = try records.removeTries(.mails(for: name.countedID))
            _ = try records.removeLoginName(name.id)
        }
    }

    /// Whether the account can be opened with a password, where passwords are on.
    static func opens(
        _ account: AccountID, isOn: Bool, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        guard isOn, try records.findPassword(of: account) != nil else { return false }
        return try !records.findLoginNames(of: account).isEmpty
    }
}
