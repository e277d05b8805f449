/// A registered client, with what the protocol needs to know about it.
struct Client: Sendable, Equatable {
    enum Kind: Sendable { case app, service }

    /// Whether the portal's settings let people sign in to the client.
    enum Standing: Sendable, Equatable {
        case ready, capabilityOff, notConfigured
        case primaryAppOff(String), primaryAppDeleted(String)
    }

    let id: String
    let kind: Kind
    let teamID: String
    /// Consent is given to the group of this App ID (Apple: "Group apps for Sign in with Apple").
    let primaryApp: String
    let returnURLs: [String]
    /// The description in the developer portal, which people see.
    var name: String?
    var domains: [ServicesID.Domain] = []
    var standing = Standing.ready
}
