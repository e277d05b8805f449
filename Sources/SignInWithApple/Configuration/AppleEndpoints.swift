/// Where Apple is: fixed addresses, or those of one emulator. Never learnt from a discovery document or a token.
///
/// In June 2025 Apple's discovery document named another issuer than its tokens for days; whoever followed it either
/// failed or began to trust a second issuer.
public struct AppleEndpoints: Sendable, Equatable {
    /// The issuer of identity tokens and notifications.
    public let issuer: String
    /// The authorization page.
    public let authorize: String
    /// The token endpoint.
    public let token: String
    /// The key set.
    public let keys: String
    /// The revocation endpoint.
    public let revoke: String
    /// The endpoint that exchanges people's identifiers between teams.
    public let userMigration: String
    /// Whom client secrets are made out to. An emulator gets its own address, so that a secret signed with a real key
    /// in a test opens nothing at Apple.
    public let clientSecretAudience: String
    /// Whether all of this is on this machine.
    public let isLoopback: Bool

    /// Apple.
    public static let apple = AppleEndpoints(
        origin: "https://appleid.apple.com", issuer: "https://appleid.apple.com", isLoopback: false)

    /// An emulator.
    /// - Parameters:
    ///   - baseURL: an origin: scheme, host and perhaps a port, such as `http://idp.localhost:9080`.
    ///   - issuer: what its tokens carry as `iss`; its own address when absent.
    public init(emulator baseURL: String, issuer: String? = nil) throws(ConfigurationFault) {
        guard let origin = WebOrigin(baseURL, requiresBareOrigin: true) else { throw .emulatorAddressInvalid }
        if let issuer, issuer.isEmpty { throw .noIssuer }
        self.init(origin: baseURL, issuer: issuer ?? baseURL, isLoopback: origin.isLoopback)
    }

    private init(origin: String, issuer: String, isLoopback: Bool) {
        self.issuer = issuer
        authorize = origin + "/auth/authorize"
        token = origin + "/auth/token"
        keys = origin + "/auth/keys"
        revoke = origin + "/auth/revoke"
        userMigration = origin + "/auth/usermigrationinfo"
        clientSecretAudience = origin
        self.isLoopback = isLoopback
    }
}
