import JSONWebTokens

/// What the provider publishes about itself (OpenID Connect Discovery section 3, RFC 8414 section 2).
package struct ProviderDocument: Sendable {
    private let issuer: String
    private let locales: [String]

    /// The document of the service at this address.
    ///
    /// - Parameter locales: the languages of its pages, as far as they are known.
    package init(_ publicURL: PublicURL, locales: [String] = []) {
        issuer = publicURL.origin
        self.locales = locales
    }

    /// The document as JSON.
    ///
    /// Members whose absence means something else are always there: without `grant_types_supported` clients assume the
    /// implicit flow, without `request_uri_parameter_supported` that request URIs are supported.
    package var json: [UInt8] {
        JSONObject(addresses + parameters + tokens + logout + pages).json
    }

    private typealias Members = [(name: String, value: JSONValue)]

    private var addresses: Members {
        [
            ("issuer", .string(issuer)), ("authorization_endpoint", address("/oauth/authorize")),
            ("token_endpoint", address("/oauth/token")), ("userinfo_endpoint", address("/oauth/userinfo")),
            ("jwks_uri", address("/.well-known/jwks.json")), ("revocation_endpoint", address("/oauth/revoke")),
            ("introspection_endpoint", address("/oauth/introspect")),
            ("end_session_endpoint", address("/oauth/logout")),
        ]
    }

    private var parameters: Members {
        [
            ("scopes_supported", .array(OpenIDScope.allCases.map { .string($0.rawValue) })),
            ("response_types_supported", ["code"]), ("response_modes_supported", ["query", "fragment", "form_post"]),
            ("grant_types_supported", ["authorization_code", "refresh_token"]),
            ("code_challenge_methods_supported", ["S256"]),
            ("prompt_values_supported", ["none", "login", "consent", "select_account"]),
            ("claims_parameter_supported", true), ("request_parameter_supported", false),
            ("request_uri_parameter_supported", false), ("authorization_response_iss_parameter_supported", true),
        ]
    }

    private var tokens: Members {
        let claims = ["iss", "sub", "aud", "exp", "iat", "auth_time", "nonce", "at_hash", "sid"] + UserClaims.all
        return [
            ("subject_types_supported", ["public"]), ("id_token_signing_alg_values_supported", ["RS256", "ES256"]),
            ("token_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post", "none"]),
            ("revocation_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post", "none"]),
            ("introspection_endpoint_auth_methods_supported", ["client_secret_basic", "client_secret_post"]),
            ("claims_supported", .array(claims.map { .string($0) })),
        ]
    }

    private var logout: Members {
        [("backchannel_logout_supported", true), ("backchannel_logout_session_supported", true)]
    }

    private var pages: Members {
        locales.isEmpty ? [] : [("ui_locales_supported", .array(locales.map { .string($0) }))]
    }

    private func address(_ path: String) -> JSONValue { .string(issuer + path) }
}
