package import AccountStorage
package import Foundation

extension SQLTransaction {
    package func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential? {
        try first(.find, [.identifier(id)], read: credential)
    }

    package func findCredentials() throws(StorageFailure) -> [ServiceCredential] {
        try every(.findAll, [], read: credential)
    }

    package func recordCredential(_ credential: ServiceCredential) throws(StorageFailure) {
        try insertNew(
            .insert,
            [
                .identifier(credential.id), .text(credential.name), .bytes(credential.keyHash),
                .integer(credential.scopeBits), .time(credential.createdAt), .time(credential.revokedAt),
            ])
    }

    package func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool {
        try change(.revoke, [.identifier(id), .time(moment)]) == 1
    }
}

extension SQLStatement {
    fileprivate static let find = credentials.select("WHERE id = $1")
    fileprivate static let findAll = credentials.select("ORDER BY id")
    fileprivate static let insert = credentials.insert
    fileprivate static let revoke = SQLStatement(
        "UPDATE service_credentials SET revoked_at = $2 WHERE id = $1 AND revoked_at IS NULL")
}

private let credentials = SQLTable(
    name: "service_credentials", columns: "id, name, key_hash, scopes, created_at, revoked_at")

private func credential(_ row: inout SQLRow) throws(StorageFailure) -> ServiceCredential {
    let (id, name, hash): (CredentialID, String, [UInt8]) = (try row.identifier(), try row.text(), try row.bytes())
    guard let scopes = ServiceCredential.scopes(bits: try row.integer()) else { throw .corrupt }
    return ServiceCredential(
        id: id, name: name, keyHash: hash, scopes: scopes, createdAt: try row.time(), revokedAt: row.optionalTime())
}
