import JSONWebTokens
import Settings
import SignInFlows
import Testing

@testable import SignInServer

@Suite struct OpenIDConfigurationTests {
    private static let hash = String(repeating: "0f", count: 32)
    private static let confidential = """
        "kind": "confidential", "name": "Grafana", "redirect_uris": ["https://grafana.example.com/login/generic_oauth"],
        "secret_sha256": ["\(hash)"]
        """
    private static let app = """
        "kind": "public", "name": "App", "redirect_uris": ["https://app.example.com/cb", "com.example.app:/cb"]
        """

    /// A configuration with one web client at Apple, and others if named.
    private func read(
        _ openID: String, webClients: [String] = ["web"], members: String = ""
    ) throws(ConfigurationFaults) -> ServerConfiguration {
        let clients = webClients.map { #", "\#($0)": {"id": "com.example.\#($0)", "kind": "web"}"# }.joined()
        let json = """
            {\(members) "openid": \(openID), "public_url": "https://id.example.com",
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}},
              "clients": {"app": {"id": "com.example.app", "kind": "native"}\(clients)}}}}
            """
        return try ServerConfiguration(json: Array(json.utf8))
    }

    private func client(_ members: String, webClients: [String] = ["web"]) throws -> OpenIDClient {
        let configuration = try read(
            #"{"enabled": true, "clients": {"shop.web_1-x": {\#(members)}}}"#, webClients: webClients)
        return try #require(configuration.openID?.clients.first)
    }

    private func faults(_ openID: String, webClients: [String] = ["web"]) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try read(openID, webClients: webClients)
            return []
        } catch {
            return error.lines
        }
    }

