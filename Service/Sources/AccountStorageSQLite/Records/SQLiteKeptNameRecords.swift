internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName? {
        try first(
            "SELECT sealed_name, kept_at, expires_at FROM kept_names WHERE identity_id = ?", [identityID.stored]
        ) { row in
            KeptName(
                identityID: identityID, sealedName: row.optionalBytes(0) ?? [], keptAt: try row.time(1),
                expiresAt: try row.time(2))
        }
    }

    func recordKeptName(_ name: KeptName) throws(StorageFailure) {
        try change(
            """
            INSERT INTO kept_names (identity_id, sealed_name, kept_at, expires_at) VALUES (?, ?, ?, ?)
            ON CONFLICT (identity_id) DO UPDATE SET
                sealed_name = excluded.sealed_name, kept_at = excluded.kept_at, expires_at = excluded.expires_at
            """,
            [name.identityID.stored, Data(name.sealedName), name.keptAt.stored, name.expiresAt.stored])
    }

    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure) {
        try change("DELETE FROM kept_names WHERE identity_id = ?", [identityID.stored])
    }

    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(
            """
            DELETE FROM kept_names WHERE identity_id IN
                (SELECT identity_id FROM kept_names WHERE expires_at < ? ORDER BY expires_at LIMIT ?)
            """, [moment.stored, max(0, limit)])
    }
}
