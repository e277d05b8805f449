package import AccountStorage
package import Foundation

/// Removes expired records, a limited number at a time, so that no transaction takes long.
package struct ExpiredRecords: Sendable {
    /// The kinds of records that expire. The raw value is a stable code.
    package enum Kind: String, Sendable, CaseIterable {
        case attempts
        case keptNames = "kept_names"
        case sessions
        case notifications
        case audit
        case tickets
        case heldSignIns = "held_sign_ins"
        case mailedTokens = "mailed_tokens"
        case mailRequests = "mail_requests"
        case tries
        case imports
        case events
        case authorizationCodes = "authorization_codes"
        case clientSessions = "client_sessions"
        case dailyCounts = "daily_counts"
        case transferEntries = "transfer_entries"
    }

    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Removes rows of one kind that had expired at `moment`, and returns how many.
    package func remove(_ kind: Kind, at moment: Date, limit: Int) async throws(SignInError) -> Int {
        let policy = environment.policy
        return try await environment.write { records in
            switch kind {
            // Kept for another hour: if the clock were set back, a signed attempt could be used again without its row. An
            // attempt whose lifetime was shorter than it is today stays longer by the difference.
            case .attempts:
                try records.removeExpiredAttempts(
                    before: moment - 3_600, begunBefore: moment - 3_600 - policy.attemptLifetime.timeInterval,
                    limit: limit)
            case .keptNames: try records.removeExpiredKeptNames(before: moment, limit: limit)
            // Kept for another day, for services that poll for ended sessions.
            case .sessions: try records.removeExpiredSessions(before: moment - 86_400, limit: limit)
            case .notifications: try records.removeExpiredNotifications(before: moment, limit: limit)
            case .audit:
                try records.removeAudit(before: moment - policy.auditRetention.timeInterval, at: moment, limit: limit)
            case .tickets: try records.removeExpiredLinkTickets(before: moment, limit: limit)
            case .heldSignIns: try records.removeExpiredHeldSignIns(before: moment, limit: limit)
            case .mailedTokens: try records.removeExpiredMailedTokens(before: moment, limit: limit)
            case .mailRequests:
                try records.removeMailRequests(
                    before: moment - policy.mail.requestRetention.timeInterval, limit: limit)
            case .tries: try records.removeExpiredTries(before: moment, limit: limit)
            case .imports: try records.removeUserImports(before: moment - 30 * 86_400, limit: limit)
            case .events:
                try records.removeAccountEvents(before: moment - policy.eventRetention.timeInterval, limit: limit)
            // Kept for another day, so that a second use still finds the session that it ends (RFC 6749 section 4.1.2).
            case .authorizationCodes:
                try records.removeExpiredAuthorizationCodes(before: moment - 86_400, limit: limit)
            case .clientSessions: try records.removeExpiredClientSessions(before: moment, limit: limit)
            case .dailyCounts:
                try records.removeDailyCounts(
                    before: CalendarDay(of: moment).adding(-policy.numbers.days).number, limit: limit)
            case .transferEntries: try removeTransferEntries(at: moment, limit: limit, in: records)
            }
        }
    }

    /// The people of transfers that were closed or canceled three months ago. The transfer itself stays.
    private func removeTransferEntries(
        at moment: Date, limit: Int, in records: any AccountTransaction
    ) throws(StorageFailure) -> Int {
        var removed = 0
        for transfer in try records.findTransfers() {
            guard let closedAt = transfer.closedAt, closedAt < moment - 90 * 86_400, removed < limit else { continue }
            removed += try records.removeTransferEntries(of: transfer.id, limit: limit - removed)
        }
        return removed
    }

    /// Accounts that are due to be erased because nobody can sign in to them any more, or nobody decided about them. The
    /// caller erases them one by one.
    package func findAccountsToErase(at moment: Date, limit: Int) async throws(SignInError) -> [AccountID] {
        try await environment.read { records in try records.findAccountsToErase(at: moment, limit: limit) }
    }
}
