import Foundation
public import SignInAPI

// Apps see these messages of the service. With member import visibility, which new projects enable, they would have to
// import SignInAPI, too (SE-0444).
@_exported public import struct SignInAPI.AccountReply
@_exported public import struct SignInAPI.PersonName

/// An account as its owner sees it.
public typealias SignInAccount = AccountReply

extension SignInAccount {
    /// Creates an account of a backend that knows no more about it. Its creation date is the beginning of 1970.
    ///
    /// - Parameters:
    ///   - id: the account's id, which is stable.
    ///   - name: the person's name, if it is known.
    ///   - email: an address that nobody proved.
    public init(id: String, name: PersonName? = nil, email: String? = nil) {
        self.init(
            id: id, name: name, email: email, isEmailVerified: false,
            isPrivateEmail: email.map(RelayAddress.isRelay) ?? false,
            createdAt: Date(timeIntervalSince1970: 0))
    }
}
