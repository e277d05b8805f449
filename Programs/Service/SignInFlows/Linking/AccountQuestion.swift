package import AccountStorage
package import Foundation

/// A question to a proven person: "have you been here before?" before an account is created, or whether to merge two
/// accounts.
package struct AccountQuestion: Sendable {
    /// Identifies the question in the answer. A secret of this app instance or browser that can be used once.
    package let question: String
    /// Seconds until the question expires. Then the person has to sign in again.
    package let expiresIn: Int
    /// Whether the person shares no address, or only a private relay address.
    package let isAddressHidden: Bool
    /// Whether the question is about a merge: the identity already has an account, and another account's session began
    /// the link.
    package let isAboutMerging: Bool
    /// Whether it is asked because the app has moved to another team, and nobody knows the person there, or because they have
    /// another account there.
    package let isAboutTransfer: Bool
}

/// What an open question is about, for pages and previews.
package struct OpenQuestion: Sendable {
    /// The account that a merge would remove, and how many identities it has; nil if the question is whether the person
    /// has been here before.
    package let merge: (account: Account, identities: Int)?
    /// The Apple Account with which the person just signed in.
    package let appleAccount: AppleAccountHint
    /// Whether "no" is refused, because the person gets no new account (``AccountDoors``).
    package let isClosedToNew: Bool
    /// Whether it is asked because the app has moved to another team, and nobody knows the person there, or because they have
    /// another account there.
    package let isAboutTransfer: Bool
    /// The configured name of the client of the sign-in.
    package let client: String
    /// Where the browser goes afterwards; nil for apps.
    package let returnTo: String?
    /// Where a browser that is signed in goes on, whether or not the person merges the accounts; nil unless a sign-in led to
    /// the offer, after the app moved to another team.
    package let target: ReturnTarget?
}

/// Enough about an Apple Account for its owner to recognise it, and too little for anybody else to use.
package struct AppleAccountHint: Sendable, Equatable {
    /// Its address, with only the first character of the local part; nil if none is shared.
    package let address: String?
    /// When Apple issued the identity token.
    package let provenAt: Date

    init(_ address: SignedAddress?, provenAt: Date) {
        self.address = address.map { Self.mask($0.address) }
        self.provenAt = provenAt
    }

    static func mask(_ address: String) -> String {
        guard let at = address.lastIndex(of: "@"), let first = address.first, first != "@" else { return "•••" }
        return "\(first)•••\(address[at...])"
    }
}
