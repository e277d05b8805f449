import AccountStorage

/// Whether an account may lose a way in.
enum UnlinkDecision: Equatable, Sendable {
    case allowed
    case refused(ErrorCode)

    /// Decides.
    ///
    /// - Parameters:
    ///   - isFresh: whether the person proved themselves within the last minutes.
    ///   - isOwn: whether the identity leads to their account.
    ///   - others: how many other identities lead there, by providers that are on.
    ///   - hasExternalID: whether the app's backend can vouch for the account's owner.
    ///   - hasPassword: whether the account opens with a password.
    static func decide(
        isFresh: Bool, isOwn: Bool, others: Int, hasExternalID: Bool, hasPassword: Bool = false
    ) -> UnlinkDecision {
        guard isFresh else { return .refused(.freshSignInRequired) }
        guard isOwn else { return .refused(.identityUnknown) }
        return others > 0 || hasExternalID || hasPassword ? .allowed : .refused(.lastWayIn)
    }
}
