import ChildPrograms
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import siwa

/// `siwa clients`, as an operator would use it. No command needs a database.
@Suite final class ClientsTests {
    private static let hash = String(repeating: "0f", count: 32)
    private static let clients = """
        "grafana": {"kind": "confidential", "name": "Graf\u{A0}ana", "secret_sha256": ["\(hash)"],
          "redirect_uris": ["https://grafana.example.com/login/generic_oauth"], "offline_access": true},
        "app": {"kind": "public", "name": "App", "redirect_uris": ["com.example.app:/cb"], "scopes": ["openid"]}
        """
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs a command with a service of one web client at Apple.
    private func run(_ command: String, _ options: String..., openID: String) async throws -> Program.Ended {
        let json = """
            {"public_url": "https://id.example.com", "openid": \(openID),
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"TESTKEY001": {"file": "key.p8"}},
               "clients": {"web": {"id": "com.example.web", "kind": "web", "primary_app_id": "com.example.app"}}}}}
            """
        let config = try folder.write(json, to: "siwa.json")
        return try await Program.siwa.run(["clients", command, "--config", config] + options)
    }

    private static let enabled = #"{"enabled": true, "clients": {\#(clients)}}"#

    @Test func `the clients are listed on a line each, and nothing in a name moves the cursor`() async throws {
        let listed = try await run("list", openID: Self.enabled)
        #expect(listed.status == 0)
        #expect(
            listed.lines == [
                "app  public  openid  App",
                #"grafana  confidential  openid,profile,email,offline_access  Graf\u00a0ana"#,
            ])
        #expect(try await run("list", openID: #"{"enabled": true}"#).errors == "no clients\n")
    }

    @Test func `the list for programs has every setting and no hash`() async throws {
        let listed = try await run("list", "--json", openID: Self.enabled)
        let clients = try #require(
            try StrictJSONReader.readObject(Array(listed.output.utf8), limits: .standard)["clients"]?.array)
        #expect(clients.map { $0.object?.text("client_id") } == ["app", "grafana"])
        #expect(clients.last?.object?["secrets"]?.number?.integer == 1)
        #expect(!listed.output.contains(Self.hash))
    }

    @Test func `the list for programs has what Android knows an app by`() async throws {
        let certificate = Array(repeating: "AB", count: 32).joined(separator: ":")
        let phone = """
            {"enabled": true, "clients": {"phone": {"kind": "public", "name": "Phone",
              "redirect_uris": ["https://id.example.com/oauth/app"], "android_package": "com.example.app",
              "android_certificates": ["\(certificate)"]}}}
            """
        let listed = try await run("list", "--json", openID: phone)
        let clients = try StrictJSONReader.readObject(Array(listed.output.utf8), limits: .standard)["clients"]?.array
        let client = try #require(clients?.first?.object)
        #expect(client.text("android_package") == "com.example.app")
        #expect(client["android_certificates"]?.array?.map(\.string) == [certificate])
    }

    @Test func `a good configuration is told as what to enter in each client`() async throws {
        let checked = try await run("check", openID: Self.enabled)
        #expect(checked.status == 0)
        for line in [
            "app: App", "  issuer                     https://id.example.com",
            "  discovery                  https://id.example.com/.well-known/openid-configuration",
            "  client_id                  grafana", "  client_secret              none, this is a public client",
            "  scope                      openid profile email offline_access",
            "  redirect_uri               com.example.app:/cb",
            "  token_endpoint             https://id.example.com/oauth/token",
            "  end_session_endpoint       https://id.example.com/oauth/logout",
            "  jwks_uri                   https://id.example.com/.well-known/jwks.json",
        ] { #expect(checked.lines.contains(line), "\(line)") }
        #expect(checked.errors.hasSuffix("2 clients, no faults\n"))
        #expect(!checked.output.contains(Self.hash))
    }

    @Test func `what is weak is warned of, and what is wrong is a fault`() async throws {
        let weak = Self.enabled.replacing(#""offline_access": true"#, with: #""pkce": "optional""#)
        let warned = try await run("check", openID: weak)
        #expect(warned.status == 0 && warned.errors.contains("warning: openid.clients.grafana.pkce is optional"))
        let wrong = try await run("check", openID: Self.enabled.replacing("confidential", with: "server"))
        #expect(wrong.status == 2)
        #expect(wrong.errors.contains("openid.clients.grafana.kind: must be public or confidential"))
    }

    @Test(arguments: ["list", "check"])
    func `a service without a provider has no clients`(command: String) async throws {
        let ended = try await run(command, openID: "{}")
        #expect(ended.status == 1 && ended.output.isEmpty && ended.errors.contains("openid.enabled"))
    }

    @Test func `a secret is made anew each time, and its hash is one of the configuration`() async throws {
        let made = try await [Program.siwa.run(["clients", "secret"]), Program.siwa.run(["clients", "secret"])]
        #expect(made[0].output != made[1].output)
        let fields = made[0].lines.map { $0.split(separator: " ").map(String.init) }
        #expect(fields.map(\.first) == ["client_secret", "secret_sha256"])
        let secret = try #require(fields.first?.last)
        #expect(try Base64URL.decode(secret).count == 32)
        let hash = try #require(fields.last?.last)
        #expect(try await run("check", openID: Self.enabled.replacing(Self.hash, with: hash)).status == 0)
    }

    @Test(arguments: [
        (200, #"{"issuer": "https://id.example.com"}"#, "fine openid_issuer_agrees"),
        (200, #"{"issuer": "https://id.example.com/"}"#, "failure openid_issuer_differs"),
        (200, #"{"issuer": "https://old.example.com"}"#, "failure openid_issuer_differs"),
        (200, "<html>", "failure openid_discovery_missing"), (404, "", "failure openid_discovery_missing"),
        (301, "", "failure openid_discovery_missing"),
    ])
    func `the doctor compares the issuer as clients do`(_ status: Int, _ body: String, _ expected: String) {
        let response = TransportResponse(status: status, body: Array(body.utf8))
        let finding = ProviderProbing.finding("u", response, expected: "https://id.example.com")
        #expect("\(finding.level.rawValue) \(finding.code)" == expected)
    }
}
