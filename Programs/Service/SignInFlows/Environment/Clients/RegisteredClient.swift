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
    /// The transfer in which the client moves to another team; nil if it stays.
    package let transfer: RegisteredTransfer?

    /// Describes one client.
    package init(
        name: String, id: ClientID, kind: Kind, returnURLs: [String],
        scopes: Set<AuthorizationRequest.Scope> = [.name, .email], script: ScriptRegistration? = nil,
        team: RegisteredTeam, primaryAppID: ClientID? = nil, transfer: RegisteredTransfer? = nil
    ) {
        self.name = name
        self.id = id
        self.kind = kind
        self.returnURLs = returnURLs
        self.scopes = scopes
        self.script = script
        self.team = team
        self.primaryAppID = primaryAppID
        self.transfer = transfer
    }

    /// Whether Apple may know the client as this team's.
    func isUsed(byTeam teamID: String) -> Bool {
        team.teamID.rawValue == teamID || transfer?.toTeam.rawValue == teamID
    }
}
