/// What became of a message to a person, as your mail server or your provider of mail tells it.
public struct MailReportRequest: RequestMessage, Equatable {
    /// The account that the message was for. Nothing counts without it.
    public var account: String
    /// The address that the message was sent to. It must be the account's present relay address.
    public var recipient: String
    /// `delivered`, `deferred` (given up after a temporary error), `bounced` or `complained`.
    public var outcome: String
    /// What the server of the recipient said, with its code: `550 5.1.1 <…>: user not found`.
    public var diagnostic: String?
    /// When it happened (RFC 3339, UTC). The same report again must have the same time.
    public var occurredAt: String

    /// Creates a report.
    public init(account: String, recipient: String, outcome: String, diagnostic: String? = nil, occurredAt: String) {
        self.account = account
        self.recipient = recipient
        self.outcome = outcome
        self.diagnostic = diagnostic
        self.occurredAt = occurredAt
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case account, recipient, outcome, diagnostic
        case occurredAt = "occurred_at"
    }
}

/// How many reports counted.
public struct MailReportReply: Codable, Sendable, Equatable {
    /// Reports that say something newer than what was known.
    public var counted: Int
    /// Reports that are old or repeated, or about nobody's present relay address.
    public var ignored: Int

    /// Creates an answer.
    public init(counted: Int, ignored: Int) {
        self.counted = counted
        self.ignored = ignored
    }
}
