package import AccountStorage
import Foundation
import SignInWithApple

/// What an operator, or a service of theirs, does about somebody's account. Each change is written down as theirs.
package struct AccountOperations: Sendable {
    private let environment: SignInEnvironment
    private let asker: String

    /// The name of an operator in the audit.
    package static let asker = "operator"

    /// Works in an environment, for the operator.
    package init(_ environment: SignInEnvironment) {
        self.init(environment, asker: Self.asker)
    }

    init(_ environment: SignInEnvironment, asker: String) {
        self.environment = environment
        self.asker = asker
    }

    /// Accounts with this address in any case; an address is no key, so there may be several. Reads every account.
    package func find(email: String) async throws(SignInError) -> [Account] {
        try await environment.read { records in try records.findAccounts(email: email, limit: 100) }
    }

    /// The account that a person at Apple leads to, as any of the configured teams knows them.
    package func find(subject: String) async throws(SignInError) -> [Account] {
        let identities = environment.clients.teams.map {
            IdentityID.derived(issuer: $0.issuer, teamID: $0.teamID.rawValue, subject: subject)
        }
        return try await environment.read { records in
            var found: [Account] = []
            for id in identities {
                guard let identity = try records.findIdentity(id),
                    let account = try records.findAccount(identity.accountID)
                else { continue }
                found.append(account)
            }
            return found
        }
    }

    /// The account with this name in the app's own system.
    package func find(externalID: String) async throws(SignInError) -> [Account] {
        try await environment.read { records in try records.findAccount(externalID: externalID).map { [$0] } ?? [] }
    }

    /// What happened to an account, the oldest first; it outlives the account as long as the audit is kept.
    package func history(of id: AccountID) async throws(SignInError) -> [AuditEntry] {
        try await environment.read { records in
            var found: [AuditEntry] = []
            while true {
                let page = try records.findAudit(of: id, before: found.last?.id, limit: 500)
                found += page
                guard page.count == 500 else { return found.reversed() }
            }
        }
    }

    /// Closes an account to sign-in and ends its sessions; `false` when there is no such account.
    package func disable(_ id: AccountID) async throws(SignInError) -> Bool {
        let now = environment.instant
        return try await change(id, event: .accountDisabled, telling: .accountDisabled) {
            account, records throws(StorageFailure) in
            account.disabledAt = account.disabledAt ?? now
            account.disabledReason = .operatorDecision
            _ = try records.endSessions(of: id, at: now, authenticatedBefore: nil, except: nil)
        }
    }

    /// Opens a closed account, whatever closed it; `false` when there is no such account.
    package func enable(_ id: AccountID) async throws(SignInError) -> Bool {
        try await change(id, event: .accountEnabled, telling: .accountEnabled) { account, _ throws(StorageFailure) in
            (account.disabledAt, account.disabledReason, account.eraseAt) = (nil, nil, nil)
        }
    }

    /// Ends every session of an account and says how many.
    package func endSessions(of id: AccountID) async throws(SignInError) -> Int {
        let now = environment.instant
        let entry = entry(id, .sessionsEnded)
        let (notes, asker) = (EventNotes(environment, unique: entry.id.text), asker)
        return try await environment.write { records in
            let count = try records.endSessions(of: id, at: now, authenticatedBefore: nil, except: nil)
            guard count > 0 else { return 0 }
            try records.recordAudit(entry)
            try notes.add(.sessionsEnded, of: id, reason: asker, in: records)
            return count
        }
    }

    /// Forgets the wrong passwords of an account, and the waits of its names; `false` when there is no such account.
    package func clearTries(of id: AccountID) async throws(SignInError) -> Bool {
        let entry = entry(id, .passwordTriesCleared)
        return try await environment.write { records in
            guard try records.findAccount(id) != nil else { return false }
            try PasswordRemoval.removeTries(of: id, in: records)
            for name in try records.findLoginNames(of: id) {
                _ = try records.removeTries(.wrongPasswords(for: name.countedID))
                _ = try records.removeTries(.mails(for: name.countedID))
            }
            try records.recordAudit(entry)
            return true
        }
    }

    /// Deletes an account with everything in it; `nil` when there is no such account.
    package func delete(_ id: AccountID) async throws(SignInError) -> AccountDeletion.Revocation? {
        let isThere = try await environment.read { records in try records.findAccount(id) != nil }
        guard isThere else { return nil }
        return try await AccountDeletion(environment).erase(id, reason: asker)
    }

    private func change(
        _ id: AccountID, event: AuditEvent, telling kind: AccountEventKind,
        _ edit: @escaping @Sendable (inout Account, any AccountTransaction) throws(StorageFailure) -> Void
    ) async throws(SignInError) -> Bool {
        let entry = entry(id, event)
        let (notes, asker) = (EventNotes(environment, unique: entry.id.text), asker)
        return try await environment.write { records in
            guard var account = try records.findAccount(id) else { return false }
            let before = account
            try edit(&account, records)
            try records.recordAccount(account)
            try records.recordAudit(entry)
            if account != before { try notes.add(kind, of: account, reason: asker, in: records) }
            return true
        }
    }

    private func entry(_ id: AccountID, _ event: AuditEvent) -> AuditEntry {
        AuditEntry(
            id: .timeOrdered(environment), accountID: id, event: event.rawValue, reason: asker,
            occurredAt: environment.instant)
    }
}
