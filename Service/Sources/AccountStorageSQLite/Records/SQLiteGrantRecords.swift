internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try StoredText.check(clientID)
        return try first(
            """
            SELECT sealed_refresh_token, obtained_at, checked_at, was_seen_alive FROM grants
            WHERE identity_id = ? AND client_id = ?
            """, [identityID.stored, clientID]
        ) { row in
            AppleGrant(
                identityID: identityID, clientID: clientID, sealedRefreshToken: row.optionalBytes(0),
                obtainedAt: try row.time(1), checkedAt: row.optionalTime(2), wasSeenAlive: try row.integer(3) != 0)
        }
    }

    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try every(
            """
            SELECT client_id, sealed_refresh_token, obtained_at, checked_at, was_seen_alive FROM grants
            WHERE identity_id = ? ORDER BY client_id
            """, [identityID.stored]
        ) { row in
            AppleGrant(
                identityID: identityID, clientID: try row.text(0), sealedRefreshToken: row.optionalBytes(1),
                obtainedAt: try row.time(2), checkedAt: row.optionalTime(3), wasSeenAlive: try row.integer(4) != 0)
        }
    }

    func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID] {
        try every(
            """
            SELECT DISTINCT identity_id FROM grants
            WHERE identity_id > ? AND identity_id <= ? AND sealed_refresh_token IS NOT NULL
            ORDER BY identity_id LIMIT ?
            """,
            // Before the first identifier comes what is shorter.
            [id?.stored ?? Data(), last.stored, max(0, limit)]
        ) { row in try row.identifier(0) }
    }

    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change("DELETE FROM grants WHERE identity_id = ?", [identityID.stored])
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try StoredText.check(grant.clientID)
        try change(
            """
            INSERT INTO grants (identity_id, client_id, sealed_refresh_token, obtained_at, checked_at, was_seen_alive)
            VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (identity_id, client_id) DO UPDATE SET
                sealed_refresh_token = excluded.sealed_refresh_token, obtained_at = excluded.obtained_at,
                checked_at = excluded.checked_at, was_seen_alive = excluded.was_seen_alive
            """,
            [
                grant.identityID.stored, grant.clientID, grant.sealedRefreshToken.map { Data($0) },
                grant.obtainedAt.stored, grant.checkedAt?.stored, grant.wasSeenAlive,
            ])
    }
}
