/// A registered client, with what the protocol needs to know about it.
struct Client: Sendable, Equatable {
    enum Kind: Sendable { case app, service }

    let id: String
    let kind: Kind
    let teamID: String
    /// Consent is given to the group of this App ID (Apple: "Group apps for Sign in with Apple").
    let primaryApp: String
    let returnURLs: [String]
}
