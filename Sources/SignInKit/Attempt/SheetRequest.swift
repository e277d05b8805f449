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
