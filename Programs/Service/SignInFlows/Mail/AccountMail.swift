package import AccountStorage
import Foundation

/// Sends messages of the app's backend to people, so that the backend need not hold an address.
package struct AccountMail: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Puts the message into the outbox, and returns what is known about it. The same request again sends nothing.
    ///
    /// Refuses with `mail_not_open`, `account_unknown`, `mail_key_reused`, `mail_unreachable`, `mail_budget_spent` and
    /// `mail_queue_full`.
    package func send(_ mail: WantedMail) async throws(SignInError) -> MailRequest {
        guard environment.policy.mail.isOpenToBackends else { throw .refused(.mailNotOpen) }
        guard try await hasRoom(for: mail.requestID) else {
            throw .refused(.mailQueueFull, retryAfter: Self.queuePatience)
        }
        let step = RequestedMail(
            mail: mail,
            request: MailRequest(
                id: mail.requestID, accountID: mail.account, contentHash: mail.contentHash, state: .queued,
                createdAt: environment.instant),
            budget: environment.policy.mail.dailyBudget, vault: environment.secrets.vault,
            nonce: environment.randomBytes(TokenVault.nonceLength))
        return try await environment.write { records in try step.apply(in: records) }
    }

    /// Seconds in which the worker sends a good part of a full queue.
    private static let queuePatience = 60

    /// Whether another message may wait. A repeated request adds none.
    ///
    /// It is read by itself. In the transaction that adds the message, the count would collide with every other request
    /// and with the worker, and requests at once add only a few too many.
    private func hasRoom(for request: MailRequestID) async throws(SignInError) -> Bool {
        let most = environment.policy.mail.mostWaiting
        return try await environment.read { records in
            guard try records.countMail().count >= most else { return true }
            return try records.findMailRequest(request) != nil
        }
    }

    /// What became of a message.
    ///
    /// Refuses with `mail_unknown` if nobody asked for it within the last week.
    package func find(_ id: MailRequestID) async throws(SignInError) -> MailRequest {
        guard let found = try await environment.read({ records in try records.findMailRequest(id) }) else {
            throw .refused(.mailUnknown)
        }
        return found
    }
}

/// The transaction that puts a message into the outbox.
private struct RequestedMail: Sendable {
    let mail: WantedMail
    let request: MailRequest
    let budget: Int
    let vault: TokenVault
    let nonce: [UInt8]

    private static let day: TimeInterval = 86_400
    /// Seconds after which a caller whose messages of a day are spent may ask again.
    private static let patience = 3_600

    func apply(in records: any AccountTransaction) throws -> MailRequest {
        if let known = try records.findMailRequest(request.id) {
            guard known.contentHash == request.contentHash else { throw SignInError.refused(.mailKeyReused) }
            return known
        }
        guard let account = try records.findAccount(mail.account) else { throw SignInError.refused(.accountUnknown) }
        guard case .address(let address) = try MailDestination.find(for: account, in: records) else {
            throw SignInError.refused(.mailUnreachable)
        }
        let recent = try records.countMailRequests(
            of: account.id, since: request.createdAt.addingTimeInterval(-Self.day))
        guard recent < budget else { throw SignInError.refused(.mailBudgetSpent, retryAfter: Self.patience) }
        try record(to: address, in: records)
        return request
    }

    private func record(to address: String, in records: any AccountTransaction) throws {
        let id = OutgoingMailID(request.id)
        let message = MailMessage(to: address, subject: mail.subject, text: mail.text)
        guard let sealed = vault.seal(message, mail: id, nonce: nonce) else {
            throw SignInError.misconfigured(.sealingFailed)
        }
        try records.recordMailRequest(request)
        try records.recordMail(
            OutgoingMail(
                id: id, accountID: request.accountID, sealedMessage: sealed, createdAt: request.createdAt,
                dueAt: request.createdAt, expiresAt: request.createdAt.addingTimeInterval(MailDraft.lifetime)))
    }
}

extension OutgoingMailID {
    /// The message that a request asked for.
    init(_ request: MailRequestID) {
        self.init(high: request.high, low: request.low)
    }
}

extension MailRequestID {
    /// The request for a message, if a backend asked for it.
    init(_ mail: OutgoingMailID) {
        self.init(high: mail.high, low: mail.low)
    }
}

extension MailRequest.State {
    /// The stable code of the state. It never changes and is never reused.
    package var code: String {
        switch self {
        case .queued: "queued"
        case .sent: "sent"
        case .skipped: "skipped"
        case .expired: "expired"
        }
    }
}
