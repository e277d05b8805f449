package import AccountStorage

/// An account that the person had before the app moved to another team, and the question whether to merge it into the one
/// that they have just signed in to. They got that one before their transfer identifier was known.
package struct MergeOffer: Sendable {
    /// The question. Only the session of the sign-in can answer it (``AccountAnswers``).
    package let question: AccountQuestion
    /// The account that a merge would remove.
    package let account: Account
    /// How many identities lead to it.
    package let identities: Int
}
