/// What keeps a client from being configured. The raw value is a stable code.
#if compiler(>=6.3)
    @nonexhaustive
#endif
public enum ConfigurationFault: String, Error, CaseIterable, Sendable {
    /// No client id: every audience would have to be accepted.
    case noClientID = "no_client_id"
    /// A client id is empty, longer than 255 characters, or has others than visible ASCII.
    case clientIDInvalid = "client_id_invalid"
    /// No issuer.
    case noIssuer = "no_issuer"
    /// The key set holds no key that could verify a token.
    case noVerificationKey = "no_verification_key"
    /// A leeway outside 0 to 60 seconds.
    case leewayOutOfRange = "leeway_out_of_range"
    /// The team id is empty or has others than visible ASCII characters.
    case teamIDInvalid = "team_id_invalid"
    /// No signing key: client secrets could not be made.
    case noSigningKey = "no_signing_key"
    /// A signing key is not a P-256 key (ES256).
    case signingKeyNotES256 = "signing_key_not_es256"
    /// A signing key has no key id, by which Apple would find it.
    case signingKeyWithoutID = "signing_key_without_id"
    /// An emulator's address is not an origin: `http` or `https`, a host, perhaps a port, nothing else.
    case emulatorAddressInvalid = "emulator_address_invalid"

    /// The stable code.
    public var code: String { rawValue }
}
