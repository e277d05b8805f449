package import AccountStorage

extension SQLTransaction {
    package func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try first(.find, [.identifier(identityID), .text(clientID)], read: grant)
    }

    package func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try every(.findOfIdentity, [.identifier(identityID)], read: grant)
    }

    package func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID] {
        try every(.findIdentities, [.after(id), .identifier(last), .limit(limit)]) { row throws(StorageFailure) in
            try row.identifier()
        }
    }

    package func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change(.removeOfIdentity, [.identifier(identityID)])
    }

    package func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try change(
            .record,
            [
                .identifier(grant.identityID), .text(grant.clientID), .bytes(grant.sealedRefreshToken),
                .time(grant.obtainedAt), .time(grant.checkedAt), .flag(grant.wasSeenAlive),
            ])
    }
}

extension SQLStatement {
    fileprivate static let find = grants.select("WHERE identity_id = $1 AND client_id = $2")
    fileprivate static let findOfIdentity = grants.select("WHERE identity_id = $1 ORDER BY client_id")
    fileprivate static let findIdentities = SQLStatement(
        """
        SELECT DISTINCT identity_id FROM grants
        WHERE identity_id > $1 AND identity_id <= $2 AND sealed_refresh_token IS NOT NULL
        ORDER BY identity_id LIMIT $3
        """)
    fileprivate static let removeOfIdentity = grants.delete("WHERE identity_id = $1")
    fileprivate static let record = grants.insertOrReplace
}

private let grants = SQLTable(
    name: "grants",
    columns: "identity_id, client_id, sealed_refresh_token, obtained_at, checked_at, was_seen_alive",
    key: "identity_id, client_id")

private func grant(_ row: inout SQLRow) throws(StorageFailure) -> AppleGrant {
    AppleGrant(
        identityID: try row.identifier(), clientID: try row.text(), sealedRefreshToken: row.optionalBytes(),
        obtainedAt: try row.time(), checkedAt: row.optionalTime(), wasSeenAlive: try row.flag())
}
