import Foundation

/// The behaviour of Apple's frameworks behind their interface, controlled by a test. Apple has nothing like it.
public struct StandInDevice: Sendable {
    /// The request of an app.
    public struct Request: Sendable {
        public var nonce: String?
        public var state: String?
        public var scopes: [String] = []
        public var user: String?
        public var includesPasswords = false
        public var isPreferringImmediate = false
        /// The window over which the sheet opens.
        public var window: ObjectIdentifier?
    }

    /// The end of the sheet.
    public enum Answer: Sendable {
        case apple(StandInCredential)
        case password(user: String, password: String)
        case error(Int)
        /// An error with one of AuthKit's below it.
        case failed(Int, below: Int)
        /// Stays open until it is cancelled.
        case stays
        /// Nothing appears, and no method of the delegate is called.
        case never
    }

    public var sheet: @Sendable (Request) async -> Answer
    /// Returns the number of the state, or nil for an error.
    public var credentialState: @Sendable (String) async -> Int?

    public init(
        sheet: @escaping @Sendable (Request) async -> Answer = { _ in .error(1001) },
        credentialState: @escaping @Sendable (String) async -> Int? = { _ in 1 }
    ) {
        self.sheet = sheet
        self.credentialState = credentialState
    }

    /// The only device. Tests run one after another.
    public nonisolated(unsafe) static var current = StandInDevice()
}

/// The credential that Apple's sheet returns.
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
