/// What a page about the account has read, and what did not work.
struct AccountContent<Read: Sendable & Equatable>: Sendable, Equatable {
    var read: Read?
    var failure: SignInFailure?
    /// The row whose removal waits for the person to confirm it.
    var removing: String?

    /// Whether nothing was read yet, and nothing failed.
    var isReading: Bool { read == nil && failure == nil }

    /// Whether the person can only try again.
    var isMissing: Bool { read == nil && failure != nil }

    /// The failure, in words for the person.
    var notice: String? {
        failure.map { SignInPresentation.sentences(about: $0).joined(separator: "\n") }
    }
}

/// Which content belongs to a page about the account. With another key, everything is read anew: for another person, and
/// after a question, which may have merged two accounts.
struct AccountPageKey: Hashable {
    let account: String?
    let isAsking: Bool

    init(_ state: SignInState) {
        account = state.person?.account.id
        isAsking = if case .asking = state { true } else { false }
    }
}

extension SignInState {
    /// Whether a change of the account is under way, so that no other can begin.
    var isChangingAccount: Bool {
        switch self {
        case .linking, .confirming, .transferring, .deleting: true
        case .unknown, .signedOut, .checking, .searching, .authorizing, .exchanging, .asking, .signedIn: false
        }
    }
}
