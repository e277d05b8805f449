package import SignInWithApple

/// An app or a website of the operator, as configured. It is a class because the steps of a sign-in hold it.
package final class RegisteredClient: Sendable {
    /// How a client shows Sign in with Apple.
    package enum Kind: String, Sendable, CaseIterable {
        /// An app on Apple's platforms. Its client id is the bundle identifier.
        case native
        /// A website. Its client id is a Services ID.
        case web
        /// An Android app, whose OpenID client signs people in through the browser. Its client id is a Services ID.
        case android
    }

    /// The name in the configuration, which the service's API uses.
    package let name: String
    /// The client id at Apple.
    package let id: ClientID
    /// The kind, which decides the flows that the client may use.
    package let kind: Kind
    /// Absolute URLs to which a browser may be sent after sign-in. They are compared exactly.
    package let returnURLs: [String]
    /// What Apple's page asks people for. An app on Apple's platforms decides it itself.
    package let scopes: Set<AuthorizationRequest.Scope>
    /// How the website uses Apple's script; nil if it does not.
    package let script: ScriptRegistration?
    /// The developer team that owns the client.
    package let team: RegisteredTeam
    /// The primary App ID of the client's group of apps at Apple; nil if the team has one group, whose primary App ID is
    /// not known.
    package let primaryAppID: ClientID?

    /// Describes one client.
    package init(
        name: String, id: ClientID, kind: Kind, returnURLs: [String],
        scopes: Set<AuthorizationRequest.Scope> = [.name, .email], script: ScriptRegistration? = nil,
        team: RegisteredTeam, primaryAppID: ClientID? = nil
    ) {
        self.name = name
        self.id = id
        self.kind = kind
        self.returnURLs = returnURLs
        self.scopes = scopes
        self.script = script
        self.team = team
        self.primaryAppID = primaryAppID
    }
}

/// A developer team and the `AppleClient` that acts for it. It is a class because each of its clients holds it.
package final class RegisteredTeam: Sendable {
    /// The name in the configuration.
    package let name: String
    /// Verifies identity tokens and calls the token endpoint.
    package let apple: AppleClient
    /// Whether people may sign in and link identities through this team. Notifications and revocations are processed in
    /// any case.
    package let isSignInOn: Bool

    /// Describes one team.
    package init(name: String, apple: AppleClient, isSignInOn: Bool = true) {
        self.name = name
        self.apple = apple
        self.isSignInOn = isSignInOn
    }

    /// The team id at Apple. It is part of every identity's key, because `sub` differs between teams.
    package var teamID: TeamID { apple.configuration.teamID }

    /// The only issuer whose tokens this team's clients accept.
    package var issuer: String { apple.endpoints.issuer }
}
