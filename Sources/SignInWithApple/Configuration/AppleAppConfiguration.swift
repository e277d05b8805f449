public import JSONWebTokens

/// The apps of one team as they are registered in Apple's portal. No value has a default.
public struct AppleAppConfiguration: Sendable {
    /// The team.
    public let teamID: TeamID
    /// The keys for client secrets. The first one signs. During a key rotation there may be a second one: if Apple
    /// refuses the secrets of one key for a client, the other key signs for that client.
    public let signingKeys: [SigningKey]
    /// Every app whose tokens are accepted.
    public let clientIDs: Set<ClientID>
    /// Further primary App IDs, to which Apple addresses notifications (Apple: "Enabling Server-to-Server
    /// Notifications"). Identity tokens for them are not accepted.
    public let primaryAppIDs: Set<ClientID>

    /// Checks what can be checked without Apple: identifiers are present and well formed, keys are P-256 and have ids.
    public init(
        teamID: TeamID, signingKeys: [SigningKey], clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID> = []
    ) throws(ConfigurationFault) {
        if let fault = teamID.fault { throw fault }
        guard !signingKeys.isEmpty else { throw .noSigningKey }
        for key in signingKeys { try Self.check(key, of: teamID) }
        try Self.check(clientIDs, of: teamID)
        for id in primaryAppIDs { if let fault = id.fault(in: teamID) { throw fault } }
        self.teamID = teamID
        self.signingKeys = signingKeys
        self.clientIDs = clientIDs
        self.primaryAppIDs = primaryAppIDs
    }

    /// An empty list would have to mean "any app", and then tokens of other apps would be accepted.
    static func check(_ clientIDs: Set<ClientID>, of teamID: TeamID? = nil) throws(ConfigurationFault) {
        guard !clientIDs.isEmpty else { throw .noClientID }
        for id in clientIDs { if let fault = id.fault(in: teamID) { throw fault } }
    }

    /// Apple finds the key by its id.
    static func check(_ key: SigningKey, of teamID: TeamID) throws(ConfigurationFault) {
        guard key.algorithm == .es256 else { throw .signingKeyNotES256 }
        guard let id = key.keyID, !id.isEmpty else { throw .signingKeyWithoutID }
        if let fault = KeyID(rawValue: id).fault(in: teamID) { throw fault }
    }
}
