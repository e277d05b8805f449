/// Instead of a session: nobody knows this person, so ask them whether they have been here before. Status 202.
public struct AccountQuestionReply: Codable, Sendable, Equatable {
    /// Names the question in the answer; a secret, good for one answer.
    public var question: String
    /// Seconds until its end; then the person signs in again.
    public var expiresIn: Int
    /// Whether the person shares no address, or one of Apple's relay.
    public var isAddressHidden: Bool
    /// Where the person has an account under this identity: what would come together with the session's account.
    public var merge: AccountMergePreview?

    /// A question as the service puts it.
    public init(question: String, expiresIn: Int, isAddressHidden: Bool, merge: AccountMergePreview? = nil) {
        self.question = question
        self.expiresIn = expiresIn
        self.isAddressHidden = isAddressHidden
        self.merge = merge
    }

    enum CodingKeys: String, CodingKey {
        case question, merge
        case expiresIn = "expires_in"
        case isAddressHidden = "is_address_hidden"
    }
}

/// What a merge would do: this account goes, and what leads to it leads to the session's.
public struct AccountMergePreview: Codable, Sendable, Equatable {
    /// The account that would go.
    public var account: AccountReply
    /// How many identities lead to it.
    public var identities: Int

    /// A preview as the service answers it.
    public init(account: AccountReply, identities: Int) {
        self.account = account
        self.identities = identities
    }
}

/// The person's answer.
public struct AccountAnswerRequest: Codable, Sendable, Equatable {
    /// The question.
    public var question: String
    /// `new`, `session` (the account of the access token that the request carries) or `ticket`; `merge` where the question
    /// has a `merge`.
    public var answer: String
    /// The ticket of the app's backend, with the answer `ticket`.
    public var linkTicket: String?

    /// An answer to this question.
    public init(question: String, answer: String, linkTicket: String? = nil) {
        self.question = question
        self.answer = answer
        self.linkTicket = linkTicket
    }

    enum CodingKeys: String, CodingKey {
        case question, answer
        case linkTicket = "link_ticket"
    }
}
