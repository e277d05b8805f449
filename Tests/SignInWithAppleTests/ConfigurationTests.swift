import Foundation
import JSONWebTokens
import Testing

@testable @_spi(SignInPrograms) import SignInWithApple

@Suite struct ConfigurationTests {
    private let app = ClientID(rawValue: "com.example.app")
    private let team = TeamID(rawValue: "TEAM123456")
    private let key = SigningKey.makeES256(keyID: "KEY1234567")

    private func keys() throws -> JSONWebKeySet {
        JSONWebKeySet(keys: [try SigningKey.makeRS256(keyID: "A").publicJSONWebKey])
    }

    @Test func `no verifier exists without issuer, client id and key`() throws {
        let keys = try keys()
        let curve = JSONWebKeySet(keys: [key.publicJSONWebKey])
        _ = try IdentityTokenVerifier(issuer: "i", clientIDs: [app], keys: keys, leeway: 60)
        for (issuer, clients, keys, leeway, fault) in [
            ("", [app], keys, 0, .noIssuer), ("i", [], keys, 0, .noClientID),
            ("i", [ClientID(rawValue: "")], keys, 0, .clientIDInvalid),
            ("i", [ClientID(rawValue: "a b")], keys, 0, .clientIDInvalid),
            ("i", [app], JSONWebKeySet(keys: []), 0, .noVerificationKey), ("i", [app], curve, 0, .noVerificationKey),
            ("i", [app], keys, 61, .leewayOutOfRange), ("i", [app], keys, -1, .leewayOutOfRange),
        ] as [(String, Set<ClientID>, JSONWebKeySet, Int, ConfigurationFault)] {
            #expect(throws: fault) {
                try IdentityTokenVerifier(issuer: issuer, clientIDs: clients, keys: keys, leeway: leeway)
            }
            #expect(throws: fault) {
                try NotificationVerifier(issuer: issuer, clientIDs: clients, keys: keys, leeway: leeway)
            }
        }
    }

    @Test func `no client is configured without team, key and client id`() throws {
        #expect(throws: ConfigurationFault.noClientID) {
            try AppleAppConfiguration(teamID: team, signingKeys: [key], clientIDs: [])
        }
        #expect(throws: ConfigurationFault.noSigningKey) {
            try AppleAppConfiguration(teamID: team, signingKeys: [], clientIDs: [app])
        }
        #expect(throws: ConfigurationFault.teamIDInvalid) {
            try AppleAppConfiguration(teamID: TeamID(rawValue: ""), signingKeys: [key], clientIDs: [app])
        }
        #expect(throws: ConfigurationFault.signingKeyWithoutID) {
            try AppleAppConfiguration(teamID: team, signingKeys: [.makeES256(keyID: nil)], clientIDs: [app])
        }
        #expect(throws: ConfigurationFault.signingKeyNotES256) {
            try AppleAppConfiguration(teamID: team, signingKeys: [.makeRS256(keyID: "A")], clientIDs: [app])
        }
    }

    @Test(arguments: [
        "", "idp.localhost:9080", "ftp://idp.localhost", "http://", "http://:80", "http://user@host", "http://host/",
        "http://host?x",
        "http://host#x", "http://host:0", "http://host:65536", "http://host:8a", "http://ho st", "http://host\\x",
        "http://[::1", "http://[x]",
        "HTTP://host", "http://höst",
    ])
    func `an emulator's address is an origin and nothing else`(address: String) {
        #expect(throws: ConfigurationFault.emulatorAddressInvalid) { try AppleEndpoints(emulator: address) }
    }

    @Test(arguments: [
        ("http://localhost:8080", true), ("http://idp.localhost:9080", true), ("http://127.0.0.1", true),
        ("http://127.9.9.9:1", true),
        ("http://[::1]:9080", true), ("https://localhost", true), ("https://apple.example", false),
        ("http://127.0.0.1.example.com", false),
        ("http://localhost.example.com", false), ("http://mylocalhost", false), ("http://128.0.0.1", false),
        ("http://127.1", false),
        ("http://[::2]", false),
    ])
    func `knows which addresses are on this machine`(address: String, isLoopback: Bool) throws {
        #expect(try AppleEndpoints(emulator: address).isLoopback == isLoopback)
    }

    @Test func `Apple's addresses are fixed`() {
        let apple = AppleEndpoints.apple
        #expect(
            [apple.issuer, apple.authorize, apple.token, apple.keys, apple.revoke].map { $0.dropFirst(25) }
                == ["", "/auth/authorize", "/auth/token", "/auth/keys", "/auth/revoke"])
        #expect(apple.issuer == "https://appleid.apple.com" && !apple.isLoopback)
    }

    @Test func `secrets print as redacted, however they are printed`() {
        let code = AuthorizationCode(secretValue: "canary")
        var dumped = ""
        dump(code, to: &dumped)
        let wrapped = TokenReply(
            accessToken: AccessToken(secretValue: "canary"), refreshToken: RefreshToken(secretValue: "canary"),
            expiresIn: 1,
            identityToken: nil)
        for text in [
            "\(code)", String(reflecting: code), dumped, "\(wrapped)", String(reflecting: wrapped), "\([code])",
        ] {
            #expect(!text.contains("canary"))
        }
    }

    @Test(arguments: [(0, 1), (300, 300), (15_777_001, 15_776_940), (Int.max, 15_776_940), (Int.min, 1)])
    func `client secrets are dated a minute back and live no longer than Apple takes`(asked: Int, lifetime: Int) throws
    {
        let factory = try ClientSecretFactory(teamID: team, key: key)
        let secret = try factory.issue(for: app, at: Date(timeIntervalSince1970: 1_000), lifetime: asked)
        let claims = try StrictJSONReader.readObject(CompactJWS(secret.secretValue).payload)
        #expect(claims.double("exp") == Double(1_000 + lifetime) && claims.double("iat") == 940)
    }
}
