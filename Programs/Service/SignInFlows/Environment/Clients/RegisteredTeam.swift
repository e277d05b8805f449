package import SignInWithApple

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
