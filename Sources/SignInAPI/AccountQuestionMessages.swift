/// The reply with status 202 instead of a session: the person is unknown, so ask them whether they have been here
/// before.
public struct AccountQuestionReply: Codable, Sendable, Equatable {
    /// The question's id for the answer. It is a secret and can be used once.
    public var question: String
    /// Seconds until the question expires. After that the person has to sign in again.
    public var expiresIn: Int
    /// Whether the person shares no address, or a relay address.
    public var isAddressHidden: Bool
    /// The account that the person has under this identity, and that would be merged into the session's account.
    public var merge: AccountMergePreview?
    /// `transfer_unknown` if the app has moved to another developer team and the person could not be recognised there;
    /// `transfer_conflict` if they have signed in there to another account than they had before; `nil` otherwise.
    public var reason: String?

    /// Creates a question.
    public init(
        question: String, expiresIn: Int, isAddressHidden: Bool, merge: AccountMergePreview? = nil,
        reason: String? = nil
    ) {
        self.question = question
        self.expiresIn = expiresIn
        self.isAddressHidden = isAddressHidden
        self.merge = merge
        self.reason = reason
    }

    enum CodingKeys: String, CodingKey {
        case question, merge, reason
        case expiresIn = "expires_in"
        case isAddressHidden = "is_address_hidden"
    }
}

/// The effect of a merge: this account is deleted, and its identities lead to the session's account.
public struct AccountMergePreview: Codable, Sendable, Equatable {
    /// The account that would be deleted.
    public var account: AccountReply
    /// The number of identities that lead to it.
    public var identities: Int

    /// Creates a preview.
    public init(account: AccountReply, identities: Int) {
        self.account = account
        self.identities = identities
    }
}

/// The person's answer to the question.
public struct AccountAnswerRequest: RequestMessage, Equatable {
    /// The question's id.
    public var question: String
    /// `new`, `session` (the account of the request's access token) or `ticket`. Also `merge`, if the question has a
    /// `merge`.
    public var answer: String
    /// The link ticket from the app's backend, for the answer `ticket`.
    public var linkTicket: String?

    /// Creates an answer to this question.
    public init(question: String, answer: String, linkTicket: String? = nil) {
        self.question = question
        self.answer = answer
        self.linkTicket = linkTicket
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case question, answer
        case linkTicket = "link_ticket"
    }
}
