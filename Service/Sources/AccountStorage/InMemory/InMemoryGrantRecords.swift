internal import Foundation

extension InMemoryTransaction {
    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try StoredText.check(clientID)
        return try read { $0.grants[.init(identityID: identityID, clientID: clientID)] }
    }

    func findGrants(of identityID: IdentityID) throws(StorageFailure) -> [AppleGrant] {
        try read { rows in
            rows.grants.values.filter { $0.identityID == identityID }.sorted {
                $0.clientID.utf8.lexicographicallyPrecedes($1.clientID.utf8)
            }
        }
    }

    func findGrantedIdentities(
        after id: IdentityID?, through last: IdentityID, limit: Int
    ) throws(StorageFailure) -> [IdentityID] {
        try read { rows in
            let held = rows.grants.values.filter { grant in
                grant.sealedRefreshToken != nil && grant.identityID <= last
                    && (id.map { $0 < grant.identityID } ?? true)
            }
            return Array(Set(held.map(\.identityID)).sorted().prefix(max(0, limit)))
        }
    }

    func removeGrants(of identityID: IdentityID) throws(StorageFailure) -> Int {
        try change { rows in
            let before = rows.grants.count
            rows.grants = rows.grants.filter { $0.key.identityID != identityID }
            return before - rows.grants.count
        }
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try StoredText.check(grant.clientID)
        var grant = grant
        grant.obtainedAt = grant.obtainedAt.inWholeMilliseconds
        grant.checkedAt = grant.checkedAt?.inWholeMilliseconds
        try change { $0.grants[.init(identityID: grant.identityID, clientID: grant.clientID)] = grant }
    }
}
