/// A request for an attempt to sign in with one configured client.
public struct NativeAttemptRequest: RequestMessage, Equatable {
    /// The client's name in the service's configuration, not its Apple identifier.
    public var client: String
    /// A link ticket from the app's backend. The sign-in links to the account of its user.
    public var linkTicket: String?
    /// Whether the sign-in links another identity to the account of the request's access token.
    public var linksToSession: Bool?

    /// Creates a request for the client with this configured name.
    public init(client: String, linkTicket: String? = nil, linksToSession: Bool? = nil) {
        self.client = client
        self.linkTicket = linkTicket
        self.linksToSession = linksToSession
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case client
        case linkTicket = "link_ticket"
        case linksToSession = "links_to_session"
    }
}

/// An open attempt. The app passes the lowercase hexadecimal SHA-256 of `nonce` to Apple, and sends `attempt` back with
/// the result.
public struct NativeAttemptReply: Codable, Sendable, Equatable {
    /// The attempt. It can be used once.
    public var attempt: String
    /// The nonce itself. Apple receives its SHA-256.
    public var nonce: String
    /// Seconds until the attempt expires.
    public var expiresIn: Int

    /// Creates an attempt.
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

/// What the app received from Apple. Only the identity token is proof. `name` is what the person typed, at the first
/// sign-in only.
public struct NativeSignInRequest: RequestMessage, Equatable {
    /// The attempt that this result belongs to.
    public var attempt: String
    /// Apple's identity token as text.
    public var identityToken: String
    /// Apple's authorization code as text.
    public var code: String?
    /// The name from the credential, if Apple provided one.
    public var name: PersonName?
    /// `ASUserDetectionStatus` as a number: 0 unsupported, 1 unknown, 2 likely real. It is accepted, but ignored,
    /// because it is unsigned. The identity token has the signed value.
    public var realUserStatus: Int?
    /// Whether the app can ask the person "have you been here before?". Only then may the service reply with a
    /// question.
    public var canAsk: Bool?

    /// Creates a request with the result of Apple's sheet for one attempt.
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

    /// The members of the request.
    public static let members = RequestMembers(
        CodingKeys.self, optional: [.realUserStatus, .canAsk], spellings: ["fullName": .name],
        objects: [.name: PersonName.members])

    enum CodingKeys: String, CodingKey, CaseIterable {
        case attempt, code, name
        case identityToken = "identity_token"
        case realUserStatus = "real_user_status"
        case canAsk = "can_ask"
    }
}
