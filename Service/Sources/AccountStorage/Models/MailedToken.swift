public import Foundation

/// Names one mailed token; derived from its secret.
public typealias MailedTokenID = Identifier<MailedToken>

/// A secret that was mailed to somebody, good for one thing. Only its hash is here, as the identifier.
public struct MailedToken: Sendable, Equatable {
    /// What a token is good for.
    public enum Purpose: String, Sendable, CaseIterable {
        /// Set a new password.
        case passwordReset = "password_reset"
    }

    /// Derived from the secret.
    public let id: MailedTokenID
    /// What it is good for.
    public var purpose: Purpose
    /// Whose account it concerns.
    public var accountID: AccountID
    /// The address that it was mailed to, and that it proves.
    public var loginNameID: LoginNameID
    /// When it was asked for.
    public var createdAt: Date
    /// From when it is no longer good.
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

/// Names one message.
public typealias OutgoingMailID = Identifier<OutgoingMail>

/// A message to a person that is to be sent, however often that must be tried.
public struct OutgoingMail: Sendable, Equatable {
    /// Begins with the time it was drawn, so that messages are appended.
    public let id: OutgoingMailID
    /// Whose account it is about.
    public var accountID: AccountID
    /// Address, subject and text, encrypted.
    public var sealedMessage: [UInt8]
    /// When it was written.
    public var createdAt: Date
    /// From when a worker may take it: later after each try, and while one has it.
    public var dueAt: Date
    /// From when it is of no use any more.
    public var expiresAt: Date
    /// How often it was taken.
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
