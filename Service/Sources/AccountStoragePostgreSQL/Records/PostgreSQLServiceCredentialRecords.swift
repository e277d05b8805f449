internal import AccountStorage
internal import Foundation

extension PostgreSQLTransaction {
    func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential? {
        try first("SELECT \(columns) FROM service_credentials WHERE id = $1", [.identifier(id)], read: credential)
    }

    func findCredentials() throws(StorageFailure) -> [ServiceCredential] {
        try every("SELECT \(columns) FROM service_credentials ORDER BY id", [], read: credential)
    }

    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure) {
        try StoredText.check(credential.name)
        try insertNew(
            """
            INSERT INTO service_credentials (\(columns)) VALUES ($1, $2, $3, $4, $5, $6) ON CONFLICT (id) DO NOTHING
            """,
            [
                .identifier(credential.id), .text(credential.name), .bytes(credential.keyHash),
                .integer(credential.scopeBits), .time(credential.createdAt), .time(credential.revokedAt),
            ])
    }

    func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool {
        try change(
            "UPDATE service_credentials SET revoked_at = $1 WHERE id = $2 AND revoked_at IS NULL",
            [.time(moment), .identifier(id)]) == 1
    }
}

private let columns = "id, name, key_hash, scopes, created_at, revoked_at"

private func credential(_ row: PostgreSQLRow) throws(StorageFailure) -> ServiceCredential {
    guard let scopes = ServiceCredential.scopes(bits: try row.integer(3)), let hash = row.optionalBytes(2) else {
        throw .corrupt
    }
    return ServiceCredential(
        id: try row.identifier(0), name: try row.text(1), keyHash: hash, scopes: scopes, createdAt: try row.time(4),
        revokedAt: row.optionalTime(5))
}
