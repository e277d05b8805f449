package import AccountStorage
import Foundation

/// Credentials with which the operator's own services authenticate.
package struct ServiceCredentials: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Creates a credential and returns it with its key, which cannot be shown again later.
    ///
    /// Refuses with `name_invalid` if the name is empty, too long or has control characters.
    package func issue(
        name: String, scopes: Set<ServiceCredential.Scope>
    ) async throws(SignInError) -> (credential: ServiceCredential, key: String) {
        guard let name = try DisplayName.read(name) else { throw .refused(.nameInvalid) }
        let key = CredentialKey(
            id: .timeOrdered(environment), secret: environment.randomBytes(CredentialKey.length))
        let credential = ServiceCredential(
            id: key.id, name: name, keyHash: key.hash, scopes: scopes, createdAt: environment.instant)
        let entry = entry(.credentialIssued, of: credential.id)
        try await environment.write { records in
            try records.recordCredential(credential)
            try records.recordAudit(entry)
        }
        return (credential, key.text)
    }

    /// Every credential, oldest first, including revoked ones.
    package func list() async throws(SignInError) -> [ServiceCredential] {
        try await environment.read { records in try records.findCredentials() }
    }

    /// Revokes a credential; its key is refused from the next request on. `false` if there is no valid one with this
    /// id.
    package func revoke(_ id: CredentialID) async throws(SignInError) -> Bool {
        let now = environment.instant
        let entry = entry(.credentialRevoked, of: id)
        return try await environment.write { records in
            guard try records.revokeCredential(id, at: now) else { return false }
            try records.recordAudit(entry)
            return true
        }
    }

    /// Finds the credential of a key.
    ///
    /// Refuses with `credential_invalid`, and with `credential_scope_missing` if the credential lacks the scope.
    package func authenticate(
        _ key: String, for scope: ServiceCredential.Scope
    ) async throws(SignInError) -> ServiceCredential {
        guard let key = CredentialKey(text: key) else { throw .refused(.credentialInvalid) }
        let found = try await environment.read { records in try records.findCredential(key.id) }
        guard let found, key.matches(found.keyHash), found.revokedAt == nil else {
            throw .refused(.credentialInvalid)
        }
        guard found.scopes.contains(scope) else { throw .refused(.missingScope(scope)) }
        return found
    }

    /// Whether a bearer token has the prefix of a service's key.
    package static func isKey(_ token: String) -> Bool {
        CredentialKey.isMeant(by: token)
    }

    private func entry(_ event: AuditEvent, of id: CredentialID) -> AuditEntry {
        AuditEntry(
            id: .timeOrdered(environment), accountID: nil, event: event.rawValue,
            reason: "credential:" + id.text, occurredAt: environment.instant)
    }
}

extension ServiceCredential {
    /// How the audit names a service: by its credential's identifier, since names can be reused.
    var auditReason: String { "credential:" + id.text }
}