    private func faults(of members: String, webClients: [String] = ["web"]) -> [String] {
        faults(#"{"enabled": true, "clients": {"x": {\#(members)}}}"#, webClients: webClients)
    }

    @Test func `is off unless it is enabled`() throws {
        #expect(try read("{}").openID == nil)
        #expect(try read(#"{"enabled": false, "clients": {}}"#).openID == nil)
        #expect(try read(#"{"enabled": true}"#).openID?.clients.isEmpty == true)
    }

    @Test func `a client needs little, and gets the safe defaults`() throws {
        let openID = try #require(
            try read(#"{"enabled": true, "clients": {"b": {\#(Self.app)}, "a": {\#(Self.confidential)}}}"#).openID)
        #expect(openID.idTokenLifetime == .seconds(3_600) && openID.codeLifetime == .seconds(60))
        #expect(openID.clients.map(\.id) == ["a", "b"])
        for client in openID.clients {
            #expect(client.homeURL == nil && client.postLogoutRedirectURIs.isEmpty)
            #expect(client.codeChallenge == .required && client.scopes.text == "openid profile email")
            #expect(!client.mayWorkOffline && !client.refreshes && client.audience == nil)
            #expect(client.appleClient == "web" && client.consent == .never && !client.asksToContinue)
            #expect(client.idTokenClaims == .full && client.idTokenAlgorithm == .rs256 && client.userName == .none)
            #expect(client.backchannelLogoutURI == nil && client.logoutTokenType == "logout+jwt")
        }
        #expect(openID.clients[0].kind == .confidential && openID.clients[1].kind == .public)
        #expect(openID.clients[0].secretHashes == [Array(repeating: 0x0F, count: 32)])
        #expect(openID.clients[1].secretHashes.isEmpty)
        // A page in a browser calls the token endpoint from where its redirect URI is; a server calls it from no page.
        #expect(openID.clients[1].webOrigins == ["https://app.example.com"] && openID.clients[0].webOrigins.isEmpty)
    }

    @Test func `every setting reaches the client`() throws {
        let client = try client(
            Self.confidential + #"""
                , "home_url": "https://grafana.example.com/", "pkce": "optional", "scopes": ["openid", "email"],
                "post_logout_redirect_uris": ["https://grafana.example.com/bye"], "offline_access": true,
                "web_origins": ["capacitor://localhost", "https://app.example.com:8443", "http://localhost:5173"],
                "refresh": true, "audience": "metrics", "apple_client": "shop", "consent": "once", "confirm": true,
                "id_token_claims": "lean", "id_token_alg": "ES256", "username": "email",
                "backchannel_logout_uri": "http://127.0.0.1:3000/logout", "logout_token_typ": "JWT"
                """#, webClients: ["web", "shop"])
        #expect(client.id == "shop.web_1-x" && client.name == "Grafana")
        #expect(client.homeURL == "https://grafana.example.com/" && client.codeChallenge == .optional)
        #expect(client.scopes.text == "openid email" && client.mayWorkOffline && client.refreshes)
        #expect(client.postLogoutRedirectURIs.map(\.text) == ["https://grafana.example.com/bye"])
        #expect(
            client.webOrigins == ["capacitor://localhost", "https://app.example.com:8443", "http://localhost:5173"])
        #expect(client.audience == "metrics" && client.appleClient == "shop" && client.consent == .once)
        #expect(client.asksToContinue && client.idTokenClaims == .lean && client.idTokenAlgorithm == .es256)
        #expect(client.userName == .email && client.backchannelLogoutURI == "http://127.0.0.1:3000/logout")
        #expect(client.logoutTokenType == "JWT")
        let times = try #require(
            try read(#"{"enabled": true, "id_token_seconds": 600, "code_seconds": 10}"#).openID)
        #expect(times.idTokenLifetime == .seconds(600) && times.codeLifetime == .seconds(10))
    }

    @Test func `a secret is replaced with an overlap`() throws {
        let both = Self.confidential.replacing(#"["\#(Self.hash)"]"#, with: #"["\#(Self.hash)", "\#(Self.hash)"]"#)
        #expect(try client(both).secretHashes.count == 2)
    }

    @Test(arguments: [
        (#"{"clients": {"x": {\#(app)}}}"#, "openid.clients: requires openid.enabled"),
        (#"{"enabled": true, "id_token_seconds": 299}"#, "openid.id_token_seconds: must be between 300 and 86400"),
        (#"{"enabled": true, "code_seconds": 301}"#, "openid.code_seconds: must be between 10 and 300"),
        (#"{"enabled": true, "clients": {"x": 1}}"#, "openid.clients.x: must be an object"),
        (
            #"{"enabled": true, "client": {"x": {\#(app)}}}"#,
            "openid.client.x.kind: unknown key; did you mean openid.clients.x.kind?"
        ),
        (
            #"{"enabled": true, "clients": {"a b": {\#(app)}}}"#,
            "openid.clients: the client_id a b may contain only letters, digits, -, _ and ."
        ),
    ])
    func `refuses a provider`(openID: String, fault: String) {
        #expect(faults(openID).contains(fault))
    }

    @Test(arguments: [
        (#""kind": "native""#, "kind: must be public or confidential"),
        (#""name": "x""#, "kind: missing"),
        (#""kind": "public""#, "name: missing"),
        (#""kind": "public", "name": """#, "name: missing"),
        (#""kind": "public", "name": "x""#, "redirect_uris: at least one is required"),
        (#""kind": "public", "redirect_uris": []"#, "redirect_uris: at least one is required"),
        (#""kind": "public", "redirect_uris": "https://a.example/""#, "redirect_uris: must be a list of strings"),
        (#"\#(app), "home_url": "javascript:alert(1)""#, "home_url: must be an https URL"),
        (#"\#(app), "post_logout_redirect_uris": ["http://a.example/"]"#, "post_logout_redirect_uris: http://a.exa"),
        (#"\#(app), "secret_sha256": ["\#(hash)"]"#, "secret_sha256: a public client cannot keep a secret"),
        (#""kind": "confidential""#, "secret_sha256: missing; create a secret with siwa clients secret"),
        (#""kind": "confidential", "secret_sha256": ["0F"]"#, "secret_sha256: must be 64 lowercase hexadecimal"),
        (
            #""kind": "confidential", "secret_sha256": ["\#(hash)", "\#(hash)", "\#(hash)"]"#,
            "secret_sha256: at most two, the new and the old one"
        ),
        (#"\#(app), "pkce": "optional""#, "pkce: a public client requires a code challenge"),
        (
            #""kind": "public", "name": "Sh\u202Eop", "redirect_uris": ["com.example.app:/cb"]"#,
            "name: has characters that nobody sees"
        ),
        (#"\#(app), "pkce": "plain""#, "pkce: must be one of required, optional"),
        (#"\#(app), "scopes": ["openid", "groups"]"#, "scopes: groups is not one of openid, profile, email"),
        (#"\#(app), "audience": """#, "audience: must be a text that is not empty"),
        (
            #"\#(app), "audience": "https://id.example.com""#,
            "audience: must differ from access_tokens.audience; whatever accepts the service's own tokens"
        ),
        (#"\#(app), "apple_client": "app""#, "apple_client: app is not a client of kind web or android of the teams"),
        (#"\#(app), "consent": "always""#, "consent: must be one of never, once"),
        (#"\#(app), "id_token_claims": "all""#, "id_token_claims: must be one of full, lean"),
        (#"\#(app), "id_token_alg": "none""#, "id_token_alg: must be one of ES256, RS256"),
        (#"\#(app), "username": "name""#, "username: must be one of none, email"),
        (#"\#(app), "logout_token_typ": "jwt""#, "logout_token_typ: must be one of logout+jwt, JWT"),
        (#"\#(app), "backchannel_logout_uri": "http://a.example/""#, "backchannel_logout_uri: must be an https URL"),
        (#"\#(app), "backchannel_logout_uri": "https://a.example/#x""#, "backchannel_logout_uri: must be an https URL"),
        (#"\#(app), "redirect_uri": "https://a.example/""#, "redirect_uri: unknown key"),
    ])
    func `refuses a client`(members: String, fault: String) {
        #expect(faults(of: members).contains { $0.hasPrefix("openid.clients.x.\(fault)") })
    }

    /// An access token with this audience passes as an ID token of the client of that name.
    @Test func `no access token is made for a client_id, its own or another's`() {
        let clients = #""a": {\#(Self.app), "audience": "b"}, "b": {\#(Self.app), "audience": "b"}"#
        let found = faults(#"{"enabled": true, "clients": {\#(clients)}}"#)
        for id in ["a", "b"] {
            #expect(found.contains { $0.hasPrefix("openid.clients.\(id).audience: it is the client_id of a client") })
        }
        let own = #expect(throws: ConfigurationFaults.self) {
            try read(
                #"{"enabled": true, "clients": {"a": {\#(Self.app)}}}"#,
                members: #""access_tokens": {"audience": "a"},"#)
        }
        #expect(own?.lines.contains { $0.hasPrefix("access_tokens.audience: it is the client_id of a client") } == true)
    }

    @Test(arguments: [
        "http://app.example.com/cb", "https://app.example.com/*", "https://app.example.com/cb#x", "myapp:/cb",
        "javascript:alert(1)", "http://localhost/cb", "https://a@app.example.com/cb", "/cb", "",
    ])
    func `refuses a redirect URI that others could receive`(uri: String) {
        let members = #""kind": "public", "name": "x", "redirect_uris": ["\#(uri)"]"#
        #expect(faults(of: members).count { $0.hasPrefix("openid.clients.x.redirect_uris: \(uri) must be https") } == 1)
    }

    @Test(arguments: [
        "null", "*", "https://app.example.com/", "https://App.example.com", "https://app.example.com:443",
        "http://app.example.com", "app.example.com", "file://", "capacitor://", "https://app.example.com/path", "",
        "capacitor://localhost/",
    ])
    func `refuses what no browser sends as an origin`(origin: String) {
        let fault =
            "openid.clients.x.web_origins: \(origin) is not an origin as browsers send it, such as "
            + "https://app.example.com"
        #expect(faults(of: #"\#(Self.app), "web_origins": ["\#(origin)"]"#) == [fault])
    }

    @Test func `a malformed hash is not repeated, for it may be the secret`() {
        let lines = faults(of: Self.confidential.replacing(Self.hash, with: "hunter2-hunter2"))
        #expect(lines.count == 1 && !lines.joined().contains("hunter2"))
    }

    @Test func `the client at Apple is named where there are several, and missed where there is none`() throws {
        #expect(
            faults(of: Self.app, webClients: ["one", "two"]) == [
                "openid.clients.x.apple_client: missing; the teams have several clients of kind web: one, two"
            ])
        #expect(
            faults(of: Self.app, webClients: []) == [
                "openid.clients.x.apple_client: the teams have no client of kind web to sign in with"
            ])
        #expect(try client(Self.app + #", "apple_client": "two""#, webClients: ["one", "two"]).appleClient == "two")
    }

    @Test func `the example of the documentation is a good one`() throws {
        let text = try Documents.text("configuration.md")
        let section = try #require(text.split(separator: "## OpenID clients\n").last)
        let example = try #require(section.split(separator: "```json\n\"openid\": ").dropFirst().first)
        let json = try #require(example.split(separator: "\n```").first)
        #expect(try read(String(json)).openID?.clients.map(\.id) == ["desktop", "wiki"])
    }

    @Test func `warns of what is allowed and weak`() throws {
        func warnings(_ members: String, _ others: String = "") throws -> [String] {
            try read(#"{"enabled": true, "clients": {"x": {\#(members)}}}"#, members: others).warnings
                .filter { $0.hasPrefix("openid") }
        }
        #expect(try warnings(Self.app).isEmpty)
        #expect(try warnings(Self.confidential).isEmpty)
        #expect(
            try warnings(Self.confidential + #", "pkce": "optional""#).map { $0.prefix(31) } == [
                "openid.clients.x.pkce is option"
            ])
        let local = Self.app.replacing("https://app.example.com/cb", with: "http://localhost:8000/cb")
        #expect(try warnings(local).count == 1)
        #expect(try warnings(local)[0].hasPrefix("openid.clients.x.redirect_uris has http://localhost:8000/cb"))
        #expect(try read(#"{"enabled": true}"#).warnings.contains { $0.hasPrefix("openid.enabled without") })
    }
}
