import AccountStorage
package import Foundation
import SignInWithApple

/// Receives Apple's server-to-server notifications, which report changes that people make at Apple.
///
/// One transaction for each notification detects a repeat by its id, decides by the time of the event, applies the
/// change and records the notification. The call returns once this is durable, so that the caller can acknowledge it to
/// Apple.
package struct AppleNotifications: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// What a notification changed.
    package struct Receipt: Sendable, Equatable {
        /// Apple's name of the event.
        package let kind: String
        /// The change, as a stable code.
        package let effect: String
        /// Whether it was received before. In that case it changed nothing this time.
        package let isRepeat: Bool
        /// The seconds from the event to its arrival. If Apple's clock is ahead of ours, there are none.
        package let lag: TimeInterval
    }

    /// Verifies and applies the `payload` member of Apple's request.
    ///
    /// Refuses with `notification_…` if it is not from Apple, or not for one of the configured teams.
    @discardableResult
    package func receive(payload: String) async throws(SignInError) -> Receipt {
        let (notification, team) = try await verify(payload)
        let transfer = environment.clients.transfer(ofAudience: notification.clientID)
        let auditID = AuditEntryID.timeOrdered(environment)
        let arrival = NotificationArrival(
            notification: notification, team: transfer?.giver ?? team, transfer: transfer, auditID: auditID,
            now: environment.instant,
            policy: environment.policy, clients: environment.clients,
            events: EventOutbox(environment, unique: auditID.text))
        return try await environment.write { records in try arrival.apply(in: records) }
    }

    /// When the newest notification was received; nil if none was within the time for which they are kept.
    package func latestTime() async throws(SignInError) -> Date? {
        try await environment.read { records in try records.findLatestNotificationTime() }
    }

    /// All teams share one address, so the audience decides which team is meant.
    ///
    /// Apple's fresh signature over another audience usually means that the operator forgot to name an App ID. Then nothing
    /// that people change at Apple for it arrives. Another developer could also post a notification of theirs.
    private func verify(_ payload: String) async throws(SignInError) -> (AppleNotification, RegisteredTeam) {
        var rejection = TokenRejection.audienceMismatch
        for team in environment.clients.teams {
            do throws(TokenVerificationFailure) {
                return (try await team.apple.verifyNotification(payload), team)
            } catch {
                guard case .rejected(let reason) = error else {
                    throw SignInError(error.callFailure, retryAfter: environment.policy.retryAfter)
                }
                rejection = reason
            }
            // Only the issuer and the audience differ between teams. Any other rejection applies to all of them.
            guard rejection == .audienceMismatch || rejection == .issuerMismatch else { break }
        }
        throw .refused(refusal(rejection))
    }

    private func refusal(_ rejection: TokenRejection) -> ErrorCode {
        let refusal = ErrorCode.notification(rejection)
        guard rejection == .audienceMismatch else { return refusal }
        if let audience = rejection.verifiedAudience {
            environment.report(.notificationForUnknownAudience(audience: audience))
        }
        let configured = environment.clients.teams.map(\.apple.configuration).flatMap {
            $0.clientIDs.union($0.primaryAppIDs)
        }
        return refusal.naming(seen: rejection.verifiedAudience, configured: configured.map(\.rawValue))
    }
}

/// The transaction of one notification.
private struct NotificationArrival: Sendable {
    let notification: AppleNotification
    /// The team that is meant, or the one under which a client is configured that moves to another team.
    let team: RegisteredTeam
    /// The transfer that the audience moves in. The audience is the same before and after.
    let transfer: RegisteredTransfer?
    let auditID: AuditEntryID
    let now: Date
    let policy: SignInPolicy
    let clients: ClientDirectory
    let events: EventOutbox

    private var event: AppleNotificationEvent { notification.event }
    private var lag: TimeInterval { max(0, now.timeIntervalSince(event.occurredAt)) }
    /// The group of apps that the event concerns. The end of an Apple Account, and the forwarding of mail, concern all
    /// apps of the team.
    private var group: AppGroup? {
        event.kind == .consentRevoked ? clients.group(ofAudience: notification.clientID, in: team) : nil
    }

