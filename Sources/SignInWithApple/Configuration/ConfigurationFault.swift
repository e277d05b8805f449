/// The reason why a configuration is invalid. The list may grow: end a `switch` with `default`.
public struct ConfigurationFault: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it.
    public let advice: String

    /// There is no client id. Every audience would have to be accepted.
    public static let noClientID = Self("no_client_id", "Specify at least one client.")
    /// A client id is empty, longer than 255 characters, or has characters other than visible ASCII.
    public static let clientIDInvalid = Self(
        "client_id_invalid",
        "Use the bundle ID or Services ID without the Team ID.")
    /// The issuer is empty.
    public static let noIssuer = Self("no_issuer", "Specify an issuer, or omit it for the default one.")
    /// The key set has no key that could verify a token.
    public static let noVerificationKey = Self("no_verification_key", "Provide a key set with RSA keys for RS256.")
    /// The leeway is not between 0 and 60 seconds.
    public static let leewayOutOfRange = Self(
        "leeway_out_of_range",
        "Choose 0 to 60 seconds; better, correct the clock.")
    /// The team id is empty or has characters other than visible ASCII.
    public static let teamIDInvalid = Self(
        "team_id_invalid", "Use the ten-character Team ID from the portal's membership page.")
    /// There is no signing key, so client secrets cannot be signed.
    public static let noSigningKey = Self("no_signing_key", "Provide the `.p8` key from the portal.")
    /// A signing key is not a P-256 key (ES256).
    public static let signingKeyNotES256 = Self(
        "signing_key_not_es256",
        "Use the `.p8` key for Sign in with Apple; it is a P-256 key.")
    /// A signing key has no key id. Apple finds the key by it.
    public static let signingKeyWithoutID = Self(
        "signing_key_without_id",
        "Provide the key's ten-character Key ID from the portal.")
    /// An emulator's address is not an origin: `http` or `https`, a host, optionally a port, and nothing else.
    public static let emulatorAddressInvalid = Self(
        "emulator_address_invalid",
        "Use only a scheme, host and port, such as `http://idp.localhost:9080`.")

    /// All codes.
    public static let allCases: [Self] = [
        .noClientID, .clientIDInvalid, .noIssuer, .noVerificationKey, .leewayOutOfRange, .teamIDInvalid, .noSigningKey,
        .signingKeyNotES256, .signingKeyWithoutID, .emulatorAddressInvalid,
    ]

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
