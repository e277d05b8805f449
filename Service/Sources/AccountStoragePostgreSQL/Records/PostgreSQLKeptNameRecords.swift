internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName? {
        try first(
            "SELECT sealed_name, kept_at, expires_at FROM kept_names WHERE identity_id = $1", [.identifier(identityID)]
        ) { row throws(StorageFailure) in
            KeptName(
                identityID: identityID, sealedName: row.optionalBytes(0) ?? [], keptAt: try row.time(1),
                expiresAt: try row.time(2))
        }
    }

    func recordKeptName(_ name: KeptName) throws(StorageFailure) {
        try change(
            """
            INSERT INTO kept_names (identity_id, sealed_name, kept_at, expires_at) VALUES ($1, $2, $3, $4)
            ON CONFLICT (identity_id) DO UPDATE SET
                sealed_name = excluded.sealed_name, kept_at = excluded.kept_at, expires_at = excluded.expires_at
            """,
            [.identifier(name.identityID), .bytes(name.sealedName), .time(name.keptAt), .time(name.expiresAt)])
    }

    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure) {
        try change("DELETE FROM kept_names WHERE identity_id = $1", [.identifier(identityID)])
    }

    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM kept_names WHERE identity_id IN
                (SELECT identity_id FROM kept_names WHERE expires_at < $1 ORDER BY expires_at LIMIT $2)
            """, [.time(moment), .integer(max(0, limit))])
    }
}
