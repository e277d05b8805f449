/// The budgets of a network. All routes that name a budget share it.
enum NetworkBudget: Sendable, Hashable {
    case start, callback, native, session, backend, password, mail
    /// For browsers that ask whether a page of another origin may call a route.
    case preflight
    /// For routes that use a session, whether or not the request has one.
    case account
    /// For checks of sessions by a proxy, which come with every file of a page.
    case sessionCheck
    /// For requests of OpenID clients. A client's server sends those of all its users from one address, like a backend.
    /// Guessing is no danger: codes, refresh tokens and secrets have 256 random bits or a signature.
    case openIDClient
    /// For posts to the address of Apple's notifications that did not come from Apple.
    case foreignNotification
    /// For posts to that address under a key that Apple did not publish yet, or that somebody made up, and for those that
    /// Apple signed for an app that nobody named. A burst of Apple's own has to pass.
    case unknownKeyNotification
}
