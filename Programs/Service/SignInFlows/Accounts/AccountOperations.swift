package import AccountStorage
package import Foundation
import SignInWithApple

/// An operator's operations on accounts. The audit names the operator for each change.
package struct AccountOperations: Sendable {
    private let environment: SignInEnvironment

    /// How the audit names an operator.
    package static let asker = "operator"
    /// How the audit names an operator who exports an account with its secrets.
    package static let secretsAsker = "operator_with_secrets"

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Accounts with this address in any case. Addresses are not unique, so there may be several. Reads every account.
    package func find(email: String) async throws(SignInError) -> [Account] {
        try await environment.read { records in try records.findAccounts(email: email, limit: 100) }
    }

    /// The accounts of a person at Apple, by their subject for any of the configured teams.
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

    /// The account with this external id.
    package func find(externalID: String) async throws(SignInError) -> [Account] {
        try await environment.read { records in try records.findAccount(externalID: externalID).map { [$0] } ?? [] }
    }

    /// At most `limit` accounts that wait for a decision, those that are erased first before the others.
    package func findWaiting(limit: Int) async throws(SignInError) -> [Account] {
        let end = environment.instant.addingTimeInterval(Self.longestWait)
        return try await environment.read { records in
            try records.findAccountsToErase(at: end, limit: limit).compactMap { try records.findAccount($0) }
                .filter { $0.isWaiting }
        }
    }

    /// No account waits longer than this, in seconds.
    private static let longestWait: TimeInterval = 401 * 86_400

    /// At most `limit` accounts, ordered by their ids. For the next page, `id` is the last account of this one.
    package func accounts(after id: AccountID?, limit: Int) async throws(SignInError) -> [AccountID] {
        try await environment.read { records in try records.findAccountIDs(after: id, limit: limit) }
    }

    /// The audit entries of an account, oldest first. They remain after the account is deleted, as long as the audit is
    /// kept.
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

    /// How often each event of the audit happened on each platform and for each reason, from `start` up to but not
    /// including `end`.
    package func counts(from start: Date, to end: Date) async throws(SignInError) -> [AuditCount] {
        try await environment.read { records in try records.countAudit(from: start, to: end) }
    }

    /// Disables an account and ends its sessions; `false` if there is no such account.
    package func disable(_ id: AccountID) async throws(SignInError) -> Bool {
        try await change(id, .disable)
    }

    /// Enables an account, whatever disabled it; `false` if there is no such account.
    package func enable(_ id: AccountID) async throws(SignInError) -> Bool {
        try await change(id, .enable)
    }

    private func change(_ id: AccountID, _ kind: AccountStatusChange.Kind) async throws(SignInError) -> Bool {
        let change = AccountStatusChange(kind, asker: Self.asker, environment)
        return try await environment.write { records in
            guard let account = try records.findAccount(id) else { return false }
            try change.apply(to: account, in: records)
            return true
        }
    }

    /// Ends every session of an account, and returns how many.
    package func endSessions(of id: AccountID) async throws(SignInError) -> Int {
        let now = environment.instant
        let entry = entry(id, .sessionsEnded)
        let events = EventOutbox(environment, unique: entry.id.text)
        return try await environment.write { records in
            let count = try records.endSessions(of: id, at: now, authenticatedBefore: nil, except: nil)
            guard count > 0 else { return 0 }
            try records.recordAudit(entry)
            try events.add(.sessionsEnded, of: id, reason: Self.asker, in: records)
            return count
        }
    }

    /// Resets the counters of wrong passwords of an account and the delays of its names; `false` if there is no such
    /// account.
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

    /// Deletes an account with everything in it; `nil` if there is no such account.
    package func delete(_ id: AccountID) async throws(SignInError) -> AccountErasure.Revocation? {
        let erasure = AccountErasure(reason: Self.asker, environment)
        return try await environment.write { records in
            guard try records.findAccount(id) != nil else { return nil }
            return try erasure.apply(to: id, in: records)
        }
    }

    private func entry(_ id: AccountID, _ event: AuditEvent) -> AuditEntry {
        AuditEntry(
            id: .timeOrdered(environment), accountID: id, event: event.rawValue, reason: Self.asker,
            occurredAt: environment.instant)
    }
}
