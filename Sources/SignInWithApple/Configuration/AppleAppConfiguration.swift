public import JSONWebTokens

/// One team's apps as Apple's portal knows them. Nothing in here has a default.
public struct AppleAppConfiguration: Sendable {
    /// The team.
    public let teamID: TeamID
    /// The first key signs. A second one may stand beside it while keys are exchanged: it signs for a client as soon as
    /// Apple refuses the first one's secrets for it, and the other way round.
    public let signingKeys: [SigningKey]
    /// Every app whose tokens are accepted.
    public let clientIDs: Set<ClientID>
    /// Primary App IDs beside them: Apple addresses notifications to these (Apple: "Enabling Server-to-Server
    /// Notifications"). No identity token is accepted for them.
    public let primaryAppIDs: Set<ClientID>

    /// Checks what can be checked without Apple: identifiers are there and well formed, keys are P-256 and have ids.
    public init(
        teamID: TeamID, signingKeys: [SigningKey], clientIDs: Set<ClientID>, primaryAppIDs: Set<ClientID> = []
    ) throws(ConfigurationFault) {
        guard teamID.rawValue.isIdentifier else { throw .teamIDInvalid }
        guard !signingKeys.isEmpty else { throw .noSigningKey }
        for key in signingKeys {
            guard key.algorithm == .es256 else { throw .signingKeyNotES256 }
            guard let keyID = key.keyID, keyID.isIdentifier else { throw .signingKeyWithoutID }
        }
        try Self.check(clientIDs)
        self.teamID = teamID
        self.signingKeys = signingKeys
        guard primaryAppIDs.allSatisfy(\.rawValue.isIdentifier) else { throw .clientIDInvalid }
        self.clientIDs = clientIDs
        self.primaryAppIDs = primaryAppIDs
    }

    /// An empty list would have to mean "any app", which is how tokens of other apps get accepted.
    static func check(_ clientIDs: Set<ClientID>) throws(ConfigurationFault) {
        guard !clientIDs.isEmpty else { throw .noClientID }
        guard clientIDs.allSatisfy(\.rawValue.isIdentifier) else { throw .clientIDInvalid }
    }
}
