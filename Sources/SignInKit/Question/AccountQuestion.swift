public import Foundation

/// A question to the person, for the app to show. It contains no secret.
///
/// Without a ``merge``, the person is unknown, and the question is whether they have been here before: otherwise they
/// might get a second account.
public struct AccountQuestion: Sendable, Equatable {
    /// Whether the person shares no address, or a relay address, so that no account of theirs can be recognised.
    public let isAddressHidden: Bool
    /// What a merge would do, if the question is whether to merge two accounts.
    public let merge: MergePreview?
    /// When the question ends. Then the person has to sign in again, unless they are signed in.
    public let expiresAt: Date
    /// The person who is signed in while the question is open.
    public let person: SignedInPerson?
    /// Whether the backend offers to merge an account that the person had before the app moved to another developer team.
    /// They have just signed in, and stay signed in whatever they say: ``SignInClient/cancel()`` keeps both accounts.
    public var isOffer = false

    /// Creates a question, for previews.
    public init(
        isAddressHidden: Bool, merge: MergePreview? = nil, expiresAt: Date, person: SignedInPerson? = nil
    ) {
        self.isAddressHidden = isAddressHidden
        self.merge = merge
        self.expiresAt = expiresAt
        self.person = person
    }

    /// Whether this answer fits. Nobody who is signed in gets a new account, and without a session there is none to add
    /// Apple's identity to.
    public func takes(_ answer: AccountAnswer) -> Bool {
        switch answer {
        case .new, .ticket: merge == nil && person == nil
        case .session: merge == nil && person != nil
        case .merge: merge != nil && person != nil
        }
    }
}

/// The effect of a merge: this account is deleted, and its ways to sign in lead to the account that is signed in.
public struct MergePreview: Sendable, Equatable {
    /// The account that is deleted.
    public let account: SignInAccount
    /// The number of ways to sign in that lead to it.
    public let identities: Int

    /// Creates a preview.
    public init(account: SignInAccount, identities: Int) {
        self.account = account
        self.identities = identities
    }
}

extension MergePreview: Codable {
    private enum CodingKeys: String, CodingKey { case account, identities }

    /// Decodes a preview that was stored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        self.init(
            account: try container.decode(StoredAccount.self, forKey: .account).reply,
            identities: try container.decode(Int.self, forKey: .identities))
    }

    /// Encodes the preview, independently of the messages of the API.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(StoredAccount(account), forKey: .account)
        try container.encode(identities, forKey: .identities)
    }
}
