internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? {
        try first("SELECT \(columns) FROM identities WHERE id = $1", [.identifier(id)], read: identity)
    }

    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity] {
        try every(
            """
            SELECT \(columns) FROM account_identities JOIN identities ON identities.id = identity_id
            WHERE account_identities.account_id = $1 ORDER BY identity_id
            """, [.identifier(accountID)], read: identity)
    }

    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.teamID, identity.subject)
        let inserted = try change(
            """
            INSERT INTO identities (id, account_id, issuer, team_id, subject, created_at, is_forwarding_off)
            VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(identity.id), .identifier(identity.accountID),
                .text(identity.issuer == appleIssuer ? nil : identity.issuer), .text(identity.teamID),
                .text(identity.subject), .time(identity.createdAt), .flag(identity.isForwardingOff),
            ])
        guard inserted == 0 else {
            try insertNew(
                """
                INSERT INTO account_identities (account_id, identity_id) VALUES ($1, $2)
                ON CONFLICT (account_id, identity_id) DO NOTHING
                """,
                [.identifier(identity.accountID), .identifier(identity.id)])
            return
        }
        guard let existing = try findIdentity(identity.id) else { throw .corrupt }
        guard existing.namesSame(as: identity) else { throw .conflict }
    }

    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(
            """
            UPDATE identities SET account_id = $1
            WHERE id IN (SELECT identity_id FROM account_identities WHERE account_id = $2)
            """, [.identifier(other), .identifier(accountID)])
        return try change(
            "UPDATE account_identities SET account_id = $1 WHERE account_id = $2",
            [.identifier(other), .identifier(accountID)])
    }

    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool {
        try change(
            "UPDATE identities SET is_forwarding_off = $1 WHERE id = $2", [.flag(isOff), .identifier(identityID)]) == 1
    }

    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool {
        guard let identity = try findIdentity(id) else { return false }
        try change(
            "DELETE FROM account_identities WHERE account_id = $1 AND identity_id = $2",
            [.identifier(identity.accountID), .identifier(id)])
        _ = try removeGrants(of: id)
        try removeKeptName(id)
        return try change("DELETE FROM identities WHERE id = $1", [.identifier(id)]) == 1
    }
}

private let columns =
    "identities.id, identities.account_id, issuer, team_id, subject, created_at, is_forwarding_off"

private func identity(_ row: PostgreSQLRow) throws(StorageFailure) -> AppleIdentity {
    AppleIdentity(
        id: try row.identifier(0), accountID: try row.identifier(1), issuer: row.optionalText(2) ?? appleIssuer,
        teamID: try row.text(3), subject: try row.text(4), createdAt: try row.time(5),
        isForwardingOff: try row.integer(6) != 0)
}

/// Stored as NULL (migration 0001).
private let appleIssuer = "https://appleid.apple.com"
