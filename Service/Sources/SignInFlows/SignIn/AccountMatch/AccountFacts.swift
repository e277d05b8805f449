import AccountStorage
import Foundation
import SignInWithApple

/// An address from an identity token.
struct SignedAddress: Equatable, Sendable {
    let address: String
    let isVerified: Bool
    let isPrivate: Bool
}

/// What an identity token says of a person beside who they are.
struct SignedFacts: Equatable, Sendable {
    let email: SignedAddress?
    let signal: RealPersonSignal?

    /// Whether an account that the person has under another address could not be recognised.
    var isAddressHidden: Bool { email?.isPrivate ?? true }
}

/// What waits with a proven person for their answer to a question.
struct LinkProofContents: Equatable, Sendable {
    let facts: SignedFacts
    /// Whether the account loses its password once the identity leads to it: the person came to give it up for Apple.
    let removesPassword: Bool
}

/// What a sign-in tells about a person: the signed address, and the unsigned name of the first time.
struct AccountFacts: Equatable, Sendable {
    /// An address from the identity token, never from the form or the request body.
    let email: SignedAddress?
    let name: FirstSignInUser?

    /// The account as it should be stored: a name is taken once and never overwritten, an address is replaced by a
    /// newer one and never by none. Returns an equal account when nothing changed.
    ///
    /// - Parameter takesAddress: whether the account takes the address: not that of a second identity, which would take turns
    ///   with the first, and not where a new password is mailed to the one that is there.
    func applied(to account: Account, takesAddress: Bool = true) -> Account {
        let hasName = account.hasOwnName || account.givenName != nil || account.familyName != nil
        var changed = account
        if !hasName {
            changed.givenName = name?.givenName
            changed.familyName = name?.familyName
        }
        if let email, takesAddress {
            // Another case is no other address: the spelling stays.
            let isKnown = account.email.map { EmailAddress.isSame($0, email.address) } ?? false
            if !isKnown { changed.email = email.address }
            changed.isEmailVerified = email.isVerified
            changed.isPrivateEmail = email.isPrivate
        }
        return changed
    }

    /// A new account with what is known.
    func newAccount(_ id: AccountID, at now: Date) -> Account {
        applied(
            to: Account(
                id: id, givenName: nil, familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
                createdAt: now, disabledAt: nil))
    }
}
