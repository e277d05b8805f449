package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findKeptName(_ identityID: IdentityID) throws(StorageFailure) -> KeptName? {
        try first(.find, [.identifier(identityID)], read: readKeptName)
    }

    package func recordKeptName(_ name: KeptName) throws(StorageFailure) {
        try changeLater(
            .record,
            [.identifier(name.identityID), .bytes(name.sealedName), .time(name.keptAt), .time(name.expiresAt)])
    }

    package func removeKeptName(_ identityID: IdentityID) throws(StorageFailure) {
        try changeLater(.remove, [.identifier(identityID)])
    }

    package func removeExpiredKeptNames(before moment: Date, limit: Int) throws(StorageFailure) -> Int {
        try change(.removeExpired, [.time(moment), .limit(limit)])
    }
}

extension SQLStatement {
    fileprivate static let find = keptNameTable.select("WHERE identity_id = $1")
    fileprivate static let record = keptNameTable.insertOrReplace
    fileprivate static let remove = keptNameTable.delete("WHERE identity_id = $1")
    fileprivate static let removeExpired = keptNameTable.deleteOld()
}

let keptNameTable = SQLTable(
    name: "kept_names", columns: "identity_id, sealed_name, kept_at, expires_at", key: "identity_id")

func readKeptName(_ row: inout SQLRow) throws(StorageFailure) -> KeptName {
    KeptName(
        identityID: try row.identifier(), sealedName: try row.bytes(), keptAt: try row.time(),
        expiresAt: try row.time())
}
