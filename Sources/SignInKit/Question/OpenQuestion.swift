public import Foundation

/// A question of a backend that was not answered yet. The kit stores it with Apple's answer, so that it survives the end
/// of the process.
public struct OpenQuestion: Sendable, Equatable, Codable {
    /// The id for the answer. It is a secret.
    public let id: Secret
    /// When the question ends.
    public let expiresAt: Date
    /// Whether the person shares no address, or a relay address.
    public let isAddressHidden: Bool
    /// What a merge would do, if the question is whether to merge two accounts.
    public let merge: MergePreview?
    /// Whether it is an offer to a person whom Apple's answer has signed in. Nil counts as no, as in what older versions stored.
    var isOffer: Bool?

    /// Creates a question.
    public init(id: Secret, expiresAt: Date, isAddressHidden: Bool, merge: MergePreview? = nil) {
        self.id = id
        self.expiresAt = expiresAt
        self.isAddressHidden = isAddressHidden
        self.merge = merge
    }

    /// The question as people see it.
    func shown(to person: SignedInPerson?) -> AccountQuestion {
        var shown = AccountQuestion(
            isAddressHidden: isAddressHidden, merge: merge, expiresAt: expiresAt, person: person)
        shown.isOffer = isOffer == true
        return shown
    }
}
