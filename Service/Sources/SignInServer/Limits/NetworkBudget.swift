/// Budgets of a network, each shared by the routes that name it.
enum NetworkBudget: Sendable, Hashable {
    case start, callback, native, session, backend, password, mail
    /// What is behind a session, for whoever brings one or does not.
    case account
    /// Posts to Apple's address that were not Apple's.
    case foreignNotification
}
