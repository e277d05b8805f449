package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func endSessions(
        of accountID: AccountID, under grant: (identityID: IdentityID, clientID: String?), at moment: Date,
        authenticatedBefore: Date
    ) throws(StorageFailure) -> Int {
        let values: [SQLValue] = [
            .identifier(accountID), .time(moment), .time(authenticatedBefore), .identifier(grant.identityID),
            .text(grant.clientID),
        ]
        let notices = try change(.makeNotices, values)
        let children = notices > 0 ? try change(.endClientSessions, values) : 0
        return try children + change(.end, values)
    }
}

extension SQLStatement {
    fileprivate static let end = SQLStatement("UPDATE sessions SET ended_at = $2 WHERE \(ending)")
    // Notices are made while the children are still live. A UNION, as for all sessions of an account.
    fileprivate static let makeNotices = SQLStatement(
        """
        UPDATE client_sessions SET logout_due_at = $2
        WHERE id IN (
            SELECT id FROM sessions WHERE \(ending)
            UNION ALL
            SELECT id FROM client_sessions AS child
            WHERE parent_id IN (SELECT id FROM sessions WHERE \(ending))
                AND EXISTS (SELECT 1 FROM sessions WHERE sessions.id = child.id AND ended_at IS NULL))
        """)
    fileprivate static let endClientSessions = SQLStatement(
        """
        UPDATE sessions SET ended_at = $2
        WHERE ended_at IS NULL AND id IN (
            SELECT id FROM client_sessions
            WHERE NOT is_detached AND parent_id IN (SELECT id FROM sessions WHERE \(ending)))
        """)
}

/// Selects the sessions of an account that began under a grant and end with it.
private let ending = """
    account_id = $1 AND ended_at IS NULL AND authenticated_at < $3 AND identity_id = $4
    AND apple_client_id = coalesce($5, apple_client_id)
    """
