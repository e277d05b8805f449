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

/// A message to a person, from the app's backend, which need not know the address.
public struct MailMessageRequest: RequestMessage, Equatable {
    /// The account of the person.
    public var account: String
    /// Your name of the message: 1 to 255 visible ASCII characters, unique for the account. The same request with the same
    /// key sends nothing more for seven days.
    public var idempotencyKey: String
    /// One line of at most 200 characters.
    public var subject: String
    /// Plain text of at most 16 KiB, in lines of at most 998 bytes.
    public var text: String

    /// Creates a message.
    public init(account: String, idempotencyKey: String, subject: String, text: String) {
        self.account = account
        self.idempotencyKey = idempotencyKey
        self.subject = subject
        self.text = text
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case account, subject, text
        case idempotencyKey = "idempotency_key"
    }
}

/// What became of a message.
public struct MailMessageReply: Codable, Sendable, Equatable {
    /// Names the message.
    public var mail: String
    /// The account of the person.
    public var account: String
    /// `queued`, `sent` (your mail program took it), `skipped` (meanwhile mail did not reach the person) or `expired`
    /// (nobody took it for a day).
    public var state: String
    /// When it was asked for.
    public var createdAt: String

    /// Creates an answer.
    public init(mail: String, account: String, state: String, createdAt: String) {
        self.mail = mail
        self.account = account
        self.state = state
        self.createdAt = createdAt
    }

    enum CodingKeys: String, CodingKey {
        case mail, account, state
        case createdAt = "created_at"
    }
}
