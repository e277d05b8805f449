/// How a request to a route counts against the budgets of its network.
///
/// There is no default: a route that does not count requests has to state the reason.
enum RouteBudget: Sendable, Hashable {
    /// Every request counts.
    case network(NetworkBudget)
    /// Only requests refused because of their sender count, so that a burst of valid requests is never refused. A signed
    /// message under a key that is not known counts against a budget of its own, since it may still turn out to be valid.
    case refusals(NetworkBudget, unknownKeys: NetworkBudget)
    /// No request counts.
    case unlimited(Reason)

    enum Reason: Sendable, Hashable {
        /// A monitor asks every few seconds, and the answer costs almost nothing.
        case monitoring
        /// The reply is public, the same for everybody, and prepared in advance.
        case writtenOnce
        /// Only the operator's own addresses and services get an answer.
        case operatorOnly
    }
}
