public import Foundation

/// One try to sign in, from our first answer to Apple's reply.
public struct SignInAttempt: Sendable, Equatable {
    /// Which of the two flows it belongs to.
    public enum Kind: String, Sendable, CaseIterable {
        /// An app shows Apple's sheet.
        case native
        /// A browser goes to Apple and comes back.
        case web
    }

    /// What became of it; the row stays until it expires.
    public enum State: String, Sendable, CaseIterable {
        /// Apple's reply has not come yet.
        case open
        /// One reply was taken; no other will be.
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
    /// How many replies failed verification.
    public var failures: Int

    /// An attempt with these values.
    public init(
        id: AttemptID, kind: Kind, client: String, browserProofHash: [UInt8]?, returnTarget: String?,
        createdAt: Date, expiresAt: Date, state: State, failures: Int
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
    }
}
