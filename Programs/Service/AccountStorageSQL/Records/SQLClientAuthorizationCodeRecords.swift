package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func recordAuthorizationCode(_ code: ClientAuthorizationCode) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(code.id), .text(code.client), .text(code.redirectURI), .text(code.scope),
                .text(code.codeChallenge), .text(code.nonce), .text(code.claims), .identifier(code.parentID),
                .identifier(code.accountID), .time(code.createdAt), .time(code.expiresAt), .time(code.usedAt),
                .identifier(code.sessionID),
            ])
    }

    package func findAuthorizationCode(_ id: ClientAuthorizationCodeID) throws(StorageFailure)
        -> ClientAuthorizationCode?
    {
        try first(.find, [.identifier(id)]) { row throws(StorageFailure) in
            ClientAuthorizationCode(
                id: try row.identifier(), client: try row.text(), redirectURI: try row.text(),
                scope: try row.text(), codeChallenge: row.optionalText(), nonce: row.optionalText(),
                claims: row.optionalText(), parentID: try row.identifier(), accountID: try row.identifier(),
                createdAt: try row.time(), expiresAt: try row.time(), usedAt: row.optionalTime(),
                sessionID: try row.optionalIdentifier())
        }
    }

    package func useAuthorizationCode(
        _ id: ClientAuthorizationCodeID, by session: SessionID, at moment: Date
    ) throws(StorageFailure) -> Bool {
        try change(.use, [.identifier(id), .identifier(session), .time(moment)]) == 1
    }

    package func removeExpiredAuthorizationCodes(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let insert = codes.insert
    fileprivate static let find = codes.select("WHERE id = $1")
    fileprivate static let use = SQLStatement(
        """
        UPDATE authorization_codes SET used_at = $3, session_id = $2
        WHERE id = $1 AND used_at IS NULL AND expires_at > $3
        """)
    fileprivate static let removeExpired = codes.deleteOld()
}

private let codes = SQLTable(
    name: "authorization_codes",
    columns: """
        id, client, redirect_uri, scope, code_challenge, nonce, claims, parent_id, account_id, created_at, expires_at,
        used_at, session_id
        """)
