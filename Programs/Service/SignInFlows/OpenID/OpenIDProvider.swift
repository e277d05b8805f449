/// What the flows need to act as an OpenID Provider: the clients, the keys of their tokens, and lifetimes.
package struct OpenIDProvider: Sendable {
    /// The clients.
    package let clients: OpenIDClientDirectory
    /// Signs ID tokens and logout tokens.
    package let idTokens: IDTokens
    /// How long a code can be exchanged.
    package let codeLifetime: Duration

    /// The longest time from an authorization request to its answer: a sign-in, a question before it, and some slack.
    static let requestLifetime: Duration = .seconds(1_800)

    /// How many sessions of one client may go on under one browser's session: more than a person has tabs and devices.
    static let sessionsOfOneClient = 20

    /// Collects what the provider needs.
    package init(clients: OpenIDClientDirectory, idTokens: IDTokens, codeLifetime: Duration = .seconds(60)) {
        self.clients = clients
        self.idTokens = idTokens
        self.codeLifetime = codeLifetime
    }
}
