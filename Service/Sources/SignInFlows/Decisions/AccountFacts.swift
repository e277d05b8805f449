import AccountStorage
import Foundation
import SignInWithApple

/// What a sign-in tells about a person: the signed address, and the unsigned name of the first time.
struct AccountFacts: Equatable, Sendable {
    /// An address from the identity token, never from the form or the request body.
    let email: VerifiedEmail?
    let name: FirstSignInUser?

    /// The account as it should be stored: a name is taken once and never overwritten, an address is replaced by a
    /// newer one and never by none. Returns an equal account when nothing changed.
    func applied(to account: Account) -> Account {
        let hasName = account.hasOwnName || account.givenName != nil || account.familyName != nil
        var changed = account
        if !hasName {
            changed.givenName = name?.givenName
            changed.familyName = name?.familyName
        }
        if let email {
            changed.email = email.address
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
