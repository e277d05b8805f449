internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try StoredText.check(clientID)
        return try first(
            "SELECT sealed_refresh_token, obtained_at FROM grants WHERE identity_id = ? AND client_id = ?",
            [identityID.stored, clientID]
        ) { row in
            AppleGrant(
                identityID: identityID, clientID: clientID, sealedRefreshToken: row.optionalBytes(0),
                obtainedAt: try row.time(1))
        }
    }

    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try every(
            "SELECT client_id, sealed_refresh_token, obtained_at FROM grants WHERE identity_id = ? ORDER BY client_id",
            [identityID.stored]
        ) { row in
            AppleGrant(
                identityID: identityID, clientID: try row.text(0), sealedRefreshToken: row.optionalBytes(1),
                obtainedAt: try row.time(2))
        }
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try StoredText.check(grant.clientID)
        try change(
            """
            INSERT INTO grants (identity_id, client_id, sealed_refresh_token, obtained_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (identity_id, client_id) DO UPDATE SET
                sealed_refresh_token = excluded.sealed_refresh_token, obtained_at = excluded.obtained_at
            """,
            [
                grant.identityID.stored, grant.clientID, grant.sealedRefreshToken.map { Data($0) },
                grant.obtainedAt.stored,
            ])
    }
}
