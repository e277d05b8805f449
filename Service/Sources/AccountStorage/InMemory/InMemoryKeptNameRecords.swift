internal import Foundation

extension InMemoryTransaction {
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
