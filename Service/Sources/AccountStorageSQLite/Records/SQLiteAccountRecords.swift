internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? {
        try first(
            """
            SELECT given_name, family_name, email, is_email_verified, is_private_email, created_at, disabled_at
            FROM accounts WHERE id = ?
            """, [id.stored]
        ) { row in
            Account(
                id: id, givenName: row.optionalText(0), familyName: row.optionalText(1), email: row.optionalText(2),
                isEmailVerified: try row.integer(3) != 0, isPrivateEmail: try row.integer(4) != 0,
                createdAt: try row.time(5), disabledAt: row.optionalTime(6))
        }
    }

    func recordAccount(_ account: Account) throws(StorageFailure) {
        try StoredText.check(account.givenName, account.familyName, account.email)
        try change(
            """
            INSERT INTO accounts
                (id, given_name, family_name, email, is_email_verified, is_private_email, created_at, disabled_at)
            VALUES (?, ?, ?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO UPDATE SET
                given_name = excluded.given_name, family_name = excluded.family_name, email = excluded.email,
                is_email_verified = excluded.is_email_verified, is_private_email = excluded.is_private_email,
                created_at = excluded.created_at, disabled_at = excluded.disabled_at
            """,
            [
                account.id.stored, account.givenName, account.familyName, account.email, account.isEmailVerified,
                account.isPrivateEmail, account.createdAt.stored, account.disabledAt?.stored,
            ])
    }

    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? {
        try first(
            "SELECT account_id, issuer, team_id, subject, created_at FROM identities WHERE id = ?", [id.stored]
        ) { row in
            AppleIdentity(
                id: id, accountID: try row.identifier(0), issuer: row.optionalText(1) ?? appleIssuer,
                teamID: try row.text(2), subject: try row.text(3), createdAt: try row.time(4))
        }
    }

    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.teamID, identity.subject)
        let inserted = try change(
            """
            INSERT INTO identities (id, account_id, issuer, team_id, subject, created_at) VALUES (?, ?, ?, ?, ?, ?)
            ON CONFLICT (id) DO NOTHING
            """,
            [
                identity.id.stored, identity.accountID.stored, identity.issuer == appleIssuer ? nil : identity.issuer,
                identity.teamID, identity.subject, identity.createdAt.stored,
            ])
        guard inserted == 0 else { return }
        guard var existing = try findIdentity(identity.id) else { throw .corrupt }
        existing.createdAt = identity.createdAt
        guard existing == identity else { throw .conflict }
    }

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

/// Stored as NULL (migration 0001).
private let appleIssuer = "https://appleid.apple.com"