    func apply(in records: any AccountTransaction) throws(StorageFailure) -> AppleNotifications.Receipt {
        let id = NotificationID.derived(issuer: team.issuer, teamID: team.teamID.rawValue, id: notification.id)
        if let known = try records.findNotification(id) {
            return .init(kind: known.kind, effect: known.effect, isRepeat: true, lag: lag)
        }
        let (identityID, identity) = try find(in: records)
        let topic = NotificationVerdict.topic(of: event.kind)
        let effect = NotificationVerdict.decide(
            event, identity: identity,
            latest: try records.findLatestEvent(identityID, topic: topic, group: group?.name),
            hasMoved: transfer != nil && identity?.movedTo != nil)
        let isNew = try records.recordNotification(
            ReceivedNotification(
                id: id, identityID: identityID, topic: topic, kind: String(event.kind.rawValue.prefix(64)),
                occurredAt: event.occurredAt, receivedAt: now, effect: effect.rawValue,
                expiresAt: now.addingTimeInterval(policy.notificationRetention.timeInterval), appGroup: group?.name))
        guard isNew else { throw .conflict }
        if let identity { try take(effect, on: identity, in: records) }
        return .init(kind: event.kind.rawValue, effect: effect.rawValue, isRepeat: false, lag: lag)
    }

    /// The identity with the event's subject. Subjects belong to one team, so at most one team's identity has it.
    private func find(
        in records: any AccountTransaction
    ) throws(StorageFailure) -> (id: IdentityID, identity: AppleIdentity?) {
        let own = id(at: team)
        guard let transfer, let recipient = transfer.recipient else { return (own, try records.findIdentity(own)) }
        let recipients = id(at: recipient)
        if let identity = try records.findIdentity(recipients) { return (recipients, identity) }
        if let identity = try records.findIdentity(own) { return (own, identity) }
        let isMoved = try records.findTransfer(transfer.id)?.state.side == .recipient
        return (isMoved ? recipients : own, nil)
    }

    private func id(at team: RegisteredTeam) -> IdentityID {
        .derived(issuer: team.issuer, teamID: team.teamID.rawValue, subject: event.subject.rawValue)
    }

    private func take(
        _ effect: NotificationVerdict, on identity: AppleIdentity, in records: any AccountTransaction
    ) throws(StorageFailure) {
        switch effect {
        case .forwardingOff, .forwardingOn:
            _ = try records.recordForwarding(identity.id, isOff: effect == .forwardingOff)
            try records.recordEmailDelivery(
                EmailDelivery(
                    identityID: identity.id, state: effect == .forwardingOff ? .forwardingOff : .unknown,
                    since: event.occurredAt))
            try events.add(
                effect == .forwardingOff ? .forwardingDisabled : .forwardingEnabled, of: identity.accountID,
                reason: "apple", in: records)
        case .sessionsEnded:
            try endSessions(of: identity, in: records)
            try events.add(.sessionsEnded, of: identity.accountID, reason: "apple", in: records)
            try withdrawal(of: identity).endTokens(by: event.occurredAt, at: now, in: records)
        case .identityRemoved:
            for same in try records.findIdentities(of: identity.accountID) where same.isSamePerson(as: identity) {
                try endSessions(of: same, in: records)
                _ = try records.removeIdentity(same.id)
            }
            try events.add(.accountUnlinked, of: identity.accountID, reason: "apple", in: records)
            try disableIfAlone(identity.accountID, in: records)
        case .outdated, .identityUnknown, .identityNewer, .identityMoved, .kindUnknown:
            return
        }
        try records.recordAudit(
            AuditEntry(
                id: auditID, accountID: identity.accountID, event: AuditEvent.appleNotification.rawValue,
                reason: effect.rawValue, occurredAt: now))
    }

    private func endSessions(
        of identity: AppleIdentity, in records: any AccountTransaction
    ) throws(StorageFailure) {
        _ = try withdrawal(of: identity).endSessions(
            authenticatedBefore: NotificationVerdict.end(of: event.occurredAt), at: now, in: records)
    }

    private func withdrawal(of identity: AppleIdentity) -> ConsentWithdrawal {
        ConsentWithdrawal(of: identity, group: group, clients)
    }

    /// Disables an account without an identity, external id or usable password, because nobody can sign in to it. It is
    /// erased after a delay, which leaves its owner time to ask for it.
    private func disableIfAlone(
        _ accountID: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard try records.findIdentities(of: accountID).isEmpty,
            var account = try records.findAccount(accountID), account.externalID == nil,
            try !PasswordRemoval.opens(accountID, isOn: policy.passwords.isOn, in: records)
        else { return }
        let isNewlyClosed = account.disabledAt == nil
        if isNewlyClosed { (account.disabledAt, account.disabledReason) = (now, .noWayIn) }
        account.eraseAt = now.addingTimeInterval(policy.erasureDelay.timeInterval)
        try records.recordAccount(account)
        if isNewlyClosed { try events.add(.accountDisabled, of: account, reason: "no_way_in", in: records) }
    }
}

extension NotificationID {
    /// The id of a notification. Apple's `jti` is unique for an issuer; the team is included as well, to be safe.
    fileprivate static func derived(issuer: String, teamID: String, id: String) -> NotificationID {
        NotificationID(label: "notification", fields: [issuer, teamID, id])
    }
}
