/// Why the sheet is shown, which decides what it asks and what a failure means.
public enum SheetPurpose: String, Sendable, Codable, CaseIterable {
    /// Looks whether the person has an account already; shows nothing when there is none.
    case search
    /// A person asked to sign in.
    case signIn = "sign_in"
    /// The app moved to another team: asks silently for the person's new identifier.
    case transfer
    /// A person asked to delete the account, and proves that it is theirs.
    case deletion
}

/// A part of the person's data that the sheet may ask for.
public enum RequestedScope: Sendable, Hashable, CaseIterable {
    /// The name. In front of the address: the other order was seen to lose the name.
    case fullName
    /// The address, or a relay address in its place.
    case email
}

/// What the device is to ask the person.
public struct SheetRequest: Sendable, Equatable {
    /// Why it is asked.
    public let purpose: SheetPurpose
    /// The attempt that the answer belongs to.
    public let attempt: SignInAttempt
    /// The scopes, the name first.
    public let scopes: [RequestedScope]
    /// The identifier that is known already, for ``SheetPurpose/transfer`` alone.
    public let appleUser: String?
    /// Whether passwords of the person's keychain may be the answer.
    public let includesPasswords: Bool

    /// A request for one attempt.
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

    /// Whether nothing may be shown unless there is a credential.
    public var isSilent: Bool { purpose == .search || purpose == .transfer }
}
