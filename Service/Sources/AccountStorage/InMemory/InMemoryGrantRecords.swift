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

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try StoredText.check(grant.clientID)
        var grant = grant
        grant.obtainedAt = grant.obtainedAt.inWholeMilliseconds
        try change { $0.grants[.init(identityID: grant.identityID, clientID: grant.clientID)] = grant }
    }
}
