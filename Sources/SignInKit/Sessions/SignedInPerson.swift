public import Foundation
public import SignInAPI

/// A person who is signed in.
public struct SignedInPerson: Sendable, Equatable {
    /// The account.
    public var account: AccountReply
    /// Apple's identifier of the person, or nil after a login with a password.
    public var appleUser: String?
    /// When the person signed in on this device.
    public var signedInAt: Date

    /// Creates a person with an account.
    public init(account: AccountReply, appleUser: String?, signedInAt: Date) {
        self.account = account
        self.appleUser = appleUser
        self.signedInAt = signedInAt
    }
}
