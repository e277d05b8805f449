package import AccountStorage
import Foundation

/// Changes a person makes to their own account.
package struct AccountEditing: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Takes the person's own spelling of their name. From then on Apple's never replaces it, not even an empty one.
    ///
    /// Refuses with `name_invalid` a part with control characters or longer than 256 bytes.
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
            // What did not change is no line: somebody who sends the same again and again would fill the audit.
            if !isSame { try records.recordAudit(entry) }
            return account
        }
    }
}
