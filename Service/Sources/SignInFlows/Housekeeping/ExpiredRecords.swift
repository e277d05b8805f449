package import AccountStorage
package import Foundation

/// Removes what has expired, at most so many rows at once, so that no transaction is held long.
package struct ExpiredRecords: Sendable {
    /// What expires. The raw value is a stable code.
    package enum Kind: String, Sendable, CaseIterable {
        case attempts
        case keptNames = "kept_names"
        case sessions
        case notifications
        case audit
        case tickets
        case mailedTokens = "mailed_tokens"
        case tries
        case imports
        case events
    }

    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Removes rows of one kind that had expired at `moment`, and says how many.
    package func remove(_ kind: Kind, at moment: Date, limit: Int) async throws(SignInError) -> Int {
        let policy = environment.policy
        return try await environment.write { records in
            switch kind {
            // One that was signed would be good again if the clock were set back to its time.
            case .attempts: try records.removeExpiredAttempts(before: moment - 3_600, limit: limit)
            case .keptNames: try records.removeExpiredKeptNames(before: moment, limit: limit)
            // An ended session stays findable for services that poll, a day beyond its own end.
            case .sessions: try records.removeExpiredSessions(before: moment - 86_400, limit: limit)
            case .notifications: try records.removeExpiredNotifications(before: moment, limit: limit)
            case .audit:
                try records.removeAudit(before: moment - policy.auditRetention.timeInterval, at: moment, limit: limit)
            case .tickets: try records.removeExpiredLinkTickets(before: moment, limit: limit)
            case .mailedTokens: try records.removeExpiredMailedTokens(before: moment, limit: limit)
            case .tries: try records.removeExpiredTries(before: moment, limit: limit)
            case .imports: try records.removeUserImports(before: moment - 30 * 86_400, limit: limit)
            case .events:
                try records.removeAccountEvents(before: moment - policy.eventRetention.timeInterval, limit: limit)
            }
        }
    }

    /// Accounts whose last way in has been gone for long enough, to be erased one by one.
    package func findAccountsToErase(at moment: Date, limit: Int) async throws(SignInError) -> [AccountID] {
        try await environment.read { records in try records.findAccountsToErase(at: moment, limit: limit) }
    }
}
