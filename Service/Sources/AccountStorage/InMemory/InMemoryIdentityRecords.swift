internal import Foundation

extension InMemoryTransaction {
    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? {
        try read { $0.identities[id] }
    }

    func findIdentities(of accountID: AccountID) throws(StorageFailure) -> [AppleIdentity] {
        try read { rows in
            rows.identities.values.filter { $0.accountID == accountID }.sorted { $0.id < $1.id }
        }
    }

    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.teamID, identity.subject)
        var identity = identity
        identity.createdAt = identity.createdAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard let existing = rows.identities[identity.id] else {
                rows.identities[identity.id] = identity
                return
            }
            guard identity.namesSame(as: existing) else { throw .conflict }
        }
    }

    func moveIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change { rows in
            let moving = rows.identities.values.filter { $0.accountID == accountID }
            for identity in moving { rows.identities[identity.id]?.accountID = other }
            return moving.count
        }
    }

    func recordForwarding(_ identityID: IdentityID, isOff: Bool) throws(StorageFailure) -> Bool {
        try change { rows in
            guard rows.identities[identityID] != nil else { return false }
            rows.identities[identityID]?.isForwardingOff = isOff
            return true
        }
    }

    func removeIdentity(_ id: IdentityID) throws(StorageFailure) -> Bool {
        try change { rows in
            rows.grants = rows.grants.filter { $0.key.identityID != id }
            rows.keptNames[id] = nil
            return rows.identities.removeValue(forKey: id) != nil
        }
    }
}
