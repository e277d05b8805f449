internal import AccountStorage
internal import Foundation
internal import GRDB

extension SQLiteTransaction {
    func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential? {
        try first("SELECT \(columns) FROM service_credentials WHERE id = ?", [id.stored], read: credential)
    }

    func findCredentials() throws(StorageFailure) -> [ServiceCredential] {
        try every("SELECT \(columns) FROM service_credentials ORDER BY id", [], read: credential)
    }

    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure) {
        try StoredText.check(credential.name)
        try change(
            "INSERT INTO service_credentials (\(columns)) VALUES (?, ?, ?, ?, ?, ?)",
            [
                credential.id.stored, credential.name, Data(credential.keyHash), credential.scopeBits,
                credential.createdAt.stored, credential.revokedAt?.stored,
            ])
    }

    func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool {
        try change(
            "UPDATE service_credentials SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL",
            [moment.stored, id.stored]) == 1
    }
}

private let columns = "id, name, key_hash, scopes, created_at, revoked_at"

private func credential(_ row: Row) throws(StorageFailure) -> ServiceCredential {
    guard let scopes = ServiceCredential.scopes(bits: try row.integer(3)), let hash = row.optionalBytes(2) else {
        throw .corrupt
    }
    return ServiceCredential(
        id: try row.identifier(0), name: try row.text(1), keyHash: hash, scopes: scopes, createdAt: try row.time(4),
        revokedAt: row.optionalTime(5))
}
