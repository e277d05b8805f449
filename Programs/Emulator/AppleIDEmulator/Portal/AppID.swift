/// An App ID in the developer portal, with its capability Sign in with Apple.
struct AppID: Sendable, Equatable, Codable {
    /// The capability Sign in with Apple (Apple: "Group apps for Sign in with Apple").
    enum Capability: Sendable, Equatable, Codable {
        case off, primary
        case grouped(with: String)
    }

    var description: String
    var capability: Capability
    /// Where notifications of the group are sent. Only a primary App ID has one.
    var notificationURL: String?
}
