import JSONWebTokens
import SignInFlows

/// Formats OpenID clients for an operator.
enum ClientText {
    /// One client on one line.
    static func line(_ client: OpenIDClient) -> String {
        [client.id, client.kind.rawValue, scopes(client).joined(separator: ","), VisibleJSON.visible(client.name)]
            .joined(separator: "  ")
    }

    /// The settings of a client under the names of the configuration.
    static func json(_ client: OpenIDClient) -> JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            ("client_id", .string(client.id)), ("kind", .string(client.kind.rawValue)),
            ("name", .string(client.name)), ("redirect_uris", texts(client.redirectURIs.map(\.text))),
            ("post_logout_redirect_uris", texts(client.postLogoutRedirectURIs.map(\.text))),
            ("web_origins", texts(client.webOrigins.sorted())),
            ("secrets", .number(JSONNumber(client.secretHashes.count))),
            ("pkce", .string(client.codeChallenge.rawValue)),
            ("scopes", texts(client.scopes.all.map(\.rawValue).sorted())),
            ("offline_access", .bool(client.mayWorkOffline)), ("refresh", .bool(client.refreshes)),
            ("apple_client", .string(client.appleClient)), ("consent", .string(client.consent.rawValue)),
            ("confirm", .bool(client.asksToContinue)), ("id_token_claims", .string(client.idTokenClaims.rawValue)),
            ("id_token_alg", .string(client.idTokenAlgorithm.rawValue)),
            ("username", .string(client.userName.rawValue)), ("logout_token_typ", .string(client.logoutTokenType)),
        ]
        let optional = [
            ("home_url", client.homeURL), ("audience", client.audience),
            ("backchannel_logout_uri", client.backchannelLogoutURI), ("android_package", client.androidApp?.package),
        ]
        for case (let name, let text?) in optional { members.append((name, .string(text))) }
        if let app = client.androidApp { members.append(("android_certificates", texts(app.certificates))) }
        return .object(JSONObject(members))
    }

    /// What has to be entered in the client's own settings.
    static func setup(
        of client: OpenIDClient, _ document: ProviderDocument, _ publicURL: PublicURL
    ) throws(TokenFormatError) -> String {
        let secret = client.kind == .public ? "none, this is a public client" : "as printed by siwa clients secret"
        var rows = [
            ("issuer", publicURL.origin), ("discovery", publicURL.origin + discoveryPath), ("client_id", client.id),
            ("client_secret", secret), ("scope", scopes(client).joined(separator: " ")),
        ]
        rows += client.redirectURIs.map { ("redirect_uri", $0.text) }
        rows += client.postLogoutRedirectURIs.map { ("post_logout_redirect_uri", $0.text) }
        if let uri = client.backchannelLogoutURI { rows.append(("backchannel_logout_uri", uri)) }
        rows.append(
            ("code_challenge_method", client.codeChallenge == .required ? "S256, required" : "S256, optional"))
        rows.append(("id_token_alg", client.idTokenAlgorithm.rawValue))
        for (name, value) in try StrictJSONReader.readObject(document.json, limits: .standard).members
        where name.hasSuffix("_endpoint") || name == "jwks_uri" {
            if let address = value.string { rows.append((name, address)) }
        }
        let lines = rows.map { name, text in
            "  " + name + String(repeating: " ", count: max(2, 27 - name.count)) + VisibleJSON.visible(text)
        }
        return (["\(client.id): \(VisibleJSON.visible(client.name))"] + lines).joined(separator: "\n")
    }

    /// The path of the discovery document (OpenID Connect Discovery section 4).
    static let discoveryPath = "/.well-known/openid-configuration"

    /// In the usual order, with `offline_access` if the client may ask for it.
    private static func scopes(_ client: OpenIDClient) -> [String] {
        let usual: [OpenIDScope] = [.openid, .profile, .email]
        let scopes = usual.filter(client.scopes.contains) + (client.mayWorkOffline ? [.offlineAccess] : [])
        return scopes.map(\.rawValue)
    }

    private static func texts(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
}
