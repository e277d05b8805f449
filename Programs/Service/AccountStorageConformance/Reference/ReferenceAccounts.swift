internal import AccountStorage
internal import Foundation

extension ReferenceTransaction {
    func findAccount(_ id: AccountID) -> Account? { rows.accounts[id] }

    func findAccount(externalID: String) -> Account? {
        rows.accounts.values.first { $0.externalID.map { $0.utf8.elementsEqual(externalID.utf8) } ?? false }
    }

    func recordAccount(_ account: Account) throws(StorageFailure) {
        if let externalID = account.externalID, let owner = findAccount(externalID: externalID), owner.id != account.id
        {
            throw .conflict
        }
        rows.accounts[account.id] = account
    }

    func removeAccount(_ id: AccountID) -> Bool {
        _ = rows.transferEntries.removeAll { $0.accountID == id }
        return rows.accounts.removeValue(forKey: id) != nil
    }

    func findAccountsToErase(at moment: Date, limit: Int) -> [AccountID] {
        let due = rows.accounts.values.compactMap { account in account.eraseAt.map { (eraseAt: $0, id: account.id) } }
        return due.filter { $0.eraseAt <= moment }.sorted { ($0.eraseAt, $0.id) < ($1.eraseAt, $1.id) }.map(\.id)
            .limited(to: limit)
    }

    func findAccounts(email: String, limit: Int) -> [Account] {
        rows.accounts.ordered { $0.email.map { EmailAddress.isSame($0, email) } ?? false }.limited(to: limit)
    }

    func findAccountIDs(after id: AccountID?, limit: Int) -> [AccountID] {
        rows.accounts.ordered { account in id.map { $0 < account.id } ?? true }.map(\.id).limited(to: limit)
    }

    func findIdentity(_ id: IdentityID) -> AppleIdentity? { rows.identities[id] }

    func findPerson(_ id: IdentityID, client clientID: String, group: String) -> StoredPerson {
        let identity = rows.identities[id]
        return StoredPerson(
            identity: identity, account: identity.flatMap { rows.accounts[$0.accountID] },
            grant: findGrant(id, client: clientID), keptName: rows.keptNames[id],
            consentEventAt: findLatestEvent(id, topic: .consent, group: group),
            hasOutboxItems: !findOutboxItems(ofIdentity: id).isEmpty)
    }

    func findIdentities(of accountID: AccountID) -> [AppleIdentity] {
        rows.identities.ordered { $0.accountID == accountID }
    }

    func recordIdentity(_ identity: AppleIdentity) throws(StorageFailure) {
        guard let existing = rows.identities[identity.id] else {
            rows.identities[identity.id] = identity
            return
        }
        guard identity.namesSame(as: existing) else { throw .conflict }
    }

    func findIdentities(after id: IdentityID?, limit: Int) -> [AppleIdentity] {
        rows.identities.ordered { identity in id.map { $0 < identity.id } ?? true }.limited(to: limit)
    }

    func moveIdentities(from accountID: AccountID, to other: AccountID) -> Int {
        _ = rows.transferEntries.editAll {
            $0.accountID == accountID
        } _: {
            $0.accountID = other
        }
        return rows.identities.editAll {
            $0.accountID == accountID
        } _: {
            $0.accountID = other
        }
    }

    func recordForwarding(_ identityID: IdentityID, isOff: Bool) -> Bool {
        rows.identities.edit(identityID) { $0.isForwardingOff = isOff }
    }

    func recordMove(of id: IdentityID, to other: IdentityID) -> Bool {
        let isThere = rows.identities.edit(id) { $0.movedTo = other }
        _ = rows.identities.edit(other) { $0.movedTo = nil }
        return isThere
    }

    func removeIdentity(_ id: IdentityID) -> Bool {
        guard let identity = rows.identities.removeValue(forKey: id) else { return false }
        _ = removeGrants(of: id)
        rows.keptNames[id] = nil
        rows.emailDeliveries[id] = nil
        _ = rows.transferEntries.removeAll {
            $0.identityID == id || $0.newIdentityID == id && $0.accountID == identity.accountID
        }
        return true
    }

