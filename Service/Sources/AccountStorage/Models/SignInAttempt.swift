public import Foundation

/// Names one attempt to sign in.
public typealias AttemptID = Identifier<SignInAttempt>

/// One try to sign in, from our first answer to Apple's reply.
public struct SignInAttempt: Sendable, Equatable {
    /// Which of the two flows it belongs to.
    public enum Kind: String, Sendable, CaseIterable {
        /// An app shows Apple's sheet.
        case native
        /// A browser goes to Apple and comes back.
        case web
    }

    /// What became of it; the row stays for an hour after it expires.
    public enum State: String, Sendable, CaseIterable {
        /// Apple's answer has not come yet.
        case open
        /// One answer was taken; no other will be.
        case claimed
        /// Cancelled, or failed too often.
        case ended
    }

    /// Derived from the secret that the attempt was begun with.
    public let id: AttemptID
    /// Which of the two flows it belongs to.
    public var kind: Kind
    /// The configured name of the client that began it.
    public var client: String
    /// Hash of what the browser must show; `nil` in native attempts.
    public var browserProofHash: [UInt8]?
    /// Where the browser goes afterwards; `nil` in native attempts.
    public var returnTarget: String?
    /// When it was begun.
    public var createdAt: Date
    /// From when it can no longer be claimed.
    public var expiresAt: Date
    /// What became of it.
    public var state: State
    /// How many answers failed verification.
    public var failures: Int
    /// When an answer was taken, and a hash of it: bringing the same answer again gets the same result. `nil` before.
    public var claim: AttemptClaimMark?
    /// The account to which the identity is to be linked; `nil` in a plain sign-in.
    public var link: AccountLink?
    /// Whether the account loses its password once the identity is linked.
    public var removesPassword: Bool

    /// An attempt with these values.
    public init(
        id: AttemptID, kind: Kind, client: String, browserProofHash: [UInt8]?, returnTarget: String?,
        createdAt: Date, expiresAt: Date, state: State, failures: Int, claim: AttemptClaimMark? = nil,
        link: AccountLink? = nil, removesPassword: Bool = false
    ) {
        self.id = id
        self.kind = kind
        self.client = client
        self.browserProofHash = browserProofHash
        self.returnTarget = returnTarget
        self.createdAt = createdAt
        self.expiresAt = expiresAt
        self.state = state
        self.failures = failures
        self.claim = claim
        self.link = link
        self.removesPassword = removesPassword
    }
}

/// Which answer an attempt took, and when.
public struct AttemptClaimMark: Sendable, Equatable {
    /// When it was taken.
    public var claimedAt: Date
    /// A hash of the answer.
    public let answerHash: [UInt8]

    /// A mark with these values.
    public init(claimedAt: Date, answerHash: [UInt8]) {
        self.claimedAt = claimedAt
        self.answerHash = answerHash
    }

    /// The mark that stored columns describe; `nil` where they describe none.
    package init?(claimedAt: Date?, answerHash: [UInt8]?) {
        guard let claimedAt, let answerHash else { return nil }
        self.init(claimedAt: claimedAt, answerHash: answerHash)
    }
}

/// What an attempt is to link an identity to, and on whose word.
public enum AccountLink: Sendable, Equatable {
    /// The account with this name in the app's own system, on the word of a ticket; made if it is not there.
    case external(String)
    /// The account of a session, which must still be the one that the answer comes under.
    case session(SessionID, AccountID)

    /// The link that stored columns describe; `nil` where they describe none.
    package init?(externalID: String?, session: SessionID?, account: AccountID?) {
        if let externalID {
            self = .external(externalID)
        } else if let session, let account {
            self = .session(session, account)
        } else {
            return nil
        }
    }

    /// The session under which the answer must come, where there is one.
    public var session: SessionID? {
        guard case .session(let session, _) = self else { return nil }
        return session
    }

    /// The account, where a session names it.
    public var account: AccountID? {
        guard case .session(_, let account) = self else { return nil }
        return account
    }

    /// The name in the app's own system, where that names the account.
    public var externalID: String? {
        guard case .external(let externalID) = self else { return nil }
        return externalID
    }
}
