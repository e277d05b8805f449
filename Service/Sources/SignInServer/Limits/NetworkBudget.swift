/// The budgets of a network. All routes that name a budget share it.
enum NetworkBudget: Sendable, Hashable {
    case start, callback, native, session, backend, password, mail
    /// For routes that use a session, whether or not the request has one.
    case account
    /// For checks of sessions by a proxy, which come with every file of a page.
    case sessionCheck
    /// For posts to the address of Apple's notifications that did not come from Apple.
    case foreignNotification
}
