import AccountStorage

/// Whether an identity may be unlinked from an account.
enum UnlinkDecision: Equatable, Sendable {
    case allowed
    case refused(ErrorCode)

    /// Decides whether an identity may be unlinked.
    ///
    /// - Parameters:
    ///   - isFresh: whether the person signed in within the last minutes.
    ///   - isOwn: whether the identity belongs to their account.
    ///   - others: how many other identities the account has whose provider is switched on.
    ///   - hasExternalID: whether the app's backend can vouch for the account's owner.
    ///   - hasPassword: whether a password opens the account.
    static func decide(
        isFresh: Bool, isOwn: Bool, others: Int, hasExternalID: Bool, hasPassword: Bool = false
    ) -> UnlinkDecision {
        guard isFresh else { return .refused(.freshSignInRequired) }
        guard isOwn else { return .refused(.identityUnknown) }
        return others > 0 || hasExternalID || hasPassword ? .allowed : .refused(.lastWayIn)
    }
}
