internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? {
        try first("SELECT \(columns) FROM accounts WHERE id = ?", [id.stored], read: account)
    }

    func findAccount(externalID: String) throws(StorageFailure) -> Account? {
        try StoredText.check(externalID)
        return try first(
            "SELECT \(columns) FROM accounts WHERE id = (SELECT account_id FROM external_accounts WHERE external_id = ?)",
            [externalID], read: account)
    }

    func recordAccount(_ account: Account) throws(StorageFailure) {
        try StoredText.check(account.givenName, account.familyName, account.email, account.externalID)
        try recordExternalID(account.externalID, of: account.id)
        try change(
            """
            INSERT INTO accounts (\(columns)) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                given_name = excluded.given_name, family_name = excluded.family_name, email = excluded.email,
                is_email_verified = excluded.is_email_verified, is_private_email = excluded.is_private_email,
                created_at = excluded.created_at, disabled_at = excluded.disabled_at,
                disabled_reason = excluded.disabled_reason, erase_at = excluded.erase_at,
                has_own_name = excluded.has_own_name, real_person_signal = excluded.real_person_signal,
                external_id = excluded.external_id
            """,
            [
                account.id.stored, account.givenName, account.familyName, account.email.map(StoredAddress.stored),
                account.isEmailVerified,
                account.isPrivateEmail, account.createdAt.stored, account.disabledAt?.stored,
                account.disabledReason?.rawValue, account.eraseAt?.stored,
                account.hasOwnName, account.realPersonSignal?.rawValue, account.externalID,
            ])
    }

    func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool {
        willErase()
        try recordExternalID(nil, of: id)
        return try change("DELETE FROM accounts WHERE id = ?", [id.stored]) == 1
    }

    func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID] {
        try every(
            "SELECT id FROM accounts WHERE erase_at <= ? ORDER BY erase_at, id LIMIT ?",
            [moment.stored, max(0, limit)]
        ) { row in try row.identifier(0) }
    }

    func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account] {
        try StoredText.check(email)
        let folded = EmailAddress.folded(email)
        // SQLite's own `lower` folds ASCII letters alone, as `EmailAddress` does.
        return try every(
            "SELECT \(columns) FROM accounts WHERE lower(email) IN (?, ?) ORDER BY id LIMIT ?",
            [StoredAddress.stored(folded), folded.hasSuffix("@") ? nil : folded, max(0, limit)],
            read: account)
    }

    /// Keeps the directory in step with the account; nearly always there is nothing to change.
    private func recordExternalID(_ externalID: String?, of id: AccountID) throws(StorageFailure) {
        let before = try first("SELECT external_id FROM accounts WHERE id = ?", [id.stored]) { row in
            row.optionalText(0)
        }.flatMap { $0 }
        if let before, let externalID, before.utf8.elementsEqual(externalID.utf8) { return }
        if let before { try change("DELETE FROM external_accounts WHERE external_id = ?", [before]) }
        guard let externalID else { return }
        try change(
            "INSERT INTO external_accounts (external_id, account_id) VALUES (?, ?)", [externalID, id.stored])
    }
}

private let columns = """
    id, given_name, family_name, email, is_email_verified, is_private_email, created_at, disabled_at,
    disabled_reason, erase_at, has_own_name, real_person_signal, external_id
    """

private func account(_ row: Row) throws(StorageFailure) -> Account {
    Account(
        id: try row.identifier(0), givenName: row.optionalText(1), familyName: row.optionalText(2),
        email: row.optionalText(3).map(StoredAddress.address), isEmailVerified: try row.integer(4) != 0,
        isPrivateEmail: try row.integer(5) != 0, createdAt: try row.time(6), disabledAt: row.optionalTime(7),
        disabledReason: try row.optionalChoice(8), eraseAt: row.optionalTime(9), hasOwnName: try row.integer(10) != 0,
        realPersonSignal: try row.optionalChoice(11), externalID: row.optionalText(12))
}
