public import Foundation

/// Names one account.
public typealias AccountID = Identifier<Account>

/// A person's account with us.
public struct Account: Sendable, Equatable {
    /// Drawn at random when the account is made.
    public let id: AccountID
    /// As the person gave it, if they did.
    public var givenName: String?
    /// As the person gave it, if they did.
    public var familyName: String?
    /// Contact data, never a key: another account may have the same.
    public var email: String?
    /// Whether Apple said that the address was proved.
    public var isEmailVerified: Bool
    /// Whether the address is one of Apple's relay addresses.
    public var isPrivateEmail: Bool
    /// When the account was made.
    public var createdAt: Date
    /// When the account was closed to sign-in; `nil` while it is open.
    public var disabledAt: Date?
    /// Why it was closed; `nil` while it is open, and where nobody said why.
    public var disabledReason: DisabledReason?
    /// From when a disabled account is to be erased; `nil` when nobody asked for that.
    public var eraseAt: Date?
    /// Whether the person edited the name here: then Apple's never fills it again, not even an empty one.
    public var hasOwnName: Bool
    /// What Apple's device said of the person when the account was made; `nil` where nothing was said.
    public var realPersonSignal: RealPersonSignal?
    /// The name of this account in the app's own system; of all accounts one has it.
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

/// Why an account is closed to sign-in. The number is what is stored: append only.
public enum DisabledReason: Int, Sendable, CaseIterable {
    /// An operator closed it.
    case operatorDecision = 0
    /// It is new, and waits for an operator to look at it.
    case held = 1
    /// It is new, and the app wants another proof that a person is behind it.
    case proofRequired = 2
    /// Its last way in is gone: the Apple Account was deleted.
    case noWayIn = 3
}

/// How sure a device of Apple's is that a person holds it (`ASUserDetectionStatus`).
///
/// It speaks of the first sign-in only; browsers send none.
public enum RealPersonSignal: Int, Sendable, CaseIterable {
    /// The device cannot tell.
    case unsupported = 0
    /// The device is not sure. Apple asks not to shut such people out.
    case unknown = 1
    /// The device is sure.
    case likelyReal = 2
}
