/// Asks for an attempt: which configured client wants to sign somebody in.
public struct NativeAttemptRequest: Codable, Sendable, Equatable {
    /// The client's name in the service's configuration, not its Apple identifier.
    public var client: String
    /// A ticket of the app's backend: the sign-in links to the account of its user.
    public var linkTicket: String?
    /// Whether the sign-in links another identity to the account of the access token that the request carries.
    public var linksToSession: Bool?

    /// A request for the client of this configured name.
    public init(client: String, linkTicket: String? = nil, linksToSession: Bool? = nil) {
        self.client = client
        self.linkTicket = linkTicket
        self.linksToSession = linksToSession
    }

    enum CodingKeys: String, CodingKey {
        case client
        case linkTicket = "link_ticket"
        case linksToSession = "links_to_session"
    }
}

/// An open attempt. The app gives Apple the lowercase hex SHA-256 of `nonce`, and sends `attempt` back with the result.
public struct NativeAttemptReply: Codable, Sendable, Equatable {
    /// Names the attempt; single use.
    public var attempt: String
    /// The raw nonce; Apple is given its SHA-256.
    public var nonce: String
    /// Seconds until the attempt ends.
    public var expiresIn: Int

    /// An attempt as the service answers it.
    public init(attempt: String, nonce: String, expiresIn: Int) {
        self.attempt = attempt
        self.nonce = nonce
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case attempt, nonce
        case expiresIn = "expires_in"
    }
}

/// What the app got from Apple. Only the identity token is proof; `name` is what the person typed, the first time only.
public struct NativeSignInRequest: Codable, Sendable, Equatable {
    /// The attempt this result belongs to.
    public var attempt: String
    /// Apple's identity token, as text.
    public var identityToken: String
    /// Apple's authorization code, as text.
    public var code: String?
    /// The name from the credential, where Apple gave one.
    public var name: PersonName?
    /// `ASUserDetectionStatus` as a number: 0 unsupported, 1 unknown, 2 likely real. Taken and not read: it is unsigned, and the
    /// identity token has the signed value.
    public var realUserStatus: Int?
    /// Whether the app can ask the person "have you been here before?"; then the service may answer with a question.
    public var canAsk: Bool?

    /// The result of Apple's sheet for one attempt.
    public init(
        attempt: String, identityToken: String, code: String? = nil, name: PersonName? = nil,
        realUserStatus: Int? = nil,
        canAsk: Bool? = nil
    ) {
        self.attempt = attempt
        self.identityToken = identityToken
        self.code = code
        self.name = name
        self.realUserStatus = realUserStatus
        self.canAsk = canAsk
    }

    enum CodingKeys: String, CodingKey {
        case attempt, code, name
        case identityToken = "identity_token"
        case realUserStatus = "real_user_status"
        case canAsk = "can_ask"
    }
}
