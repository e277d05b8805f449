/// A request of a page for an attempt to sign in with Apple's script.
public struct ScriptAttemptRequest: RequestMessage, Equatable {
    /// The client's name in the service's configuration, not its Apple identifier.
    public var client: String

    /// Creates a request for the client with this configured name.
    public init(client: String) {
        self.client = client
    }

    /// The members of the request.
    public static let members = RequestMembers(CodingKeys.self)

    enum CodingKeys: String, CodingKey, CaseIterable {
        case client
    }
}

/// What the page passes to `AppleID.auth.init`. It sends what Apple's script returns back unchanged.
public struct ScriptAttemptReply: Codable, Sendable, Equatable {
    /// `clientId` of the script.
    public var clientID: String
    /// `redirectURI` of the script.
    public var redirectURI: String
    /// `scope` of the script.
    public var scope: String
    /// `state` of the script. It identifies the attempt, which can be used once.
    public var state: String
    /// `nonce` of the script. It is passed to Apple unchanged.
    public var nonce: String
    /// `usePopup` of the script, always true.
    public var usePopup: Bool
    /// `codeChallenge` of the script, if the service uses one.
    public var codeChallenge: String?
    /// `codeChallengeMethod` of the script, if the service uses a code challenge.
    public var codeChallengeMethod: String?
    /// Seconds until the attempt expires.
    public var expiresIn: Int

    /// Creates an attempt.
    public init(
        clientID: String, redirectURI: String, scope: String, state: String, nonce: String,
        codeChallenge: String? = nil, expiresIn: Int
    ) {
        self.clientID = clientID
        self.redirectURI = redirectURI
        self.scope = scope
        self.state = state
        self.nonce = nonce
        usePopup = true
        self.codeChallenge = codeChallenge
        codeChallengeMethod = codeChallenge == nil ? nil : "S256"
        self.expiresIn = expiresIn
    }

    enum CodingKeys: String, CodingKey {
        case clientID = "client_id"
        case redirectURI = "redirect_uri"
        case scope, state, nonce
        case usePopup = "use_popup"
        case codeChallenge = "code_challenge"
        case codeChallengeMethod = "code_challenge_method"
        case expiresIn = "expires_in"
    }
}
