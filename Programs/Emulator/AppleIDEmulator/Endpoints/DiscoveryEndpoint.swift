/// `GET /.well-known/openid-configuration`, like Apple's as archived in 2024
/// (Documentation/emulator-fidelity.md, "Revocation, keys, discovery"). It lists less than Apple supports: no hybrid
/// response type and no code challenge.
struct DiscoveryEndpoint: Sendable {
    let state: EmulatorState

    /// - Parameter origin: where the endpoints are; the emulator's own address by default.
    func answer(origin: String? = nil) -> Answer {
        let origin = origin ?? state.baseURL
        let switches = state.read { $0.switches }
        let issuer = switches.discoveryIssuer ?? state.issuer
        let body = OrderedJSON.object([
            ("issuer", .string(issuer)),
            ("authorization_endpoint", .string(origin + "/auth/authorize")),
            ("token_endpoint", .string(origin + "/auth/token")),
            ("revocation_endpoint", .string(origin + "/auth/revoke")),
            ("jwks_uri", .string(origin + "/auth/keys")),
            ("response_types_supported", Self.list("code")),
            ("response_modes_supported", Self.list("query", "fragment", "form_post")),
            ("subject_types_supported", Self.list("pairwise")),
            ("id_token_signing_alg_values_supported", Self.list("RS256")),
            ("scopes_supported", Self.list("openid", "email", "name")),
            ("token_endpoint_auth_methods_supported", Self.list("client_secret_post")),
            (
                "claims_supported",
                Self.list(
                    "aud", "email", "email_verified", "exp", "iat", "is_private_email", "iss", "nonce",
                    "nonce_supported", "real_user_status", "sub", "transfer_sub")
            ),
        ])
        return .document(body.bytes, maxAge: switches.keysMaxAge)
    }

    private static func list(_ names: String...) -> OrderedJSON { .array(names.map { .string($0) }) }
}
