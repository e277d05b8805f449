package import AccountStorage

extension SQLTransaction {
    package func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try first(.find, [.identifier(identityID), .text(clientID)], read: readGrant)
    }

    package func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try every(.findOfIdentity, [.identifier(identityID)], read: readGrant)
    }

    package func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID] {
        try every(.findIdentities, [.after(id), .identifier(last), .limit(limit)]) { row throws(StorageFailure) in
            try row.identifier()
        }
    }

    package func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change(.removeReplacedOfIdentity, [.identifier(identityID)])
        return try change(.removeOfIdentity, [.identifier(identityID)])
    }

    package func recordReplacedGrant(_ grant: ReplacedGrant) throws(StorageFailure) {
        try changeLater(
            .recordReplaced,
            [
                .identifier(grant.id), .identifier(grant.identityID), .text(grant.clientID),
                .bytes(grant.sealedRefreshToken), .time(grant.aliveAt), .time(grant.replacedAt),
            ])
    }

    package func findReplacedGrants(of identityID: IdentityID) throws(StorageFailure) -> [ReplacedGrant] {
        try every(.findReplacedOfIdentity, [.identifier(identityID)]) { row throws(StorageFailure) in
            ReplacedGrant(
                id: try row.identifier(), identityID: try row.identifier(), clientID: try row.text(),
                sealedRefreshToken: try row.bytes(), aliveAt: row.optionalTime(), replacedAt: try row.time())
        }
    }

    package func removeReplacedGrant(_ id: ReplacedGrantID) throws(StorageFailure) -> Bool {
        try change(.removeReplaced, [.identifier(id)]) == 1
    }

    package func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try changeLater(
            .record,
            [
                .identifier(grant.identityID), .text(grant.clientID), .bytes(grant.sealedRefreshToken),
                .time(grant.obtainedAt), .time(grant.checkedAt), .time(grant.aliveAt),
            ])
    }
}

extension SQLStatement {
    fileprivate static let find = grantTable.select("WHERE identity_id = $1 AND client_id = $2")
    fileprivate static let findOfIdentity = grantTable.select("WHERE identity_id = $1 ORDER BY client_id")
    fileprivate static let findIdentities = SQLStatement(
        """
        SELECT DISTINCT identity_id FROM grants
        WHERE identity_id > $1 AND identity_id <= $2 AND sealed_refresh_token IS NOT NULL
        ORDER BY identity_id LIMIT $3
        """)
    fileprivate static let removeOfIdentity = grantTable.delete("WHERE identity_id = $1")
    fileprivate static let record = grantTable.insertOrReplace
    fileprivate static let recordReplaced = replacedGrants.insertOrReplace
    fileprivate static let findReplacedOfIdentity = replacedGrants.select(
        "WHERE identity_id = $1 ORDER BY replaced_at, id")
    fileprivate static let removeReplaced = replacedGrants.delete("WHERE id = $1")
    fileprivate static let removeReplacedOfIdentity = replacedGrants.delete("WHERE identity_id = $1")
}

let grantTable = SQLTable(
    name: "grants",
    columns: "identity_id, client_id, sealed_refresh_token, obtained_at, checked_at, alive_at",
    key: "identity_id, client_id")

private let replacedGrants = SQLTable(
    name: "replaced_grants", columns: "id, identity_id, client_id, sealed_refresh_token, alive_at, replaced_at")

func readGrant(_ row: inout SQLRow) throws(StorageFailure) -> AppleGrant {
    AppleGrant(
        identityID: try row.identifier(), clientID: try row.text(), sealedRefreshToken: row.optionalBytes(),
        obtainedAt: try row.time(), checkedAt: row.optionalTime(), aliveAt: row.optionalTime())
}
