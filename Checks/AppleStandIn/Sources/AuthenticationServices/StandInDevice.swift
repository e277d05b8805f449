import Foundation

/// What Apple's frameworks do behind their interface, for a test to say. Nothing of it exists at Apple.
public struct StandInDevice: Sendable {
    /// What an app asked for.
    public struct Request: Sendable {
        public var nonce: String?
        public var state: String?
        public var scopes: [String] = []
        public var user: String?
        public var includesPasswords = false
        public var isPreferringImmediate = false
    }

    /// How the sheet ends.
    public enum Answer: Sendable {
        case apple(StandInCredential)
        case password(user: String, password: String)
        case error(Int)
        /// Stays open until it is cancelled.
        case stays
    }

    public var sheet: @Sendable (Request) async -> Answer
    /// The number of the state; nil is an error.
    public var credentialState: @Sendable (String) async -> Int?

    public init(
        sheet: @escaping @Sendable (Request) async -> Answer = { _ in .error(1001) },
        credentialState: @escaping @Sendable (String) async -> Int? = { _ in 1 }
    ) {
        self.sheet = sheet
        self.credentialState = credentialState
    }

    /// The one device; tests run one after the other.
    public nonisolated(unsafe) static var current = StandInDevice()
}

/// What Apple's sheet gives.
public struct StandInCredential: Sendable {
    public var user: String
    public var state: String?
    public var identityToken: String
    public var authorizationCode: String
    public var email: String?
    public var givenName: String?
    public var familyName: String?
    public var realUserStatus: Int

    public init(
        user: String, state: String?, identityToken: String, authorizationCode: String, email: String? = nil,
        givenName: String? = nil, familyName: String? = nil, realUserStatus: Int = 2
    ) {
        self.user = user
        self.state = state
        self.identityToken = identityToken
        self.authorizationCode = authorizationCode
        self.email = email
        self.givenName = givenName
        self.familyName = familyName
        self.realUserStatus = realUserStatus
    }
}
