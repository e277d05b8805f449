public import Foundation

/// Identifies one request for mail. Derived from the account and the caller's idempotency key. The message has the same
/// sixteen bytes.
public typealias MailRequestID = Identifier<MailRequest>

/// A message that the app's backend asked for. It outlives the message, so that a repeated request sends no other one, and
/// so that the backend learns what became of it.
public struct MailRequest: Sendable, Equatable {
    /// What became of the message. The raw value is stored, so a released number never changes its meaning.
    public enum State: Int, Sendable, CaseIterable {
        /// It waits to be sent.
        case queued = 0
        /// The mail program took it.
        case sent = 1
        /// It was not sent, because meanwhile mail did not reach the person.
        case skipped = 2
        /// Nobody took it within its time.
        case expired = 3
    }

    /// Derived from the account and the idempotency key.
    public let id: MailRequestID
    /// The account whose person gets the message.
    public var accountID: AccountID
    /// A hash of the key, the subject and the text, by which a request with the same key and another text is found out.
    public var contentHash: [UInt8]
    /// What became of the message.
    public var state: State
    /// When it was asked for.
    public var createdAt: Date

    /// A request with these values.
    public init(id: MailRequestID, accountID: AccountID, contentHash: [UInt8], state: State, createdAt: Date) {
        self.id = id
        self.accountID = accountID
        self.contentHash = contentHash
        self.state = state
        self.createdAt = createdAt
    }
}
