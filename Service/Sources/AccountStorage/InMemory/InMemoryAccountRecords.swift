internal import Foundation

extension InMemoryTransaction {
    func findAccount(_ id: AccountID) throws(StorageFailure) -> Account? {
        try read { $0.accounts[id] }
    }

    func recordAccount(_ account: Account) throws(StorageFailure) {
        try StoredText.check(account.givenName, account.familyName, account.email)
        var account = account
        account.createdAt = account.createdAt.inWholeMilliseconds
        account.disabledAt = account.disabledAt?.inWholeMilliseconds
        try change { $0.accounts[account.id] = account }
    }

    func findIdentity(_ id: IdentityID) throws(StorageFailure) -> AppleIdentity? {
        try read { $0.identities[id] }
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
            identity.createdAt = existing.createdAt
            guard identity == existing else { throw .conflict }
        }
    }

    func findGrant(_ identityID: IdentityID, client clientID: String) throws(StorageFailure) -> AppleGrant? {
        try StoredText.check(clientID)
        return try read { $0.grants[.init(identityID: identityID, clientID: clientID)] }
    }

    func recordGrant(_ grant: AppleGrant) throws(StorageFailure) {
        try StoredText.check(grant.clientID)
        var grant = grant
        grant.obtainedAt = grant.obtainedAt.inWholeMilliseconds
        try change { $0.grants[.init(identityID: grant.identityID, clientID: grant.clientID)] = grant }
    }

    func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName? {
        try read { $0.keptNames[identityID] }
    }

    func recordKeptName(_ name: KeptName) throws(StorageFailure) {
        var name = name
        name.keptAt = name.keptAt.inWholeMilliseconds
        name.expiresAt = name.expiresAt.inWholeMilliseconds
        try change { $0.keptNames[name.identityID] = name }
    }

    func removeKeptName(_ identityID: IdentityID) throws(StorageFailure) {
        try change { $0.keptNames[identityID] = nil }
    }

    func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        let moment = moment.inWholeMilliseconds
        return try change { $0.keptNames.removeFirst(limit) { $0.expiresAt < moment } }
    }
}
