internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? {
        try first("SELECT \(columns) FROM accounts WHERE id = $1", [.identifier(id)], read: account)
    }

    func findAccount(externalID: String) throws(StorageFailure) -> Account? {
        try StoredText.check(externalID)
        return try first(
            "SELECT \(columns) FROM accounts WHERE id = (SELECT account_id FROM external_accounts WHERE external_id = $1)",
            [.text(externalID)], read: account)
    }

    func recordAccount(_ account: Account) throws(StorageFailure) {
        try StoredText.check(account.givenName, account.familyName, account.email, account.externalID)
        try recordExternalID(account.externalID, of: account.id)
        try change(
            """
            INSERT INTO accounts (\(columns)) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)
            ON CONFLICT (id) DO UPDATE SET
                given_name = excluded.given_name, family_name = excluded.family_name, email = excluded.email,
                is_email_verified = excluded.is_email_verified, is_private_email = excluded.is_private_email,
                created_at = excluded.created_at, disabled_at = excluded.disabled_at,
                disabled_reason = excluded.disabled_reason, erase_at = excluded.erase_at,
                has_own_name = excluded.has_own_name, real_person_signal = excluded.real_person_signal,
                external_id = excluded.external_id
            """,
            [
                .identifier(account.id), .text(account.givenName), .text(account.familyName),
                .text(account.email.map(StoredAddress.stored)), .flag(account.isEmailVerified),
                .flag(account.isPrivateEmail), .time(account.createdAt), .time(account.disabledAt),
                .code(account.disabledReason?.rawValue), .time(account.eraseAt), .flag(account.hasOwnName),
                .code(account.realPersonSignal?.rawValue), .text(account.externalID),
            ])
    }

    func removeAccount(_ id: AccountID) throws(StorageFailure) -> Bool {
        try recordExternalID(nil, of: id)
        return try change("DELETE FROM accounts WHERE id = $1", [.identifier(id)]) == 1
    }

    func findAccountsToErase(at moment: Date, limit: Int) throws(StorageFailure) -> [AccountID] {
        try every(
            "SELECT id FROM accounts WHERE erase_at <= $1 ORDER BY erase_at, id LIMIT $2",
            [.time(moment), .integer(max(0, limit))]
        ) { row throws(StorageFailure) in try row.identifier(0) }
    }

    func findAccounts(email: String, limit: Int) throws(StorageFailure) -> [Account] {
        try StoredText.check(email)
        let folded = EmailAddress.folded(email)
        // In the collation "C" `lower` folds ASCII letters alone, as `EmailAddress` does.
        return try every(
            """
            SELECT \(columns) FROM accounts WHERE lower(email COLLATE "C") IN ($1, $2) ORDER BY id LIMIT $3
            """,
            [
                .text(StoredAddress.stored(folded)), .text(folded.hasSuffix("@") ? nil : folded),
                .integer(max(0, limit)),
            ],
            read: account)
    }

    /// Keeps the directory in step with the account; nearly always there is nothing to change.
    private func recordExternalID(_ externalID: String?, of id: AccountID) throws(StorageFailure) {
        let before = try first("SELECT external_id FROM accounts WHERE id = $1", [.identifier(id)]) {
            row throws(StorageFailure) in row.optionalText(0)
        }.flatMap { $0 }
        if let before, let externalID, before.utf8.elementsEqual(externalID.utf8) { return }
        if let before { try change("DELETE FROM external_accounts WHERE external_id = $1", [.text(before)]) }
        guard let externalID else { return }
        try insertNew(
            """
            INSERT INTO external_accounts (external_id, account_id) VALUES ($1, $2)
            ON CONFLICT (external_id) DO NOTHING
            """,
            [.text(externalID), .identifier(id)])
    }
}

private let columns = """
    id, given_name, family_name, email, is_email_verified, is_private_email, created_at, disabled_at,
    disabled_reason, erase_at, has_own_name, real_person_signal, external_id
    """

private func account(_ row: PostgreSQLRow) throws(StorageFailure) -> Account {
    Account(
        id: try row.identifier(0), givenName: row.optionalText(1), familyName: row.optionalText(2),
        email: row.optionalText(3).map(StoredAddress.address), isEmailVerified: try row.integer(4) != 0,
        isPrivateEmail: try row.integer(5) != 0, createdAt: try row.time(6), disabledAt: row.optionalTime(7),
        disabledReason: try row.optionalChoice(8), eraseAt: row.optionalTime(9), hasOwnName: try row.integer(10) != 0,
        realPersonSignal: try row.optionalChoice(11), externalID: row.optionalText(12))
}
