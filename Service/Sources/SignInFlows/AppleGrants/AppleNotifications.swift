import AccountStorage
import Foundation
import SignInWithApple

/// Takes what Apple posts when a person changes something at Apple.
///
/// One transaction for each notification: recognised by its id, judged by its own time, applied, written down. It
/// returns once that is durable, so that Apple can be answered.
package struct AppleNotifications: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// What became of a notification.
    package struct Receipt: Sendable, Equatable {
        /// Apple's name of the event.
        package let kind: String
        /// What it changed, as a stable code.
        package let effect: String
        /// Whether it was taken before; then it changed nothing now.
        package let isRepeat: Bool
    }

    /// Verifies the `payload` member of what was posted, and applies it.
    ///
    /// Refuses with `notification_…` what is not Apple's, or not for one of our teams.
    @discardableResult
    package func receive(payload: String) async throws(SignInError) -> Receipt {
        let (notification, team) = try await verify(payload)
        let auditID = AuditEntryID.timeOrdered(environment)
        let arrival = NotificationArrival(
            notification: notification, team: team, auditID: auditID, now: environment.instant,
            policy: environment.policy, notes: EventNotes(environment, unique: auditID.text))
        return try await environment.transact { transaction throws(StorageFailure) in
            .keep(.success(try arrival.apply(in: transaction)))
        }
    }

    /// One address serves all teams, so the audience says which one is meant.
    private func verify(_ payload: String) async throws(SignInError) -> (AppleNotification, RegisteredTeam) {
        var rejection = NotificationRejection.audienceMismatch
        for team in environment.clients.teams {
            do throws(NotificationVerificationFailure) {
                return (try await team.apple.verifyNotification(payload), team)
            } catch {
                guard case .rejected(let reason) = error else {
                    throw SignInError(error.callFailure, retryAfter: environment.policy.retryAfter)
                }
                rejection = reason
            }
            // The first thing that differs between teams is the audience: everything before it is wrong for all.
            guard rejection == .audienceMismatch || rejection == .issuerMismatch else { break }
        }
        throw .refused(.notification(rejection))
    }
}

/// The transaction of one notification.
private struct NotificationArrival: Sendable {
    let notification: AppleNotification
    let team: RegisteredTeam
    let auditID: AuditEntryID
    let now: Date
    let policy: SignInPolicy
    let notes: EventNotes

    private var event: AppleNotificationEvent { notification.event }

    func apply(in transaction: any AccountTransaction) throws(StorageFailure) -> AppleNotifications.Receipt {
        let id = NotificationID.derived(issuer: team.issuer, teamID: team.teamID.rawValue, id: notification.id)
        if let known = try transaction.findNotification(id) {
            return .init(kind: known.kind, effect: known.effect, isRepeat: true)
        }
        let identityID = IdentityID.derived(
            issuer: team.issuer, teamID: team.teamID.rawValue, subject: event.subject.rawValue)
        let identity = try transaction.findIdentity(identityID)
        let topic = NotificationEffect.topic(of: event.kind)
        let effect = NotificationEffect.decide(
            event, identity: identity, latest: try transaction.findLatestEvent(identityID, topic: topic))
        let isNew = try transaction.recordNotification(
            ReceivedNotification(
                id: id, identityID: identityID, topic: topic, kind: String(event.kind.rawValue.prefix(64)),
                occurredAt: event.occurredAt, receivedAt: now, effect: effect.rawValue,
                expiresAt: now.addingTimeInterval(policy.notificationMemory.timeInterval)))
        guard isNew else { throw .conflict }
        if let identity { try take(effect, on: identity, in: transaction) }
        return .init(kind: event.kind.rawValue, effect: effect.rawValue, isRepeat: false)
    }

    private func take(
        _ effect: NotificationEffect, on identity: AppleIdentity, in transaction: any AccountTransaction
    ) throws(StorageFailure) {
        switch effect {
        case .forwardingOff, .forwardingOn:
            _ = try transaction.recordForwarding(identity.id, isOff: effect == .forwardingOff)
            try notes.add(
                effect == .forwardingOff ? .forwardingDisabled : .forwardingEnabled, of: identity.accountID,
                reason: "apple", in: transaction)
        case .sessionsEnded:
            try endSessions(of: identity, in: transaction)
            try notes.add(.sessionsEnded, of: identity.accountID, reason: "apple", in: transaction)
            for var grant in try transaction.findGrants(of: identity.id)
            where grant.sealedRefreshToken != nil && grant.obtainedAt < NotificationEffect.end(of: event) {
                (grant.sealedRefreshToken, grant.obtainedAt) = (nil, now)
                try transaction.recordGrant(grant)
            }
        case .identityRemoved:
            try endSessions(of: identity, in: transaction)
            _ = try transaction.removeIdentity(identity.id)
            try notes.add(.accountUnlinked, of: identity.accountID, reason: "apple", in: transaction)
            try disableIfAlone(identity.accountID, in: transaction)
        case .outdated, .identityUnknown, .identityNewer, .kindUnknown:
            return
        }
        try transaction.recordAudit(
            AuditEntry(
                id: auditID, accountID: identity.accountID, event: AuditEvent.appleNotification.rawValue,
                reason: effect.rawValue, occurredAt: now))
    }

    private func endSessions(
        of identity: AppleIdentity, in transaction: any AccountTransaction
    ) throws(StorageFailure) {
        _ = try transaction.endSessions(
            of: identity.accountID, at: now, authenticatedBefore: NotificationEffect.end(of: event), except: nil)
    }

    /// Nobody can get into an account whose last way in is gone, unless the app's backend vouches for its owner or it has
    /// a password; it waits a while for a person who asks, then is erased.
    private func disableIfAlone(
        _ accountID: AccountID, in transaction: any AccountTransaction
    ) throws(StorageFailure) {
        guard try transaction.findIdentities(of: accountID).isEmpty,
            var account = try transaction.findAccount(accountID), account.externalID == nil,
            try !PasswordRemoval.opens(accountID, isOn: policy.passwords.isOn, in: transaction)
        else { return }
        let isNewlyClosed = account.disabledAt == nil
        if isNewlyClosed { (account.disabledAt, account.disabledReason) = (now, .noWayIn) }
        account.eraseAt = now.addingTimeInterval(policy.erasureDelay.timeInterval)
        try transaction.recordAccount(account)
        if isNewlyClosed { try notes.add(.accountDisabled, of: account, reason: "no_way_in", in: transaction) }
    }
}

extension NotificationID {
    /// The id of a notification: Apple's `jti` is unique for one issuer, and two teams are told apart all the same.
    fileprivate static func derived(issuer: String, teamID: String, id: String) -> NotificationID {
        NotificationID(label: "notification", fields: [issuer, teamID, id])
    }
}
