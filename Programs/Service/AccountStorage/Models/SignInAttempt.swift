public import Foundation

/// Identifies one attempt to sign in.
public typealias AttemptID = Identifier<SignInAttempt>

/// One attempt to sign in, from its start to Apple's answer.
public struct SignInAttempt: Sendable, Equatable {
    /// The flow that an attempt belongs to.
    public enum Kind: String, Sendable, CaseIterable {
        /// An app or a page has Apple's answer and sends it itself. The kind of the client tells which.
        case native
        /// A browser is redirected to Apple and back.
        case web
    }

    /// The state of an attempt. The row is kept for an hour after the attempt expires.
    public enum State: String, Sendable, CaseIterable {
        /// Apple's answer has not arrived yet.
        case open
        /// One answer was accepted. No other will be.
        case claimed
        /// It was cancelled, or failed too often.
        case ended
    }

    /// Derived from the secret with which the attempt was started. Starts with the time at which that was generated.
    public let id: AttemptID
    /// The flow that an attempt belongs to.
    public var kind: Kind
    /// The configured name of the client that started it.
    public var client: String
    /// The hash of the secret that the browser must present; `nil` unless the kind is `web`.
    public var browserProofHash: [UInt8]?
    /// Where the browser is redirected afterwards; `nil` unless the kind is `web`.
    public var returnTarget: String?
    /// When it was started.
    public var createdAt: Date
    /// When it expires and can no longer be claimed.
    public var expiresAt: Date
    /// Its state.
    public var state: State
    /// How many answers failed verification.
    public var failures: Int
    /// When an answer was accepted, and its hash: the same answer, sent again, gets the same result. `nil` before.
    public var claim: AttemptClaimMark?
    /// The account to which the identity is to be linked; `nil` for a plain sign-in.
    public var link: AccountLink?
    /// Whether the account's password is removed once the identity is linked.
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

/// Which answer an attempt accepted, and when.
public struct AttemptClaimMark: Sendable, Equatable {
    /// When it was accepted.
    public var claimedAt: Date
    /// The hash of the answer.
    public let answerHash: [UInt8]

    /// A mark with these values.
    public init(claimedAt: Date, answerHash: [UInt8]) {
        self.claimedAt = claimedAt
        self.answerHash = answerHash
    }

    /// The mark in stored columns; `nil` if they are NULL.
    package init?(claimedAt: Date?, answerHash: [UInt8]?) {
        guard let claimedAt, let answerHash else { return nil }
        self.init(claimedAt: claimedAt, answerHash: answerHash)
    }
}

/// The account to which an attempt links an identity, and who vouches for it.
public enum AccountLink: Sendable, Equatable {
    /// The account with this name in the app's own system, as a ticket says. It is created if it does not exist.
    case external(String)
    /// The account of a session. The answer must arrive in the same session.
    case session(SessionID, AccountID)

    /// The link in stored columns; `nil` if they are NULL.
    package init?(externalID: String?, session: SessionID?, account: AccountID?) {
        if let externalID {
            self = .external(externalID)
        } else if let session, let account {
            self = .session(session, account)
        } else {
            return nil
        }
    }

    /// The session in which the answer must arrive, if there is one.
    public var session: SessionID? {
        guard case .session(let session, _) = self else { return nil }
        return session
    }

    /// The account, if a session determines it.
    public var account: AccountID? {
        guard case .session(_, let account) = self else { return nil }
        return account
    }

    /// The name in the app's own system, if it determines the account.
    public var externalID: String? {
        guard case .external(let externalID) = self else { return nil }
        return externalID
    }
}
