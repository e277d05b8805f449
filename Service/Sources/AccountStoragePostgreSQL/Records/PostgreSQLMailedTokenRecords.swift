internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func recordMailedToken(_ token: MailedToken) throws(StorageFailure) {
        try insertNew(
            "INSERT INTO mailed_tokens (\(columns)) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING",
            [
                .identifier(token.id), .code(purposeCodes.firstIndex(of: token.purpose)), .identifier(token.accountID),
                .identifier(token.loginNameID), .time(token.createdAt), .time(token.expiresAt),
            ])
    }

    func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken? {
        try first("SELECT \(columns) FROM mailed_tokens WHERE id = $1", [.identifier(id)], read: token)
    }

    func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken? {
        try first(
            "DELETE FROM mailed_tokens WHERE id = $1 AND expires_at > $2 RETURNING \(columns)",
            [.identifier(id), .time(moment)], read: token)
    }

    func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change("DELETE FROM mailed_tokens WHERE account_id = $1", [.identifier(accountID)])
    }

    func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM mailed_tokens WHERE id IN
                (SELECT id FROM mailed_tokens WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}

private let columns = "id, purpose, account_id, login_name_id, created_at, expires_at"

private func token(_ row: PostgreSQLRow) throws(StorageFailure) -> MailedToken {
    MailedToken(
        id: try row.identifier(0), purpose: try row.choice(1, among: purposeCodes), accountID: try row.identifier(2),
        loginNameID: try row.identifier(3), createdAt: try row.time(4), expiresAt: try row.time(5))
}

/// A purpose is stored as its place in this list: append only.
private let purposeCodes: [MailedToken.Purpose] = [.passwordReset]
