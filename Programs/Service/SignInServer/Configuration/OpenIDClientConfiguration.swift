import JSONWebTokens
import Settings
import SignInFlows

/// Reads one client of the OpenID Provider; faults go to the settings.
struct OpenIDClientConfiguration {
    let id: String
    let settings: SettingsReader
    /// The names of the teams' clients of kind `web`.
    let webClients: [String]
    /// The names of the teams' clients of kind `android`.
    let androidClients: [String]

    /// The values of `logout_token_typ`.
    private enum LogoutTokenType: String, CaseIterable {
        case logoutToken = "logout+jwt"
        case plain = "JWT"
    }

    private static let knownScopes = ["openid", "profile", "email"]

    /// Reads the settings in the order of the documentation.
    func client() -> OpenIDClient {
        let kind = kind()
        let name = name()
        let homeURL = address("home_url", "The client's own start page, for links on our pages.")
        let redirects = redirectURIs(
            "redirect_uris", isRequired: true,
            "Where codes may be sent, compared exactly ([below](#openid-clients)).")
        let postLogout = redirectURIs(
            "post_logout_redirect_uris", "Where a browser may be sent after a logout, compared exactly.")
        return OpenIDClient(
            id: id, name: name, homeURL: homeURL, kind: kind ?? .confidential, redirectURIs: redirects,
            postLogoutRedirectURIs: postLogout, webOrigins: webOrigins(kind, redirects),
            secretHashes: secretHashes(kind), codeChallenge: codeChallenge(kind), scopes: scopes(),
            mayWorkOffline: mayWorkOffline(), refreshes: refreshes(), audience: audience(), appleClient: appleClient(),
            consent: consent(), asksToContinue: asksToContinue(), idTokenClaims: idTokenClaims(),
            idTokenAlgorithm: idTokenAlgorithm(), userName: userName(), backchannelLogoutURI: backchannelLogoutURI(),
            logoutTokenType: logoutTokenType(), androidApp: AndroidApp(settings, kind: kind))
    }

    /// How the pages look on which people sign in to the client. Read it after the client.
    func brand() -> BrandConfiguration? {
        settings.section("brand") { BrandConfiguration($0, nameUnset: "the client's name") }
    }

    private func kind() -> OpenIDClient.Kind? {
        let text = settings.required(
            "kind", range: "public, confidential",
            "Whether the client can keep a secret. `public`: an app, a desktop program or a page in a browser.")
        let kind = OpenIDClient.Kind(rawValue: text)
        if kind == nil, !text.isEmpty { settings.add(fault: "kind: must be public or confidential") }
        return kind
    }

    private func name() -> String {
        let name = settings.required("name", "The name that people read.")
        if name != DisplayName.visible(name) {
            settings.add(fault: "name: has characters that nobody sees, or that change the direction of others")
        }
        return name
    }

    private func address(_ name: String, _ meaning: String) -> String? {
        settings.value(name, must: "an https URL without a fragment (http on this machine only)", meaning) {
            WebhookEndpoint.isAllowed($0) ? $0 : nil
        }
    }

    private func redirectURIs(_ name: String, isRequired: Bool = false, _ meaning: String) -> [RedirectURI] {
        let texts = settings.list(name, unset: isRequired ? "required" : "none", meaning)
        if isRequired, texts.isEmpty { settings.add(fault: "\(name): at least one is required") }
        return texts.compactMap { text in
            if let uri = RedirectURI(text) { return uri }
            settings.add(
                fault: "\(name): \(text) must be https, http on 127.0.0.1, [::1] or localhost with a port, or a "
                    + "private scheme with a dot; without *, .., a fragment or user information")
            return nil
        }
    }

    private func webOrigins(_ kind: OpenIDClient.Kind?, _ redirectURIs: [RedirectURI]) -> Set<String> {
        let texts = settings.list(
            "web_origins", unset: "those of a public client's https redirect_uris",
            "Origins of pages that may call the token endpoint from a browser.")
        for text in texts where !Self.isOrigin(text) {
            settings.add(
                fault: "web_origins: \(text) is not an origin as browsers send it, such as https://app.example.com")
        }
        guard texts.isEmpty, kind == .public else { return Set(texts) }
        return Set(redirectURIs.compactMap(\.origin))
    }

