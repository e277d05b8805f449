package import AccountStorage
package import Foundation

/// "Have you been here before?": asked of a proven person whom nobody knows, before an account is made for them.
package struct AccountQuestion: Sendable {
    /// Names the question in the answer; a secret of this app instance or browser, good for one answer.
    package let question: String
    /// Seconds until its end; then the person signs in again.
    package let expiresIn: Int
    /// Whether the person shares no address, or one of Apple's relay.
    package let isAddressHidden: Bool
    /// Whether the person has an account under this identity, and is asked to bring it together with that of the session
    /// that began: nobody unknown, then.
    package let isAboutMerging: Bool
}

/// What a question is about while it is open; for pages and previews.
package struct OpenQuestion: Sendable {
    /// The account that would go, and how many identities would lead elsewhere; nil where the question is whether
    /// somebody has been here before.
    package let merge: (account: Account, identities: Int)?
    /// The Apple Account that was proven.
    package let appleAccount: AppleAccountHint
}

/// As much of an Apple Account as its owner needs to recognise it, and nobody else can use.
package struct AppleAccountHint: Sendable, Equatable {
    /// Its address, with what stands before the `@` left out but for the first character; nil where none is shared.
    package let address: String?
    /// When its person last proved themselves to Apple.
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
