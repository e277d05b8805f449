public import Foundation

/// Identifies one mailed token. Derived from its secret.
public typealias MailedTokenID = Identifier<MailedToken>

/// A secret that was mailed to somebody and permits one action. Only its hash is stored, as the identifier.
public struct MailedToken: Sendable, Equatable {
    /// What a token permits.
    public enum Purpose: String, Sendable, CaseIterable {
        /// Set a new password.
        case passwordReset = "password_reset"
    }

    /// Derived from the secret.
    public let id: MailedTokenID
    /// What it permits.
    public var purpose: Purpose
    /// The account that it concerns.
    public var accountID: AccountID
    /// The address that it was mailed to, and whose ownership it proves.
    public var loginNameID: LoginNameID
    /// When it was requested.
    public var createdAt: Date
    /// When it expires.
    public var expiresAt: Date

    /// A token with these values.
    public init(
        id: MailedTokenID, purpose: Purpose, accountID: AccountID, loginNameID: LoginNameID, createdAt: Date,
        expiresAt: Date
    ) {
        self.id = id
        self.purpose = purpose
        self.accountID = accountID
        self.loginNameID = loginNameID
        self.createdAt = createdAt
        self.expiresAt = expiresAt
    }
}

/// Identifies one message.
public typealias OutgoingMailID = Identifier<OutgoingMail>

/// A message to a person that waits to be sent. Sending is retried until it succeeds or the message expires.
public struct OutgoingMail: Sendable, Equatable {
    /// Starts with the time at which it was generated, so that messages are appended. If a backend asked for the message, it
    /// is the identifier of the request.
    public let id: OutgoingMailID
    /// The account that it is about.
    public var accountID: AccountID
    /// The address, the subject and the text, encrypted.
    public var sealedMessage: [UInt8]
    /// When it was written.
    public var createdAt: Date
    /// When a worker may take it. Moved into the future while a worker has it and after each attempt.
    public var dueAt: Date
    /// When it is no longer useful.
    public var expiresAt: Date
    /// How often a worker took it.
    public var attempts: Int

    /// A message with these values.
    public init(
        id: OutgoingMailID, accountID: AccountID, sealedMessage: [UInt8], createdAt: Date, dueAt: Date,
        expiresAt: Date, attempts: Int = 0
    ) {
        self.id = id
        self.accountID = accountID
        self.sealedMessage = sealedMessage
        self.createdAt = createdAt
        self.dueAt = dueAt
        self.expiresAt = expiresAt
        self.attempts = attempts
    }
}
