/// The reason why a configuration is invalid. The list may grow: end a `switch` with `default`.
///
/// Two faults with one code are equal, whatever was found.
public struct ConfigurationFault: CodedError, Hashable, CaseIterable {
    /// The stable code.
    public let code: String
    /// What to do about it. For an identifier, this begins with what was found in its place.
    public let advice: String

    /// There is no client id. Every audience would have to be accepted.
    public static let noClientID = Self("no_client_id", "Specify at least one client.")
    /// A client id cannot be the bundle ID or Services ID of an app: it is something else from the portal, or has a
    /// character that Apple does not allow.
    public static let clientIDInvalid = Self(
        "client_id_invalid",
        "A bundle ID or Services ID looks like com.example.app, without the Team ID in front.")
    /// The issuer is empty.
    public static let noIssuer = Self("no_issuer", "Specify an issuer, or omit it for the default one.")
    /// The key set has no key that could verify a token.
    public static let noVerificationKey = Self("no_verification_key", "Provide a key set with RSA keys for RS256.")
    /// The leeway is not between 0 and 60 seconds.
    public static let leewayOutOfRange = Self(
        "leeway_out_of_range",
        "Choose 0 to 60 seconds; better, correct the clock.")
    /// The team id does not have ten capital letters and digits.
    public static let teamIDInvalid = Self(
        "team_id_invalid",
        "A Team ID has ten capital letters and digits, such as ABCDE12345; the portal's membership page shows it.")
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
    /// The id of a signing key does not have ten capital letters and digits, or is the team's.
    public static let keyIDInvalid = Self(
        "key_id_invalid",
        "A Key ID has ten capital letters and digits, such as ABC123DEFG; the portal's list of keys shows it.")
    /// An emulator's address is not an origin: `http` or `https`, a host, optionally a port, and nothing else.
    public static let emulatorAddressInvalid = Self(
        "emulator_address_invalid",
        "Use only a scheme, host and port, such as `http://idp.localhost:9080`.")

    /// All codes.
    public static let allCases: [Self] = [
        .noClientID, .clientIDInvalid, .noIssuer, .noVerificationKey, .leewayOutOfRange, .teamIDInvalid, .noSigningKey,
        .signingKeyNotES256, .signingKeyWithoutID, .keyIDInvalid, .emulatorAddressInvalid,
    ]

    /// The same fault, with what was found.
    func because(_ finding: String) -> Self { Self(code, "\(finding) \(advice)") }

    /// Whether both faults have the same code.
    public static func == (one: Self, other: Self) -> Bool { one.code == other.code }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }

    private init(_ code: String, _ advice: String) {
        self.code = code
        self.advice = advice
    }
}
