import AccountStorage
import Foundation

/// Sends the mail that is due. Several workers, in one process or many, share the work.
///
/// A worker leases a message for two minutes. If the worker dies, the message is sent again, so it may arrive twice but
/// is not lost.
package struct MailOutbox: Sendable {
    private let environment: SignInEnvironment
    private let send: @Sendable (MailMessage) async -> MailOutcome

    /// - Parameter send: sends a message, within a minute.
    package init(_ environment: SignInEnvironment, send: @escaping @Sendable (MailMessage) async -> MailOutcome) {
        self.environment = environment
        self.send = send
    }

    private static let roundLength = 8
    private static let lease: TimeInterval = 120

    /// Does one round: tries to send each due message once, and returns how many were due.
    @discardableResult
    package func work() async throws(SignInError) -> Int {
        let now = environment.instant
        let due = try await environment.write { records in
            try records.takeMail(
                dueAt: now, returnsAt: now.addingTimeInterval(Self.lease), limit: Self.roundLength)
        }
        for mail in due { try await settle(mail, at: now) }
        return due.count
    }

    private func settle(_ mail: OutgoingMail, at now: Date) async throws(SignInError) {
        guard now < mail.expiresAt else {
            environment.report(.mailUndeliverable)
            return try await remove(mail.id)
        }
        guard var message = environment.secrets.vault.openMail(mail.sealedMessage, mail: mail.id) else {
            environment.report(.sealedValueUnreadable)
            return try await remove(mail.id)
        }
        message.account = mail.accountID
        switch await send(message) {
        case .sent: try await remove(mail.id)
        case .failed:
            let wait = min(5 * pow(2, Double(min(max(mail.attempts - 1, 0), 10))), 600)
            let dueAt = environment.instant.addingTimeInterval(wait)
            try await environment.write { records in _ = try records.postponeMail(mail.id, dueAt: dueAt) }
        }
    }

    private func remove(_ id: OutgoingMailID) async throws(SignInError) {
        try await environment.write { records in _ = try records.removeMail(id) }
    }
}
