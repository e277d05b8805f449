public import Foundation

/// Identifies one account.
public typealias AccountID = Identifier<Account>

/// A person's account with this service.
public struct Account: Sendable, Equatable {
    /// Generated at random when the account is created.
    public let id: AccountID
    /// As the person entered it; `nil` if they did not.
    public var givenName: String?
    /// As the person entered it; `nil` if they did not.
    public var familyName: String?
    /// Contact data, never a key: another account may have the same address.
    public var email: String?
    /// Whether Apple said that the address is verified.
    public var isEmailVerified: Bool
    /// Whether the address is one of Apple's relay addresses.
    public var isPrivateEmail: Bool
    /// When the account was created.
    public var createdAt: Date
    /// When the account was closed to sign-in; `nil` while it is open.
    public var disabledAt: Date?
    /// Why it was closed; `nil` while it is open, and if no reason was given.
    public var disabledReason: DisabledReason?
    /// When a disabled account is due to be erased; `nil` if no erasure was requested.
    public var eraseAt: Date?
    /// Whether the person edited the name here. Apple's name then never replaces it, even if it is empty.
    public var hasOwnName: Bool
    /// What the Apple device reported about the person when the account was created; `nil` if it reported nothing.
    public var realPersonSignal: RealPersonSignal?
    /// The name of this account in the app's own system. No other account has the same one.
    public var externalID: String?

    /// An account with these values.
    public init(
        id: AccountID, givenName: String?, familyName: String?, email: String?, isEmailVerified: Bool,
        isPrivateEmail: Bool, createdAt: Date, disabledAt: Date?, disabledReason: DisabledReason? = nil,
        eraseAt: Date? = nil, hasOwnName: Bool = false,
        realPersonSignal: RealPersonSignal? = nil, externalID: String? = nil
    ) {
        self.id = id
        self.givenName = givenName
        self.familyName = familyName
        self.email = email
        self.isEmailVerified = isEmailVerified
        self.isPrivateEmail = isPrivateEmail
        self.createdAt = createdAt
        self.disabledAt = disabledAt
        self.disabledReason = disabledReason
        self.eraseAt = eraseAt
        self.hasOwnName = hasOwnName
        self.realPersonSignal = realPersonSignal
        self.externalID = externalID
    }
}

/// Why an account is closed to sign-in. The raw value is stored, so a released number never changes its meaning.
public enum DisabledReason: Int, Sendable, CaseIterable {
    /// An operator closed it.
    case operatorDecision = 0
    /// It is new and waits for an operator's review.
    case held = 1
    /// It is new, and the app requires another proof that a person is behind it.
    case proofRequired = 2
    /// Nobody can sign in to it any more: the Apple Account was deleted.
    case noWayIn = 3
}

/// How certain an Apple device is that a real person holds it (`ASUserDetectionStatus`).
///
/// It describes the first sign-in only. Browsers send none.
public enum RealPersonSignal: Int, Sendable, CaseIterable {
    /// The device cannot tell.
    case unsupported = 0
    /// The device is not certain. Apple asks apps not to block such people.
    case unknown = 1
    /// The device is certain.
    case likelyReal = 2
}
