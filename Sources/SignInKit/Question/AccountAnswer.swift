/// The person's answer to an ``AccountQuestion``.
public enum AccountAnswer: Sendable, Hashable {
    /// "I am new here": the account is made.
    case new
    /// "I have an account", which the app's own login has confirmed: Apple's identity is added to the account that the
    /// ticket of the app's server names.
    case ticket(LinkTicket)
    /// "I have an account", to which the person has signed in since the question was asked: Apple's identity is added to
    /// it.
    case session
    /// "Yes, merge them": the other account is deleted, and its ways to sign in lead to the account that is signed in.
    case merge

    /// Whether a session has to vouch for it.
    var needsSession: Bool {
        switch self {
        case .new, .ticket: false
        case .session, .merge: true
        }
    }
}
