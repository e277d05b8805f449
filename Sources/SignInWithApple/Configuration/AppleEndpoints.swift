/// Apple's addresses, or those of one emulator. They are fixed, and never learnt from a discovery document or a token.
///
/// In June 2025 Apple's discovery document named a different issuer from that of its tokens for days. Software that
/// followed it either failed or began to trust a second issuer.
public struct AppleEndpoints: Sendable, Equatable {
    /// The issuer of identity tokens and notifications.
    public let issuer: String
    /// The authorization page.
    public let authorize: String
    /// The token endpoint.
    public let token: String
    /// The key set endpoint.
    public let keys: String
    /// The revocation endpoint.
    public let revoke: String
    /// The endpoint that exchanges users' identifiers between teams.
    public let userMigration: String
    /// The audience of client secrets. An emulator has its own address as audience, so that a secret signed with a real
    /// key in a test is useless at Apple.
    public let clientSecretAudience: String
    /// Whether all addresses are on this machine.
    public let isLoopback: Bool

    /// Apple's endpoints.
    public static let apple = AppleEndpoints(
        origin: "https://appleid.apple.com", issuer: "https://appleid.apple.com", isLoopback: false)

    /// Creates the endpoints of an emulator.
    /// - Parameters:
    ///   - baseURL: an origin: scheme, host and optionally a port, such as `http://idp.localhost:9080`.
    ///   - issuer: the `iss` of its tokens. By default this is its own address.
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
