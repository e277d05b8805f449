package import AccountStorage
import Foundation

/// How a service refers to an account: by this service's identifier, or by its own.
package enum AccountReference: Sendable, Equatable {
    /// The account's identifier in this service.
    case account(AccountID)
    /// The external id: the account's identifier in the app's own system.
    case external(String)
}

/// The operations of the app's backend on accounts. The audit names its credential for each change.
package struct BackendAccounts: Sendable {
    private let environment: SignInEnvironment
    private let credential: ServiceCredential

    /// Acts for a service that authenticated with its credential.
    package init(_ environment: SignInEnvironment, as credential: ServiceCredential) {
        self.environment = environment
        self.credential = credential
    }

    /// An account as the app's backend sees it.
    package struct Found: Sendable {
        /// The account.
        package let account: Account
        /// Its identities.
        package let identities: [AppleIdentity]
        /// What is known about the way of mail to its relay address; nil if its address is not hidden.
        package let delivery: EmailDelivery?
    }

    /// The account and its identities. Refuses with `account_unknown`.
    package func find(_ reference: AccountReference) async throws(SignInError) -> Found {
        try await environment.read { records in
            let account = try Self.find(reference, in: records)
            return Found(
                account: account, identities: try records.findIdentities(of: account.id).present,
                delivery: try HiddenAddress.delivery(to: account, in: records))
        }
    }

    /// Sets an account's external id. The same one again changes nothing.
    ///
    /// If the account was disabled because nobody could sign in to it, it is enabled again and no longer due to be
    /// erased. A person who waits for a decision is accepted.
    ///
    /// Refuses with `account_unknown`, `external_id_invalid`, and with `external_id_taken` if another account has the
    /// external id or this account has a different one.
    package func name(_ id: AccountID, _ externalID: String) async throws(SignInError) -> Account {
        guard ExternalID.isWellFormed(externalID) else { throw .refused(.externalIDInvalid) }
        let (named, opened) = (entry(.externalIDRecorded, of: id), entry(.accountEnabled, of: id))
        let accepted = entry(.personAccepted, of: id)
        let (events, asker) = (EventOutbox(environment, unique: opened.id.text), credential.auditReason)
        return try await environment.write { records in
            guard let before = try records.findAccount(id) else { throw SignInError.refused(.accountUnknown) }
            let account = before.vouchedFor(as: externalID)
            if account == before { return account }
            if before.externalID != externalID {
                guard before.externalID == nil, try records.findAccount(externalID: externalID) == nil else {
                    throw SignInError.refused(.externalIDTaken)
                }
                try records.recordAudit(named)
            }
            try records.recordAccount(account)
            if account.disabledAt != before.disabledAt {
                try records.recordAudit(before.isWaiting ? accepted : opened)
                try events.add(.accountEnabled, of: account, reason: asker, in: records)
            }
            return account
        }
    }

    /// Disables an account and ends its sessions. Refuses with `account_unknown`.
    package func disable(_ reference: AccountReference) async throws(SignInError) {
        try await change(reference, .disable)
    }

    /// Enables an account, whatever disabled it. Refuses with `account_unknown`.
    package func enable(_ reference: AccountReference) async throws(SignInError) {
        try await change(reference, .enable)
    }

    private func change(_ reference: AccountReference, _ kind: AccountStatusChange.Kind) async throws(SignInError) {
        let change = AccountStatusChange(kind, asker: credential.auditReason, environment)
        try await environment.write { records in
            try change.apply(to: Self.find(reference, in: records), in: records)
        }
    }

    /// Deletes an account with everything in it. Refuses with `account_unknown`.
    package func delete(_ reference: AccountReference) async throws(SignInError) -> AccountErasure.Revocation {
        let erasure = AccountErasure(reason: credential.auditReason, environment)
        return try await environment.write { records in
            try erasure.apply(to: Self.find(reference, in: records).id, in: records)
        }
    }

    /// Recovers an account whose owner proved themselves to the app again, for instance by a password reset, and locks
    /// everybody else out.
    ///
    /// Every session ends, every identity is unlinked and its grants are revoked at Apple, the password is removed, and
    /// link tickets, open link attempts and mailed tokens become invalid. The owner then links again with a new ticket.
    /// If no account has the external id, only its link tickets and open link attempts end.
    package func recover(externalID: String) async throws(SignInError) {
        guard ExternalID.isWellFormed(externalID) else { throw .refused(.externalIDInvalid) }
        let reason = credential.auditReason
        let removal = IdentityRemoval(kept: nil, reason: reason, environment: environment)
        let (auditID, now) = (AuditEntryID.timeOrdered(environment), environment.instant)
        try await environment.write { records in
            guard let account = try records.findAccount(externalID: externalID) else {
                return try PendingLinks.end(of: nil, externalID: externalID, in: records)
            }
            try removal.apply(to: records.findIdentities(of: account.id), of: account.id, in: records)
            try PasswordRemoval.removeSecret(of: account.id, in: records)
            try records.recordAudit(
                AuditEntry(
                    id: auditID, accountID: account.id, event: AuditEvent.accountRecovered.rawValue, reason: reason,
                    occurredAt: now))
        }
    }

    private static func find(_ reference: AccountReference, in records: any AccountTransaction) throws -> Account {
        let found =
            switch reference {
            case .account(let id): try records.findAccount(id)
            // No account has a malformed external id.
            case .external(let text): ExternalID.isWellFormed(text) ? try records.findAccount(externalID: text) : nil
            }
        guard let found else { throw SignInError.refused(.accountUnknown) }
        return found
    }

    private func entry(_ event: AuditEvent, of id: AccountID) -> AuditEntry {
        AuditEntry(
            id: .timeOrdered(environment), accountID: id, event: event.rawValue, reason: credential.auditReason,
            occurredAt: environment.instant)
    }
}
