package import AccountStorage
package import Foundation

/// What the database knows about the life of one account.
///
/// It has no member for a name, an address, an external id or Apple's subject, so that an explanation made from it
/// cannot contain one.
package struct AccountStory: Sendable {
    /// The state of an account that exists.
    package struct State: Sendable {
        package let createdAt: Date
        package let disabledAt: Date?
        package let disabledReason: DisabledReason?
        package let eraseAt: Date?
        /// How a sign-in to the account is refused; nil if it is open.
        package let refusal: ErrorCode?
        package let hasPassword: Bool
        package let hasExternalID: Bool
        package let foreignIdentities: Int
    }

    /// An Apple Account that is linked to the account.
    package struct Link: Sendable {
        package let teamID: String
        package let linkedAt: Date
        package let isForwardingOff: Bool
        /// The newest time, according to Apple, at which the person stopped using the app or deleted their Apple
        /// Account; nil if Apple reported neither.
        package let consentEventAt: Date?
        /// The newest time, according to Apple, at which forwarding was switched off or on.
        package let forwardingEventAt: Date?
        package let grants: [AppleGrant]
        /// The clients for which the team to which the person has moved with an app has a token.
        package var replacedClients: Set<String> = []
    }

    /// When the story was read.
    package let readAt: Date
    /// The state of the account; nil if there is no such account any more.
    package let state: State?
    /// The linked Apple Accounts, oldest first.
    package let links: [Link]
    /// Every session that is still stored, oldest first.
    package let sessions: [Session]
    /// Why sessions are not valid any more. A session without an entry is valid.
    package let refusals: [SessionID: ErrorCode]
    /// What waits for Apple, oldest first.
    package let waiting: [OutboxItem]
    /// The audit entries, oldest first.
    package let audit: [AuditEntry]
}

extension AccountStory {
    /// Reads the story of an account, even if it was deleted; nil if nothing is known about it. Records nothing.
    package static func read(
        _ id: AccountID, in environment: SignInEnvironment
    ) async throws(SignInError) -> AccountStory? {
        let sessions = try await Self.sessions(of: id, in: environment)
        let audit = try await Self.audit(of: id, in: environment)
        let (state, links, waiting) = try await environment.read { records in
            (
                try Self.state(of: id, in: records), try Self.links(of: id, in: records),
                try records.findOutboxItems(of: id)
            )
        }
        guard state != nil || !sessions.isEmpty || !audit.isEmpty || !waiting.isEmpty else { return nil }
        let (limits, now) = (SessionLimits(environment), environment.instant)
        var refusals: [SessionID: ErrorCode] = [:]
        for session in sessions { refusals[session.id] = limits.refusal(session, at: now) }
        return AccountStory(
            readAt: now, state: state, links: links.sorted { $0.linkedAt < $1.linkedAt }, sessions: sessions,
            refusals: refusals, waiting: waiting.sorted { $0.createdAt < $1.createdAt }, audit: audit)
    }

    private static func sessions(
        of id: AccountID, in environment: SignInEnvironment
    ) async throws(SignInError) -> [Session] {
        var found: [Session] = []
        while true {
            let page = try await AccountExport.sessions(of: id, after: found.last?.id, in: environment)
            found += page.map(\.session)
            guard page.count == AccountExport.pageLength else { return found.reversed() }
        }
    }

    private static func audit(
        of id: AccountID, in environment: SignInEnvironment
    ) async throws(SignInError) -> [AuditEntry] {
        var found: [AuditEntry] = []
        while true {
            let page = try await AccountExport.audit(of: id, after: found.last?.id, in: environment)
            found += page
            guard page.count == AccountExport.pageLength else { return found.reversed() }
        }
    }

    private static func state(
        of id: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> State? {
        guard let account = try records.findAccount(id) else { return nil }
        return State(
            createdAt: account.createdAt, disabledAt: account.disabledAt, disabledReason: account.disabledReason,
            eraseAt: account.eraseAt,
            refusal: account.disabledAt == nil ? nil : ErrorCode.closed(account.disabledReason),
            hasPassword: try records.findPassword(of: id) != nil, hasExternalID: account.externalID != nil,
            foreignIdentities: try records.findForeignIdentities(of: id).count)
    }

    private static func links(
        of id: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) -> [Link] {
        var links: [Link] = []
        for identity in try records.findIdentities(of: id) {
            links.append(
                Link(
                    teamID: identity.teamID, linkedAt: identity.createdAt, isForwardingOff: identity.isForwardingOff,
                    consentEventAt: try records.findLatestEvent(identity.id, topic: .consent, group: nil),
                    forwardingEventAt: try records.findLatestEvent(identity.id, topic: .forwarding, group: nil),
                    grants: try records.findGrants(of: identity.id),
                    replacedClients: try FormerTeam.replaced(identity, in: records)))
        }
        return links
    }
}
