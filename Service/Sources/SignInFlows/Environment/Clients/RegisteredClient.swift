package import SignInWithApple

/// An app or a website of ours, as the operator configured it.
package struct RegisteredClient: Sendable {
    /// How a client reaches Apple's sheet.
    package enum Kind: String, Sendable, CaseIterable {
        /// An app on Apple's systems; its client id is the bundle identifier.
        case native
        /// A website; its client id is a Services ID.
        case web
        /// An Android app, which goes through the browser; its client id is a Services ID.
        case android
    }

    /// The name in the configuration, which our own API uses.
    package let name: String
    /// The client id at Apple.
    package let id: ClientID
    /// Which flow this client may use.
    package let kind: Kind
    /// Absolute addresses to which a browser may be sent after sign-in, compared exactly.
    package let returnURLs: [String]
    /// The developer team that owns the client.
    package let team: RegisteredTeam

    /// Describes one client.
    package init(name: String, id: ClientID, kind: Kind, returnURLs: [String], team: RegisteredTeam) {
        self.name = name
        self.id = id
        self.kind = kind
        self.returnURLs = returnURLs
        self.team = team
    }
}

/// A developer team with the Apple client that acts for it.
package struct RegisteredTeam: Sendable {
    /// The name in the configuration.
    package let name: String
    /// Verifies identity tokens and speaks to the token endpoint.
    package let apple: AppleClient
    /// Whether people may sign in and link by this team; notifications and revocations go on in any case.
    package let isSignInOn: Bool

    /// Describes one team.
    package init(name: String, apple: AppleClient, isSignInOn: Bool = true) {
        self.name = name
        self.apple = apple
        self.isSignInOn = isSignInOn
    }

    /// The team id at Apple; part of every identity's key, since `sub` is made per team.
    package var teamID: TeamID { apple.configuration.teamID }

    /// The one issuer whose tokens this team's clients accept.
    package var issuer: String { apple.endpoints.issuer }
}
