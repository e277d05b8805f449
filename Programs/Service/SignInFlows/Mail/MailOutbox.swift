import AccountStorage
import Foundation

/// Sends the mail that is due. Several workers, in one process or many, share the work.
///
/// A worker leases one message at a time. If the worker dies, the message is sent again, so it may arrive twice but is not
/// lost. Messages of backends are sent after all others, and no message waits for more than the one that is being sent.
package struct MailOutbox: Sendable {
    private let environment: SignInEnvironment
    private let observe: @Sendable (_ outcome: String) -> Void
    private let send: @Sendable (MailMessage) async -> MailOutcome

    /// - Parameters:
    ///   - observe: called with one of ``outcomes`` for each try, and for each message that is left out or given up.
    ///   - send: sends a message, within two minutes.
    package init(
        _ environment: SignInEnvironment, observe: @escaping @Sendable (_ outcome: String) -> Void = { _ in },
        send: @escaping @Sendable (MailMessage) async -> MailOutcome
    ) {
        self.environment = environment
        self.observe = observe
        self.send = send
    }

    /// The code of a try that failed. The message is tried again.
    private static let failed = "failed"
    /// What becomes of messages, as stable codes.
    package static let outcomes: [String] =
        [MailRequest.State.sent.code, failed] + [MailRequest.State.skipped, .expired].map(\.code)

    /// Longer than a message takes to be sent, so that no other worker sends it meanwhile.
    private static let lease: TimeInterval = 180

    /// Does one round: tries to send the message that is due first, and returns how many were due.
    @discardableResult
    package func work() async throws(SignInError) -> Int {
        let now = environment.instant
        let due = try await environment.write { records in
            try records.takeMail(
                dueAt: now, returnsAt: now.addingTimeInterval(Self.lease), limit: 1)
        }
        for mail in due { try await settle(mail, at: now) }
        return due.count
    }

    private func settle(_ mail: OutgoingMail, at now: Date) async throws(SignInError) {
        guard now < mail.expiresAt else {
            environment.report(.mailUndeliverable)
            return try await finish(mail, as: .expired)
        }
        guard let sealed = environment.secrets.vault.openMail(mail.sealedMessage, mail: mail.id) else {
            environment.report(.sealedValueUnreadable)
            return try await finish(mail, as: .expired)
        }
        let destination = try await environment.read { records in
            try MailDestination.find(for: mail, to: sealed.to, in: records)
        }
        switch destination {
        case .nowhere(let reason): try await finish(mail, as: .skipped, because: reason)
        case .address(let address):
            var message = MailMessage(to: address, subject: sealed.subject, text: sealed.text)
            message.account = mail.accountID
            try await deliver(message, as: mail)
        }
    }

    private func deliver(_ message: MailMessage, as mail: OutgoingMail) async throws(SignInError) {
        switch await send(message) {
        case .sent:
            observe(MailRequest.State.sent.code)
            try await finish(mail, as: .sent)
        case .failed:
            observe(Self.failed)
            let wait = min(5 * pow(2, Double(min(max(mail.attempts - 1, 0), 10))), 600)
            let dueAt = environment.instant.addingTimeInterval(wait)
            try await environment.write { records in _ = try records.postponeMail(mail.id, dueAt: dueAt) }
        }
    }

    /// Removes the message, and tells a backend that asked for it. The audit says that a message was left out, and why.
    ///
    /// Nothing is told of a message that is not there any more: another worker has finished it, or its account was deleted.
    /// One that was sent after all is told as sent.
    private func finish(
        _ mail: OutgoingMail, as state: MailRequest.State, because reason: String? = nil
    ) async throws(SignInError) {
        let (now, auditID) = (environment.instant, AuditEntryID.timeOrdered(environment))
        let isNew = try await environment.write { records in
            let wasWaiting = try records.removeMail(mail.id)
            guard wasWaiting || state == .sent else { return false }
            _ = try records.settleMailRequest(MailRequestID(mail.id), as: state)
            guard let reason else { return wasWaiting }
            try records.recordAudit(
                AuditEntry(
                    id: auditID, accountID: mail.accountID, event: AuditEvent.mailSkipped.rawValue, reason: reason,
                    occurredAt: now))
            return wasWaiting
        }
        // A message that was sent is told when the program takes it, even if that cannot be stored.
        if isNew, state != .sent { observe(state.code) }
    }
}
