package import AccountStorage
import Foundation

/// Changes that a person makes to their own account.
package struct AccountEditing: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Sets the name that the person chose. From then on a name from Apple never replaces it, even if it is empty.
    ///
    /// Refuses with `name_invalid` if a part has control characters or is longer than 256 bytes.
    package func rename(
        _ session: SignedInSession, given: String?, family: String?
    ) async throws(SignInError) -> Account {
        let (given, family) = (try DisplayName.read(given), try DisplayName.read(family))
        let id = session.account.id
        let entry = AuditEntry(
            id: .timeOrdered(environment), accountID: id, event: AuditEvent.nameChanged.rawValue, reason: "person",
            sessionID: session.session.id, occurredAt: environment.instant)
        return try await environment.write { records in
            guard var account = try records.findAccount(id) else { throw SignInError.refused(.sessionEnded) }
            let isSame = account.givenName == given && account.familyName == family
            if isSame, account.hasOwnName { return account }
            (account.givenName, account.familyName, account.hasOwnName) = (given, family, true)
            try records.recordAccount(account)
            // Only changes are recorded, so that repeated requests cannot fill the audit.
            if !isSame { try records.recordAudit(entry) }
            return account
        }
    }
}
