import JSONWebTokens

extension AppleAppConfiguration {
    /// One team with one key, as most have it. Throws `ConfigurationFault`, or `SigningKeyError` where the text is no such key.
    /// - Parameters:
    ///   - teamID: the team, ten characters of the portal.
    ///   - keyID: the key's id, ten characters of the portal; the `kid` of client secrets.
    ///   - privateKey: the text of the `.p8` file.
    ///   - clientIDs: every app whose tokens are accepted.
    ///   - primaryAppIDs: primary App IDs beside them, to which Apple addresses notifications.
    public init(
        teamID: TeamID, keyID: KeyID, privateKey: String, clientIDs: Set<ClientID>,
        primaryAppIDs: Set<ClientID> = []
    ) throws {
        try self.init(
            teamID: teamID, signingKeys: [SigningKey(pem: privateKey, keyID: keyID.rawValue, requiring: .es256)],
            clientIDs: clientIDs, primaryAppIDs: primaryAppIDs)
    }
}
