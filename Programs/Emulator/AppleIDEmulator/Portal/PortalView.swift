/// What the portal can tell about a client that the protocol does not accept.
struct PortalView: Sendable, Equatable {
    /// When the identifier was deleted.
    var deletedAt: Int?
    /// When saved changes of the client's team take effect, if any are pending.
    var nextDueAt: Int?
    var now = 0

    /// A sentence for explanations, with a space before it.
    var note: String {
        guard let nextDueAt else { return "" }
        return " A saved change of the team takes effect in \(max(0, nextDueAt - now)) s (portal_delay)."
    }
}
