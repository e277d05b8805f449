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
