/// A primary App ID on its way from one team to another (Apple: "Transferring your apps and users to another team").
struct AppTransfer: Sendable, Equatable, Codable {
    /// Its place among all transfers, from 1.
    let number: Int
    let primaryApp: String
    /// The Team ID of the team that gives the app away.
    let from: String
    /// The Team ID of the recipient.
    let to: String
    let startedAt: Int
    /// The App ID, and the Services IDs that are bound to it. They move together.
    var clients: [String]
    var acceptedAt: Int?
    var canceledAt: Int?

    /// Whether the recipient can still accept it.
    var isWaiting: Bool { acceptedAt == nil && canceledAt == nil }

    /// How far it is, by a stable name.
    var standing: String {
        if canceledAt != nil { return "canceled" }
        return acceptedAt == nil ? "waiting" : "accepted"
    }

    /// When both teams lose the endpoint, and tokens the claim. Nil before the acceptance.
    func deadline(_ switches: Switches) -> Int? { acceptedAt.map { $0 + switches.transferWindowDays * 86_400 } }

    func isOpen(at now: Int, _ switches: Switches) -> Bool { deadline(switches).map { now < $0 } ?? false }
}
