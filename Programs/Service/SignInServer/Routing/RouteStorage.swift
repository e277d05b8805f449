import SignInFlows

/// The most that one request to a route adds to the database: bytes of the file, indexes included.
///
/// A test measures them, and adds up what a network can store in a minute and an account in a day. The sums are in
/// Documentation/development/threat-model.md.
struct RouteStorage: Sendable, Hashable {
    /// What bounds the requests of somebody who has proven who they are.
    enum Bound: Sendable, Hashable {
        /// The budget of an activity, by account and hour.
        case activity(AccountActivity)
        /// The budget of a session's purpose, by account and hour.
        case purpose(RateLimiter.Purpose)
        /// What began before: something ends at most once, and the sender of a mail has to wait for the next one.
        case whatBegan
        /// Nothing. One of the operator's services, or Apple, sends the request.
        case trust
    }

    /// Bytes of a request that proves nothing. Such requests use up the route's budget of the network.
    let beforeProof: Int
    /// Bytes of a request by somebody who has proven who they are.
    let afterProof: Int
    let bound: Bound?

    static let nothing = RouteStorage(beforeProof: 0, afterProof: 0, bound: nil)

    /// A request stores something, although its sender has proven nothing.
    static func beforeProof(_ bytes: Int) -> RouteStorage {
        RouteStorage(beforeProof: bytes, afterProof: 0, bound: nil)
    }

    /// A request stores something once its sender has proven who they are.
    static func afterProof(_ bytes: Int, by bound: Bound) -> RouteStorage {
        RouteStorage(beforeProof: 0, afterProof: bytes, bound: bound)
    }

    /// Both: a request that fails to prove anything leaves a trace.
    static func beforeProof(_ before: Int, afterProof after: Int, by bound: Bound) -> RouteStorage {
        RouteStorage(beforeProof: before, afterProof: after, bound: bound)
    }
}