    /// The serialization of an origin (RFC 6454 section 6.2): lowercase, without a default port and a slash. Programs
    /// that show pages of their own have other schemes, such as `capacitor://localhost`. `null` is the origin of any
    /// page in a sandbox.
    private static func isOrigin(_ text: String) -> Bool {
        guard let separator = text.firstRange(of: "://") else { return false }
        let (scheme, authority) = (text[..<separator.lowerBound], text[separator.upperBound...])
        // PublicURL's text is in the form that browsers send.
        if scheme == "http" || scheme == "https" { return PublicURL(text)?.origin == text }
        let isScheme =
            scheme.first?.isLetter == true && scheme != "file"
            && scheme.utf8.allSatisfy { byte in
                (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || [0x2B, 0x2D, 0x2E].contains(byte)
            }
        let secure = "https://" + String(authority)
        return isScheme && PublicURL(secure)?.origin == secure
    }

    private func secretHashes(_ kind: OpenIDClient.Kind?) -> [[UInt8]] {
        let texts = settings.list(
            "secret_sha256",
            "The SHA-256 of a confidential client's secret (`siwa clients secret`): one, or the new and the old one.")
        switch kind {
        case .public? where !texts.isEmpty:
            settings.add(fault: "secret_sha256: a public client cannot keep a secret")
        case .confidential? where texts.isEmpty:
            settings.add(fault: "secret_sha256: missing; create a secret with siwa clients secret")
        default: break
        }
        if texts.count > 2 { settings.add(fault: "secret_sha256: at most two, the new and the old one") }
        let hashes = texts.compactMap(Self.hash)
        // The text is not repeated, because it may be the secret itself.
        if hashes.count < texts.count {
            settings.add(fault: "secret_sha256: must be 64 lowercase hexadecimal digits, the SHA-256 of the secret")
        }
        return hashes
    }

    private static func hash(_ text: String) -> [UInt8]? {
        let digits = Array(text.utf8)
        guard digits.count == 64,
            digits.allSatisfy({ (0x30...0x39).contains($0) || (0x61...0x66).contains($0) })
        else { return nil }
        return stride(from: 0, to: digits.count, by: 2).compactMap { index in
            UInt8(String(decoding: digits[index..<index + 2], as: UTF8.self), radix: 16)
        }
    }

    /// A public client has nothing else that binds a code to it (RFC 9700 section 2.1.1).
    private func codeChallenge(_ kind: OpenIDClient.Kind?) -> OpenIDClient.CodeChallengePolicy {
        let policy = settings.choice(
            "pkce", OpenIDClient.CodeChallengePolicy.required,
            "`optional` accepts a confidential client that sends no code challenge (PKCE, RFC 7636).")
        if policy == .optional, kind == .public {
            settings.add(fault: "pkce: a public client requires a code challenge")
        }
        return policy
    }

    private func scopes() -> OpenIDScopes {
        let texts = settings.list(
            "scopes", unset: Self.knownScopes.joined(separator: " "),
            "The scopes that the client may have. Others that it asks for are left out.")
        for text in texts where !Self.knownScopes.contains(text) {
            settings.add(fault: "scopes: \(text) is not one of \(Self.knownScopes.joined(separator: ", "))")
        }
        return OpenIDScopes((texts.isEmpty ? Self.knownScopes : texts).compactMap(OpenIDScope.init(rawValue:)))
    }

    private func mayWorkOffline() -> Bool {
        settings.flag(
            "offline_access", false,
            "The client may ask for `offline_access`: a refresh token that outlives the browser's session.")
    }

    private func refreshes() -> Bool {
        settings.flag("refresh", false, "The client gets a refresh token that ends with the browser's session.")
    }

    private func audience() -> String? {
        settings.value(
            "audience", unset: "<public_url>/oauth/userinfo", must: "a text that is not empty",
            "The audience of the client's access tokens."
        ) { $0.isEmpty ? nil : $0 }
    }

    private func appleClient() -> String {
        let name = settings.text(
            "apple_client", unset: "the only web client",
            "The client with which people sign in at Apple: of kind `web`, or `android` for an Android app.")
        switch name {
        case let name? where !(webClients + androidClients).contains(name):
            settings.add(fault: "apple_client: \(name) is not a client of kind web or android of the teams")
        case nil where webClients.isEmpty:
            settings.add(fault: "apple_client: the teams have no client of kind web to sign in with")
        case nil where webClients.count > 1:
            settings.add(
                fault: "apple_client: missing; the teams have several clients of kind web: "
                    + webClients.joined(separator: ", "))
        default: break
        }
        return name ?? webClients.first ?? ""
    }

    private func consent() -> OpenIDClient.ConsentPolicy {
        settings.choice(
            "consent", OpenIDClient.ConsentPolicy.never,
            "`once` asks each person before the client gets data about them, for clients that are not your own.")
    }

    private func asksToContinue() -> Bool {
        settings.flag(
            "confirm", false,
            "A page names the client before every code; for private schemes and loopback addresses always.")
    }

    private func idTokenClaims() -> OpenIDClient.ClaimPlacement {
        settings.choice(
            "id_token_claims", OpenIDClient.ClaimPlacement.full,
            "`full`: data about the person is also in the ID token. `lean`: only at the userinfo endpoint.")
    }

    private func idTokenAlgorithm() -> SignatureAlgorithm {
        settings.choice(
            "id_token_alg", SignatureAlgorithm.rs256, "How ID tokens and logout tokens are signed.")
    }

    private func userName() -> OpenIDClient.UserName {
        settings.choice(
            "username", OpenIDClient.UserName.none,
            "What `preferred_username` contains, for software that requires it.")
    }

    private func backchannelLogoutURI() -> String? {
        address(
            "backchannel_logout_uri", "Where the end of a session is reported (OpenID Connect Back-Channel Logout).")
    }

    private func logoutTokenType() -> String {
        settings.choice(
            "logout_token_typ", LogoutTokenType.logoutToken,
            "The `typ` of logout tokens. `JWT` is for software that refuses the other."
        ).rawValue
    }
}
