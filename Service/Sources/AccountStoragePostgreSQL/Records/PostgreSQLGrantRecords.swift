internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try StoredText.check(clientID)
        return try first(
            """
            SELECT sealed_refresh_token, obtained_at, checked_at, was_seen_alive FROM grants
            WHERE identity_id = $1 AND client_id = $2
            """, [.identifier(identityID), .text(clientID)]
        ) { row throws(StorageFailure) in
            AppleGrant(
                identityID: identityID, clientID: clientID, sealedRefreshToken: row.optionalBytes(0),
                obtainedAt: try row.time(1), checkedAt: row.optionalTime(2), wasSeenAlive: try row.integer(3) != 0)
        }
    }

    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try every(
            """
            SELECT client_id, sealed_refresh_token, obtained_at, checked_at, was_seen_alive FROM grants
            WHERE identity_id = $1 ORDER BY client_id
            """, [.identifier(identityID)]
        ) { row throws(StorageFailure) in
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
            WHERE identity_id > $1 AND identity_id <= $2 AND sealed_refresh_token IS NOT NULL
            ORDER BY identity_id LIMIT $3
            """,
            // Before the first identifier comes what is shorter.
            [id.map { .identifier($0) } ?? .bytes([]), .identifier(last), .integer(max(0, limit))]
        ) { row throws(StorageFailure) in try row.identifier(0) }
    }

    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change("DELETE FROM grants WHERE identity_id = $1", [.identifier(identityID)])
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try StoredText.check(grant.clientID)
        try change(
            """
            INSERT INTO grants (identity_id, client_id, sealed_refresh_token, obtained_at, checked_at, was_seen_alive)
            VALUES ($1, $2, $3, $4, $5, $6)
            ON CONFLICT (identity_id, client_id) DO UPDATE SET
                sealed_refresh_token = excluded.sealed_refresh_token, obtained_at = excluded.obtained_at,
                checked_at = excluded.checked_at, was_seen_alive = excluded.was_seen_alive
            """,
            [
                .identifier(grant.identityID), .text(grant.clientID), .bytes(grant.sealedRefreshToken),
                .time(grant.obtainedAt), .time(grant.checkedAt), .flag(grant.wasSeenAlive),
            ])
    }
}
