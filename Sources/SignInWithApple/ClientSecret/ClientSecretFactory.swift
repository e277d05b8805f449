public import JSONWebTokens

#if canImport(FoundationEssentials)
    public import FoundationEssentials
#else
    public import Foundation
#endif

/// Issues client secrets: short-lived ES256 tokens with which a client authenticates to Apple.
///
/// Sources: Apple, "Creating a client secret"; TN3107 for the raw signature.
public struct ClientSecretFactory: Sendable {
    /// The longest lifetime that Apple accepts, in seconds: 182.6 days.
    public static let maximumLifetime = 15_777_000
    /// Seconds by which secrets are dated back, for a clock that is ahead of Apple's. Apple's token endpoint for
    /// advertising was seen to refuse secrets from the future (rorkai/App-Store-Connect-CLI#2093).
    static let backdating = 60

    private let teamID: TeamID
    private let key: SigningKey
    private let audience: String

    /// Creates a factory for one team and one key. The audience of its secrets is Apple or an emulator.
    public init(
        teamID: TeamID, key: SigningKey, audience: String = AppleEndpoints.apple.clientSecretAudience
    ) throws(ConfigurationFault) {
        if let fault = teamID.fault { throw fault }
        try AppleAppConfiguration.check(key, of: teamID)
        self.init(checkedTeamID: teamID, key: key, audience: audience)
    }

    init(checkedTeamID teamID: TeamID, key: SigningKey, audience: String) {
        self.teamID = teamID
        self.key = key
        self.audience = audience
    }

    /// The `kid` of the secrets.
    var keyID: String? { key.keyID }

    /// Issues a secret for one client.
    /// - Parameters:
    ///   - client: the app that calls.
    ///   - now: the time of our clock. `iat` is a minute earlier, for a clock that is ahead of Apple's.
    ///   - lifetime: seconds from `now`, at least 1 and at most `maximumLifetime`. Other values are moved to the nearest
    ///     bound. `exp` is never more than `maximumLifetime` after `iat`.
    public func issue(
        for client: ClientID, at now: Date, lifetime: Int = 300
    ) throws(SigningKeyError) -> ClientSecret {
        let now = Int(min(max(now.timeIntervalSince1970, 0), 1e12))
        let issuedAt = max(now - Self.backdating, 0)
        let expiresAt = min(now + min(max(lifetime, 1), Self.maximumLifetime), issuedAt + Self.maximumLifetime)
        return ClientSecret(
            secretValue: try key.sign(claims: [
                (name: "iss", value: .string(teamID.rawValue)), (name: "iat", value: .number(JSONNumber(issuedAt))),
                (name: "exp", value: .number(JSONNumber(expiresAt))), (name: "aud", value: .string(audience)),
                (name: "sub", value: .string(client.rawValue)),
            ]))
    }
}
