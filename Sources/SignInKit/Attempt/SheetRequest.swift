/// The reason for which the sheet is shown. It decides what the sheet requests and what a failure means.
public enum SheetPurpose: String, Sendable, Codable, CaseIterable {
    /// Searches for an existing account, and never creates one. If the device has a credential, the sheet is shown.
    case search
    /// The person wants to sign in.
    case signIn = "sign_in"
    /// The app moved to another team. The person's new identifier is requested without showing anything.
    case transfer
    /// The person wants to delete the account, and proves that it is theirs.
    case deletion
    /// The person adds an Apple Account to their account.
    case link
    /// The person replaces the password of their account by Sign in with Apple.
    case upgrade
    /// The person proves that the account is theirs, because what they want demands a recent sign-in.
    case confirmation

    /// Whether the sign-in adds Apple's identity to the account of a session.
    var isLink: Bool {
        switch self {
        case .link, .upgrade: true
        case .search, .signIn, .transfer, .deletion, .confirmation: false
        }
    }

    /// Whether whoever asked for it also waits for a check that is running. A change of the account has nothing to do with a
    /// check that the device may not answer.
    var waitsForChecks: Bool {
        switch self {
        case .search, .signIn, .transfer: true
        case .deletion, .link, .upgrade, .confirmation: false
        }
    }

    /// Whether the exchange may take its time: it is repeated until the attempt expires, and the backend may ask the
    /// person something. Anything else is begun again by the person, or at the next return to the foreground.
    var mayTakeTime: Bool {
        switch self {
        case .search, .signIn, .link, .upgrade: true
        case .transfer, .deletion, .confirmation: false
        }
    }
}

/// A part of the person's data that the sheet may ask for.
public enum RequestedScope: Sendable, Hashable, CaseIterable {
    /// The name. It precedes the address, because with the other order the name was observed to get lost.
    case fullName
    /// The address, or a relay address instead.
    case email
}

/// A request that Apple's sheet presents to the person.
public struct SheetRequest: Sendable, Equatable {
    /// The reason for the request.
    public let purpose: SheetPurpose
    /// The attempt that the answer belongs to.
    public let attempt: SignInAttempt
    /// The scopes, the name first.
    public let scopes: [RequestedScope]
    /// The identifier that is already known, only for ``SheetPurpose/transfer``.
    public let appleUser: String?
    /// Whether saved passwords are requested, too. Only a request for both never offers to create an account (an Apple
    /// engineer, https://developer.apple.com/forums/thread/131624).
    public let includesPasswords: Bool

    /// Creates a request for one attempt.
    public init(
        purpose: SheetPurpose, attempt: SignInAttempt, scopes: Set<RequestedScope> = [], appleUser: String? = nil,
        includesPasswords: Bool = false
    ) {
        self.purpose = purpose
        self.attempt = attempt
        self.scopes = RequestedScope.allCases.filter(scopes.contains)
        self.appleUser = appleUser
        self.includesPasswords = includesPasswords
    }

    /// Whether nothing may be shown if there is no credential.
    public var isSilent: Bool { purpose == .search || purpose == .transfer }
}
