internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func recordMailedToken(_ token: MailedToken) throws(StorageFailure) {
        try change(
            "INSERT INTO mailed_tokens (\(columns)) VALUES (?, ?, ?, ?, ?, ?)",
            [
                token.id.stored, purposeCodes.firstIndex(of: token.purpose), token.accountID.stored,
                token.loginNameID.stored, token.createdAt.stored, token.expiresAt.stored,
            ])
    }

    func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken? {
        try first("SELECT \(columns) FROM mailed_tokens WHERE id = ?", [id.stored], read: token)
    }

    func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken? {
        try first(
            "DELETE FROM mailed_tokens WHERE id = ? AND expires_at > ? RETURNING \(columns)",
            [id.stored, moment.stored], read: token)
    }

    func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change("DELETE FROM mailed_tokens WHERE account_id = ?", [accountID.stored])
    }

    func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM mailed_tokens WHERE id IN
                (SELECT id FROM mailed_tokens WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
            """, [moment.stored, max(0, limit)])
    }
}

private let columns = "id, purpose, account_id, login_name_id, created_at, expires_at"

private func token(_ row: Row) throws(StorageFailure) -> MailedToken {
    MailedToken(
        id: try row.identifier(0), purpose: try row.choice(1, among: purposeCodes), accountID: try row.identifier(2),
        loginNameID: try row.identifier(3), createdAt: try row.time(4), expiresAt: try row.time(5))
}

/// A purpose is stored as its place in this list: append only.
private let purposeCodes: [MailedToken.Purpose] = [.passwordReset]
