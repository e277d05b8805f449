package import AccountStorage

extension SQLTransaction {
    package func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? {
        try first(.find, [.identifier(id)], read: readIdentity)
    }

    package func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity] {
        try every(.findOfAccount, [.identifier(accountID)], read: readIdentity)
    }

    package func findIdentities(after id: IdentityID?, limit: Int) throws(StorageFailure) -> [AppleIdentity] {
        try every(.findPage, [.after(id), .limit(limit)], read: readIdentity)
    }

    package func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        let inserted = try change(
            .insert,
            [
                .identifier(identity.id), .identifier(identity.accountID),
                .text(identity.issuer == appleIssuer ? nil : identity.issuer), .text(identity.teamID),
                .text(identity.subject), .time(identity.createdAt), .flag(identity.isForwardingOff),
                .identifier(identity.movedTo),
            ])
        guard inserted == 0 else {
            return try insertNew(.insertOfAccount, [.identifier(identity.accountID), .identifier(identity.id)])
        }
        guard let existing = try findIdentity(identity.id) else { throw .corrupt }
        guard existing.namesSame(as: identity) else { throw .conflict }
    }

    package func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change(.move, [.identifier(accountID), .identifier(other)])
        try moveTransferEntries(from: accountID, to: other)
        return try change(.moveOfAccount, [.identifier(accountID), .identifier(other)])
    }

    package func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool {
        try change(.recordForwarding, [.identifier(identityID), .flag(isOff)]) == 1
    }

    package func recordMove(of id: IdentityID, to other: IdentityID) throws(StorageFailure) -> Bool {
        let isThere = try change(.recordMove, [.identifier(id), .identifier(other)]) == 1
        try change(.recordMove, [.identifier(other), .bytes(nil)])
        return isThere
    }

    package func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool {
        guard let identity = try findIdentity(id) else { return false }
        try change(.removeOfAccount, [.identifier(identity.accountID), .identifier(id)])
        _ = try removeGrants(of: id)
        try removeKeptName(id)
        try removeEmailDelivery(id)
        try removeTransferEntries(of: identity)
        return try change(.remove, [.identifier(id)]) == 1
    }
}

extension SQLStatement {
    fileprivate static let find = identityTable.select("WHERE id = $1")
    fileprivate static let findOfAccount = identityTable.select(
        """
        WHERE id IN (SELECT identity_id FROM account_identities WHERE account_identities.account_id = $1) ORDER BY id
        """)
    fileprivate static let findPage = identityTable.select("WHERE id > $1 ORDER BY id LIMIT $2")
    fileprivate static let insert = identityTable.insert
    fileprivate static let insertOfAccount = accountIdentities.insert
    fileprivate static let move = SQLStatement(
        """
        UPDATE identities SET account_id = $2
        WHERE id IN (SELECT identity_id FROM account_identities WHERE account_id = $1)
        """)
    fileprivate static let moveOfAccount = SQLStatement(
        "UPDATE account_identities SET account_id = $2 WHERE account_id = $1")
    fileprivate static let recordForwarding = SQLStatement(
        "UPDATE identities SET is_forwarding_off = $2 WHERE id = $1")
    fileprivate static let recordMove = SQLStatement("UPDATE identities SET moved_to = $2 WHERE id = $1")
    fileprivate static let removeOfAccount = accountIdentities.delete("WHERE account_id = $1 AND identity_id = $2")
    fileprivate static let remove = identityTable.delete("WHERE id = $1")
}

let identityTable = SQLTable(
    name: "identities", columns: "id, account_id, issuer, team_id, subject, created_at, is_forwarding_off, moved_to")
private let accountIdentities = SQLTable(
    name: "account_identities", columns: "account_id, identity_id", key: "account_id, identity_id")

func readIdentity(_ row: inout SQLRow) throws(StorageFailure) -> AppleIdentity {
    AppleIdentity(
        id: try row.identifier(), accountID: try row.identifier(), issuer: row.optionalText() ?? appleIssuer,
        teamID: try row.text(), subject: try row.text(), createdAt: try row.time(), isForwardingOff: try row.flag(),
        movedTo: try row.optionalIdentifier())
}

/// Stored as NULL.
private let appleIssuer = "https://appleid.apple.com"
