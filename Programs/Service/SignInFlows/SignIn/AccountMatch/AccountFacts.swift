import AccountStorage
import Foundation
import SignInWithApple

/// An address from an identity token.
struct SignedAddress: Equatable, Sendable {
    let address: String
    let isVerified: Bool
    let isPrivate: Bool
}

/// The claims of an identity token about a person, other than who they are.
struct SignedFacts: Equatable, Sendable {
    let email: SignedAddress?
    let signal: RealPersonSignal?

    /// Whether the person shares no address or only a private relay address. An account of theirs under another address
    /// cannot be recognised then.
    var isAddressHidden: Bool { email?.isPrivate ?? true }
}

/// What is stored about a proven person until they answer a question.
struct LinkProofContents: Equatable, Sendable {
    let facts: SignedFacts
    /// Whether the account's password is removed when the identity is linked, because the person wants to replace it
    /// with Apple.
    let removesPassword: Bool
    /// Whether they are asked because nobody knows their transfer identifier, or because they have another account at the team
    /// to which the app has moved.
    var isAboutTransfer = false
}

/// What a sign-in says about a person: the signed address, and the unsigned first-time name.
struct AccountFacts: Equatable, Sendable {
    /// The address from the identity token, never from the form or the request body.
    let email: SignedAddress?
    let name: FirstSignInUser?

    /// The account as it should be stored. A name is taken once and never overwritten. An address is replaced by a
    /// newer one, but never removed. Returns an equal account if nothing changed.
    ///
    /// - Parameter takesAddress: whether the account takes the address. False for a second identity, which would
    ///   otherwise alternate with the first, and for an account with a password, whose resets are mailed to the present
    ///   address.
    func applied(to account: Account, takesAddress: Bool = true) -> Account {
        let hasName = account.hasOwnName || account.givenName != nil || account.familyName != nil
        var changed = account
        if !hasName {
            changed.givenName = name?.givenName
            changed.familyName = name?.familyName
        }
        if let email, takesAddress {
            // The same address in another case: keep the stored spelling.
            let isKnown = account.email.map { EmailAddress.isSame($0, email.address) } ?? false
            if !isKnown { changed.email = email.address }
            changed.isEmailVerified = email.isVerified
            changed.isPrivateEmail = email.isPrivate
        }
        return changed
    }

    /// A new account with these facts.
    func newAccount(_ id: AccountID, at now: Date) -> Account {
        applied(
            to: Account(
                id: id, givenName: nil, familyName: nil, email: nil, isEmailVerified: false, isPrivateEmail: false,
                createdAt: now, disabledAt: nil))
    }
}
