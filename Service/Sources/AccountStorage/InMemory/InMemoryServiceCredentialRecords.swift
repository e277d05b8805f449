internal import Foundation

extension InMemoryTransaction {
    func findCredential(_ id: CredentialID) throws(StorageFailure) -> ServiceCredential? {
        try read { $0.credentials[id] }
    }

    func findCredentials() throws(StorageFailure) -> [ServiceCredential] {
        try read { $0.credentials.values.sorted { $0.id < $1.id } }
    }

    func recordCredential(_ credential: ServiceCredential) throws(StorageFailure) {
        try StoredText.check(credential.name)
        var credential = credential
        credential.createdAt = credential.createdAt.inWholeMilliseconds
        credential.revokedAt = credential.revokedAt?.inWholeMilliseconds
        try change { rows throws(StorageFailure) in
            guard rows.credentials[credential.id] == nil else { throw .conflict }
            rows.credentials[credential.id] = credential
        }
    }

    func revokeCredential(_ id: CredentialID, at moment: Date) throws(StorageFailure) -> Bool {
        try change { rows in
            guard let credential = rows.credentials[id], credential.revokedAt == nil else { return false }
            rows.credentials[id]?.revokedAt = moment.inWholeMilliseconds
            return true
        }
    }
}
