package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordMailedToken(_ token: MailedToken) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(token.id), .code(token.purpose, among: purposeCodes), .identifier(token.accountID),
                .identifier(token.loginNameID), .time(token.createdAt), .time(token.expiresAt),
            ])
    }

    package func findMailedToken(_ id: MailedTokenID) throws(StorageFailure) -> MailedToken? {
        try first(.find, [.identifier(id)], read: token)
    }

    package func takeMailedToken(_ id: MailedTokenID, at moment: Date) throws(StorageFailure) -> MailedToken? {
        try first(.take, [.identifier(id), .time(moment)], read: token)
    }

    package func removeMailedTokens(of accountID: AccountID) throws(StorageFailure) -> Int {
        try change(.removeOfAccount, [.identifier(accountID)])
    }

    package func removeExpiredMailedTokens(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = tokens.insert
    fileprivate static let find = tokens.select("WHERE id = $1")
    fileprivate static let take = tokens.delete("WHERE id = $1 AND expires_at > $2 RETURNING \(tokens.columns)")
    fileprivate static let removeOfAccount = tokens.delete("WHERE account_id = $1")
    fileprivate static let removeExpired = tokens.deleteOld()
}

private let tokens = SQLTable(
    name: "mailed_tokens", columns: "id, purpose, account_id, login_name_id, created_at, expires_at")

private func token(_ row: inout SQLRow) throws(StorageFailure) -> MailedToken {
    MailedToken(
        id: try row.identifier(), purpose: try row.code(among: purposeCodes), accountID: try row.identifier(),
        loginNameID: try row.identifier(), createdAt: try row.time(), expiresAt: try row.time())
}

/// A purpose is stored as its index in this list, so entries are only appended.
private let purposeCodes: [MailedToken.Purpose] = [.passwordReset]
