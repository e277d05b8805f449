public import Foundation
public import SignInAPI

/// A session as it is stored on the device.
public struct StoredSession: Sendable, Equatable, Codable {
    /// The short-lived access token, for the backend and others that trust it.
    public var accessToken: Secret
    /// When the access token expires, by this device's clock. `distantFuture` if it does not.
    public var accessTokenEndsAt: Date
    /// The refresh token, or the access token if the backend has only one token.
    public var refreshToken: Secret
    /// The account that is signed in.
    public var account: AccountReply
    /// Apple's identifier of the person, or nil after a login with a password.
    public var appleUser: String?
    /// When the person signed in.
    public var signedInAt: Date
    /// The attempt that the session came from, so that a sign-in that was answered is not sent twice.
    public var attempt: Secret?

    /// Creates a session that the sign-in service began just now.
    init(_ reply: SessionReply, appleUser: String?, attempt: Secret?, at now: Date) {
        self.init(BackendSession(reply), appleUser: appleUser, attempt: attempt, at: now)
    }

    /// Creates a session that a backend began just now.
    ///
    /// - Parameters:
    ///   - session: the backend's session.
    ///   - appleUser: Apple's identifier of the person, or nil after a login with a password.
    ///   - attempt: the attempt that the session came from.
    ///   - now: the current time.
    public init(_ session: BackendSession, appleUser: String? = nil, attempt: Secret? = nil, at now: Date) {
        accessToken = session.accessToken
        accessTokenEndsAt = Self.end(of: session, at: now)
        refreshToken = session.refreshToken ?? session.accessToken
        account = session.account
        self.appleUser = appleUser
        signedInAt = now
        self.attempt = attempt
    }

    /// Returns the same session with the tokens that the backend issued at `now`.
    func renewed(by renewal: BackendSession, at now: Date) -> StoredSession {
        var session = self
        session.accessToken = renewal.accessToken
        session.accessTokenEndsAt = Self.end(of: renewal, at: now)
        // A backend that does not replace its refresh token may leave it out (RFC 6749 section 6).
        session.refreshToken = renewal.refreshToken ?? (hasRefreshToken ? refreshToken : renewal.accessToken)
        session.account = renewal.account
        return session
    }

    /// The session as its backend knows it.
    func ofBackend(at now: Date) -> BackendSession {
        let left = accessTokenEndsAt.timeIntervalSince(now).rounded(.towardZero)
        return BackendSession(
            accessToken: accessToken, expiresIn: accessTokenEndsAt == .distantFuture ? nil : Int(exactly: left) ?? .max,
            refreshToken: hasRefreshToken ? refreshToken : nil, account: account)
    }

    /// Whether the backend has a token for renewals.
    var hasRefreshToken: Bool { refreshToken != accessToken }

    private static func end(of session: BackendSession, at now: Date) -> Date {
        session.expiresIn.map { now.addingTimeInterval(TimeInterval($0)) } ?? .distantFuture
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

    /// Decodes a session that was stored.
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
