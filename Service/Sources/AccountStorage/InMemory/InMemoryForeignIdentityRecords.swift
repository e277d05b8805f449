internal import Foundation

extension InMemoryTransaction {
    func findForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> ForeignIdentity? {
        try read { $0.foreignIdentities[id] }
    }

    func findForeignIdentities(of accountID: AccountID) throws(StorageFailure) -> [ForeignIdentity] {
        try read { rows in
            rows.foreignIdentities.values.filter { $0.accountID == accountID }.sorted { $0.id < $1.id }
        }
    }

    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        try StoredText.check(identity.issuer, identity.subject)
        var identity = identity
        identity.createdAt = identity.createdAt.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard let known = rows.foreignIdentities[identity.id] else {
                rows.foreignIdentities[identity.id] = identity
                return
            }
            guard known.namesSame(as: identity) else { throw .conflict }
        }
    }

    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) throws(StorageFailure) -> Int {
        try change { rows in
            let moved = rows.foreignIdentities.filter { $0.value.accountID == accountID }.keys
            for id in moved { rows.foreignIdentities[id]?.accountID = other }
            return moved.count
        }
    }

    func removeForeignIdentity(_ id: ForeignIdentityID) throws(StorageFailure) -> Bool {
        try change { $0.foreignIdentities.removeValue(forKey: id) != nil }
    }
}
