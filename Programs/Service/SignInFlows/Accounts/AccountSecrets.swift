import AccountStorage
package import SignInWithApple

/// The secrets of an account in plain text, for an operator who takes them to another system.
package struct AccountSecrets: Sendable {
    /// Apple's refresh token for one identity and one client.
    package struct HeldToken: Sendable {
        /// The developer team.
        package let teamID: String
        /// Apple's `sub`.
        package let subject: String
        /// Apple's identifier of the client that obtained the token. Apple accepts it from no other.
        package let client: String
        /// The token; `nil` if it cannot be opened.
        package let token: RefreshToken?
    }

    /// The hash of the password as it is stored; `nil` if the account has no password.
    package let passwordHash: String?
    /// Every token that is held, whether or not it can be opened.
    package let tokens: [HeldToken]

    /// Opens the tokens of the grants, and then the replaced ones, which are still to be revoked.
    init(
        of identities: [AppleIdentity], grants: [AppleGrant], replaced: [ReplacedGrant], passwordHash: String?,
        vault: TokenVault
    ) {
        var tokens: [HeldToken] = []
        for identity in identities {
            let current = grants.filter { $0.identityID == identity.id }
                .compactMap { grant in grant.sealedRefreshToken.map { (grant.clientID, $0) } }
            let kept = replaced.filter { $0.identityID == identity.id }.map { ($0.clientID, $0.sealedRefreshToken) }
            for (client, sealed) in current + kept {
                let token = vault.openRefreshToken(
                    sealed, identity: identity.id, clientID: ClientID(rawValue: client))
                tokens.append(
                    HeldToken(teamID: identity.teamID, subject: identity.subject, client: client, token: token))
            }
        }
        self.passwordHash = passwordHash
        self.tokens = tokens
    }
}

/// A hash permits guesses at the password, so it is never printed.
extension AccountSecrets: CustomStringConvertible, CustomReflectable {
    /// How many tokens are held.
    package var description: String { "AccountSecrets(\(tokens.count) tokens)" }

    /// Hides the secrets from `dump`.
    package var customMirror: Mirror { Mirror(self, children: []) }
}
