import HTTPTypes
import HummingbirdTesting
import Settings
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

/// What Android reads before an app opens links to this host, and what becomes of them without the app.
@Suite struct AndroidAppTests {
    private static let certificate = Array(repeating: "0F", count: 31).joined(separator: ":") + ":A9"
    private static let app = #""kind": "public", "name": "App", "redirect_uris": ["https://id.example.com/oauth/app"]"#

    private func read(_ members: String) throws(ConfigurationFaults) -> OpenIDClient? {
        let json = """
            {"public_url": "https://id.example.com", "openid": {"enabled": true, "clients": {"x": {\(members)}}},
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}}, "clients": {
              "web": {"id": "com.example.web", "kind": "web", "primary_app_id": "com.example.app"},
              "android": {"id": "com.example.a", "kind": "android"}}}}}
            """
        return try ServerConfiguration(json: Array(json.utf8)).openID?.clients.first
    }

    private func faults(_ members: String) -> [String] {
        do throws(ConfigurationFaults) {
            _ = try read(Self.app + members)
            return []
        } catch {
            return error.lines
        }
    }

    /// Android follows no redirect, compares the text of a fingerprint, and wants this type of content.
    @Test func `whoever asks gets the statements of all apps at once`() async throws {
        let service = try TestService(requestsPerMinute: 1, openID: TestClients.all)
        let certificate = TestClients.certificate
        let statement = #"""
            [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",\#
            "package_name":"com.example.notes","sha256_cert_fingerprints":["\#(certificate)"]}}]
            """#
        try await service.run { caller in
            for path in [Paths.assetLinks, Paths.assetLinks + "?again=1", Paths.assetLinks] {
                let response = try await caller.get(path, headers: ["Cookie": "siwa-session=nothing"])
                #expect(response.status == .ok)
                #expect(response.headers[.contentType] == "application/json")
                #expect(response.headers[.cacheControl] == "public, max-age=300")
                #expect(response.headers[.location] == nil && response.cookies.isEmpty)
                #expect(response.text == statement)
            }
        }
    }

    @Test func `a browser in which the app did not open shows a page that keeps the code to itself`() async throws {
        let service = try TestService(openID: TestClients.all)
        try await service.run { caller in
            let response = try await caller.get(Paths.oauthApp + "?code=secret-code&state=secret-state&iss=x")
            #expect(response.status == .ok && response.text.contains("The app did not open"))
            #expect(!response.text.contains("secret-"))
            #expect(response.headers[.cacheControl] == "no-store")
            #expect(response.headers[.referrerPolicy] == "no-referrer")
        }
    }

    @Test func `a person also gets a page if the answer arrives in a form, or too often`() async throws {
        let service = try TestService(requestsPerMinute: 1, openID: TestClients.all)
        try await service.run { caller in
            let answer = "?code=secret-code&state=secret-state"
            let posted = try await caller.form(Paths.oauthApp + answer, "code=secret-code")
            #expect(posted.status == .methodNotAllowed && posted.text.contains("<html"))
            var response = posted
            while response.status != .tooManyRequests {
                response = try await caller.get(Paths.oauthApp + answer)
                try #require([.ok, .tooManyRequests].contains(response.status))
            }
            #expect(response.text.contains("<html"))
            for page in [posted, response] {
                #expect(!page.text.contains("secret-") && page.headers[.referrerPolicy] == "no-referrer")
            }
        }
    }

    @Test func `without an app both paths are as unknown as any other`() async throws {
        let service = try TestService(openID: [TestClients.dashboards, TestClients.notes])
        try await service.run { caller in
            for path in [Paths.assetLinks, Paths.oauthApp] {
                let response = try await caller.get(path)
                #expect(response.status == .notFound && response.errorCode == "route_unknown")
            }
        }
    }

    @Test func `an app is read with all its certificates`() throws {
        let other = Self.certificate.replacing("0F", with: "B1")
        let client = try read(
            Self.app + #", "android_package": "com.example.app_2", "android_certificates": "#
                + #"["\#(Self.certificate)", "\#(other)"]"#)
        #expect(
            client?.androidApp
                == AndroidApp(package: "com.example.app_2", certificates: [Self.certificate, other]))
        #expect(try read(Self.app)?.androidApp == nil)
    }

    @Test func `people may sign in at Apple with a client of kind android`() throws {
        #expect(try read(Self.app + #", "apple_client": "android""#)?.appleClient == "android")
        #expect(try read(Self.app)?.appleClient == "web")
    }

    @Test(arguments: [
        "example", "com.example.", ".com.example", "com..example", "com.1example", "com.example-app", "com.exämple",
        "com.example app", "com._example", "",
    ])
    func `what is no application ID is a fault`(_ package: String) {
        let faults = faults(
            #", "android_package": "\#(package)", "android_certificates": ["\#(Self.certificate)"]"#)
        #expect(faults.contains { $0.contains("android_package") }, "\(faults)")
    }

    @Test(arguments: [
        certificate.lowercased(), certificate.replacing(":", with: ""), String(certificate.dropLast()),
        certificate + ":00", certificate.replacing("A9", with: "G9"), certificate.replacing(":", with: "-"),
        certificate.replacing("0F:", with: "F:"), " " + certificate, "",
    ])
    func `what Android would not find equal is a fault at the start`(_ text: String) {
        let faults = faults(#", "android_package": "com.example.app", "android_certificates": ["\#(text)"]"#)
        #expect(faults.contains { $0.contains("android_certificates") }, "\(faults)")
    }

    @Test(arguments: [
        #", "android_package": "com.example.app""#, #", "android_certificates": ["\#(certificate)"]"#,
    ])
    func `an app without certificates, or certificates without an app, are a fault`(_ members: String) {
        #expect(faults(members).contains { $0.contains("missing; ") })
    }

    /// The statement is about all links to this host.
    @Test func `somebody else's app, or a client with a secret, opens no links to this host`() {
        let links = #", "android_package": "com.example.app", "android_certificates": ["\#(Self.certificate)"]"#
        #expect(faults(links + #", "consent": "once""#).contains { $0.contains("not your own") })
        let hash = String(repeating: "0f", count: 32)
        let confidential = #""kind": "confidential", "name": "A", "redirect_uris": ["https://a.example.com/cb"], "#
        do throws(ConfigurationFaults) {
            _ = try read(confidential + #""secret_sha256": ["\#(hash)"]"# + links)
            Issue.record("a confidential client is an app")
        } catch {
            #expect(error.lines.contains { $0.contains("an app is a public client") })
        }
    }
}