    func findGrant(_ identityID: IdentityID, client clientID: String) -> AppleGrant? {
        rows.grants[.init(identityID: identityID, clientID: clientID)]
    }

    func findGrants(of identityID: IdentityID) -> [AppleGrant] { rows.grants.ordered { $0.identityID == identityID } }

    func findGrantedIdentities(after id: IdentityID?, through last: IdentityID, limit: Int) -> [IdentityID] {
        let held = rows.grants.ordered { grant in
            grant.sealedRefreshToken != nil && grant.identityID <= last && (id.map { $0 < grant.identityID } ?? true)
        }
        return Set(held.map(\.identityID)).sorted().limited(to: limit)
    }

    func recordGrant(_ grant: AppleGrant) {
        rows.grants[.init(identityID: grant.identityID, clientID: grant.clientID)] = grant
    }

    func recordReplacedGrant(_ grant: ReplacedGrant) { rows.replacedGrants[grant.id] = grant }

    func findReplacedGrants(of identityID: IdentityID) -> [ReplacedGrant] {
        rows.replacedGrants.ordered { $0.identityID == identityID }
            .sorted { ($0.replacedAt, $0.id) < ($1.replacedAt, $1.id) }
    }

    func removeReplacedGrant(_ id: ReplacedGrantID) -> Bool { rows.replacedGrants.removeValue(forKey: id) != nil }

    func removeGrants(of identityID: IdentityID) -> Int {
        _ = rows.replacedGrants.removeAll { $0.identityID == identityID }
        return rows.grants.removeAll { $0.identityID == identityID }
    }

    func findKeptName(_ identityID: IdentityID) -> KeptName? { rows.keptNames[identityID] }
    func recordKeptName(_ name: KeptName) { rows.keptNames[name.identityID] = name }
    func removeKeptName(_ identityID: IdentityID) { rows.keptNames[identityID] = nil }

    func removeExpiredKeptNames(before moment: Date, limit: Int) -> Int {
        rows.keptNames.removeOld(\.expiresAt, before: moment, limit: limit)
    }

    func findEmailDelivery(_ identityID: IdentityID) -> EmailDelivery? { rows.emailDeliveries[identityID] }
    func recordEmailDelivery(_ delivery: EmailDelivery) { rows.emailDeliveries[delivery.identityID] = delivery }
    func removeEmailDelivery(_ identityID: IdentityID) { rows.emailDeliveries[identityID] = nil }

    func countEmailDeliveries() -> [EmailDelivery.State: Int] {
        let present = rows.emailDeliveries.values.filter { rows.identities[$0.identityID]?.movedTo == nil }
        return Dictionary(grouping: present, by: \.state).mapValues(\.count)
    }

    func findForeignIdentity(_ id: ForeignIdentityID) -> ForeignIdentity? { rows.foreignIdentities[id] }

    func findForeignIdentities(of accountID: AccountID) -> [ForeignIdentity] {
        rows.foreignIdentities.ordered { $0.accountID == accountID }
    }

    func recordForeignIdentity(_ identity: ForeignIdentity) throws(StorageFailure) {
        guard let known = rows.foreignIdentities[identity.id] else {
            rows.foreignIdentities[identity.id] = identity
            return
        }
        guard known.namesSame(as: identity) else { throw .conflict }
    }

    func moveForeignIdentities(from accountID: AccountID, to other: AccountID) -> Int {
        rows.foreignIdentities.editAll {
            $0.accountID == accountID
        } _: {
            $0.accountID = other
        }
    }

    func removeForeignIdentity(_ id: ForeignIdentityID) -> Bool {
        rows.foreignIdentities.removeValue(forKey: id) != nil
    }

    func findUserImport(_ id: UserImportID) -> UserImport? { rows.imports[id] }
    func recordUserImport(_ userImport: UserImport) { rows.imports[userImport.id] = userImport }

    func removeUserImports(before moment: Date, limit: Int) -> Int {
        rows.imports.removeOld(\.startedAt, before: moment, limit: limit)
    }
}
