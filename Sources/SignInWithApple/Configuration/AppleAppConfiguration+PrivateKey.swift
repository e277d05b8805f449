import JSONWebTokens

extension AppleAppConfiguration {
    /// Creates the configuration of a team with one key. Throws `ConfigurationFault`, or `SigningKeyError` if the text
    /// is not such a key.
    /// - Parameters:
    ///   - teamID: the team, ten characters from the portal.
    ///   - keyID: the key's id, ten characters from the portal. It is the `kid` of client secrets.
    ///   - privateKey: the text of the `.p8` file.
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - primaryAppIDs: further primary App IDs, to which Apple addresses notifications.
    public init(
        teamID: TeamID, keyID: KeyID, privateKey: String, clientIDs: Set<ClientID>,
        primaryAppIDs: Set<ClientID> = []
    ) throws {
        try self.init(
            teamID: teamID, signingKeys: [SigningKey(pem: privateKey, keyID: keyID.rawValue, requiring: .es256)],
            clientIDs: clientIDs, primaryAppIDs: primaryAppIDs)
    }
}
