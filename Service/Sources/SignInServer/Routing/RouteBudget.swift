/// What a request to a route takes from the budgets of the network it comes from.
///
/// There is no default: a route whose requests are not counted names the reason.
enum RouteBudget: Sendable, Hashable {
    /// Every request counts.
    case network(NetworkBudget)
    /// A request counts once it is refused as the sender's doing, so that no burst of good ones is turned away.
    case refusals(NetworkBudget)
    /// No request counts.
    case unlimited(Reason)

    enum Reason: Sendable, Hashable {
        /// A monitor asks every few seconds, and the answer costs next to nothing.
        case monitoring
        /// The reply is public, the same for everybody, and written before anybody asks.
        case writtenOnce
        /// Only the operator's own addresses and services get an answer.
        case operatorOnly
    }
}
