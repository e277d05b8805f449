internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? {
        try first("SELECT \(columns) FROM identities WHERE id = ?", [id.stored], read: identity)
    }

    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity] {
        try every(
            """
            SELECT \(columns) FROM account_identities JOIN identities ON identities.id = identity_id
            WHERE account_identities.account_id = ? ORDER BY identity_id
            """, [accountID.stored], read: identity)
    }

    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.teamID, identity.subject)
        let inserted = try change(
            """
            INSERT INTO identities (id, account_id, issuer, team_id, subject, created_at, is_forwarding_off)
            VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (id) DO NOTHING
            """,
            [
                identity.id.stored, identity.accountID.stored, identity.issuer == appleIssuer ? nil : identity.issuer,
                identity.teamID, identity.subject, identity.createdAt.stored, identity.isForwardingOff,
            ])
        guard inserted == 0 else {
            try change(
                "INSERT INTO account_identities (account_id, identity_id) VALUES (?, ?)",
                [identity.accountID.stored, identity.id.stored])
            return
        }
        guard let existing = try findIdentity(identity.id) else { throw .corrupt }
        guard existing.namesSame(as: identity) else { throw .conflict }
    }

    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(
            """
            UPDATE identities SET account_id = ?
            WHERE id IN (SELECT identity_id FROM account_identities WHERE account_id = ?)
            """, [other.stored, accountID.stored])
        return try change(
            "UPDATE account_identities SET account_id = ? WHERE account_id = ?", [other.stored, accountID.stored])
    }

    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool {
        try change("UPDATE identities SET is_forwarding_off = ? WHERE id = ?", [isOff, identityID.stored]) == 1
    }

    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool {
        guard let identity = try findIdentity(id) else { return false }
        try change(
            "DELETE FROM account_identities WHERE account_id = ? AND identity_id = ?",
            [identity.accountID.stored, id.stored])
        _ = try removeGrants(of: id)
        try removeKeptName(id)
        return try change("DELETE FROM identities WHERE id = ?", [id.stored]) == 1
    }
}

private let columns =
    "identities.id, identities.account_id, issuer, team_id, subject, created_at, is_forwarding_off"

private func identity(_ row: Row) throws(StorageFailure) -> AppleIdentity {
    AppleIdentity(
        id: try row.identifier(0), accountID: try row.identifier(1), issuer: row.optionalText(2) ?? appleIssuer,
        teamID: try row.text(3), subject: try row.text(4), createdAt: try row.time(5),
        isForwardingOff: try row.integer(6) != 0)
}

/// Stored as NULL (migration 0001).
private let appleIssuer = "https://appleid.apple.com"
