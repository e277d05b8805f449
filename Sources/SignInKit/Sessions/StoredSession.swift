public import Foundation
public import SignInAPI

/// A session as it is stored on the device.
public struct StoredSession: Sendable, Equatable, Codable {
    /// The short-lived access token, for the service and others that trust it.
    public var accessToken: Secret
    /// When the access token expires, by this device's clock.
    public var accessTokenEndsAt: Date
    /// The refresh token.
    public var refreshToken: Secret
    /// The account that is signed in.
    public var account: AccountReply
    /// Apple's identifier of the person, or nil after a login with a password.
    public var appleUser: String?
    /// When the person signed in.
    public var signedInAt: Date
    /// The attempt that the session came from, so that a sign-in that was answered is not sent twice.
    public var attempt: Secret?

    /// Creates a session that the service began just now.
    public init(_ reply: SessionReply, appleUser: String?, attempt: Secret?, at now: Date) {
        accessToken = Secret(reply.accessToken)
        accessTokenEndsAt = now.addingTimeInterval(TimeInterval(reply.expiresIn))
        refreshToken = Secret(reply.refreshToken)
        account = reply.account
        self.appleUser = appleUser
        signedInAt = now
        self.attempt = attempt
    }

    /// Returns the same session with the tokens that the service issued at `now`.
    func renewed(by reply: SessionReply, at now: Date) -> StoredSession {
        var session = self
        session.accessToken = Secret(reply.accessToken)
        session.accessTokenEndsAt = now.addingTimeInterval(TimeInterval(reply.expiresIn))
        session.refreshToken = Secret(reply.refreshToken)
        session.account = reply.account
        return session
    }

    /// The person who is signed in, without secrets.
    public var person: SignedInPerson {
        SignedInPerson(account: account, appleUser: appleUser, signedInAt: signedInAt)
    }
}

extension StoredSession {
    private enum CodingKeys: String, CodingKey {
        case accessToken, accessTokenEndsAt, refreshToken, account, appleUser, signedInAt, attempt
    }

    /// Decodes a session that this or an older version stored.
    public init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: CodingKeys.self)
        accessToken = try container.decode(Secret.self, forKey: .accessToken)
        accessTokenEndsAt = try container.decode(Date.self, forKey: .accessTokenEndsAt)
        refreshToken = try container.decode(Secret.self, forKey: .refreshToken)
        account = try container.decode(StoredAccount.self, forKey: .account).reply
        appleUser = try container.decodeIfPresent(String.self, forKey: .appleUser)
        signedInAt = try container.decode(Date.self, forKey: .signedInAt)
        attempt = try container.decodeIfPresent(Secret.self, forKey: .attempt)
    }

    /// Encodes the session with its tokens, for storage that protects secrets.
    public func encode(to encoder: any Encoder) throws {
        var container = encoder.container(keyedBy: CodingKeys.self)
        try container.encode(accessToken, forKey: .accessToken)
        try container.encode(accessTokenEndsAt, forKey: .accessTokenEndsAt)
        try container.encode(refreshToken, forKey: .refreshToken)
        try container.encode(StoredAccount(account), forKey: .account)
        try container.encodeIfPresent(appleUser, forKey: .appleUser)
        try container.encode(signedInAt, forKey: .signedInAt)
        try container.encodeIfPresent(attempt, forKey: .attempt)
    }
}

/// The account as it is stored, independent of the messages of the API: a member that the API requires one day must not
/// sign people out whose session was stored without it.
private struct StoredAccount: Codable {
    let id: String
    let name: PersonName?
    let email: String?
    let isEmailVerified: Bool?
    let isPrivateEmail: Bool?
    let createdAt: String?

    // The names of version 0.1.0, which stored the API's message.
    private enum CodingKeys: String, CodingKey {
        case id, name, email
        case isEmailVerified = "is_email_verified"
        case isPrivateEmail = "is_private_email"
        case createdAt = "created_at"
    }

    init(_ account: AccountReply) {
        id = account.id
        name = account.name
        email = account.email
        isEmailVerified = account.isEmailVerified
        isPrivateEmail = account.isPrivateEmail
        createdAt = Timestamp.text(of: account.createdAt)
    }

    var reply: AccountReply {
        AccountReply(
            id: id, name: name, email: email, isEmailVerified: isEmailVerified ?? false,
            isPrivateEmail: isPrivateEmail ?? false,
            createdAt: createdAt.flatMap { Timestamp.date(from: $0) } ?? Date(timeIntervalSince1970: 0))
    }
}

/// A person who is signed in.
public struct SignedInPerson: Sendable, Equatable {
    /// The account.
    public var account: AccountReply
    /// Apple's identifier of the person, or nil after a login with a password.
    public var appleUser: String?
    /// When the person signed in on this device.
    public var signedInAt: Date

    /// Creates a person with an account.
    public init(account: AccountReply, appleUser: String?, signedInAt: Date) {
        self.account = account
        self.appleUser = appleUser
        self.signedInAt = signedInAt
    }
}
