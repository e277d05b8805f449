import Settings
import SignInFlows
import Testing

@testable import SignInServer

/// The section `script` of a client, and what is wrong with one.
@Suite struct ScriptConfigurationTests {
    private func read(
        _ script: String, kind: String = "web"
    ) throws(ConfigurationFaults) -> TeamConfiguration.Client? {
        let json = """
            {"public_url": "https://id.example.com",
             "teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}},
              "clients": {"page": {"id": "com.example.page", "kind": "\(kind)", "primary_app_id": "com.example.app",
                "script": \(script)}}}}}
            """
        return try ServerConfiguration(json: Array(json.utf8)).teams.first?.clients.first
    }

    private func faults(_ script: String, kind: String = "web") -> [String] {
        do throws(ConfigurationFaults) {
            _ = try read(script, kind: kind)
            return []
        } catch {
            return error.lines
        }
    }

    private func faults(ofReturnURL url: String) -> [String] {
        faults(#"{"return_urls": ["\#(url)"]}"#)
    }

    private static let place = "teams.main.clients.page.script."

    @Test func `a client without the section has no pages with Apple's script`() throws {
        let json = """
            {"teams": {"main": {"team_id": "ABCDE12345", "keys": {"KEY0000001": {"file": "key.p8"}},
              "clients": {"page": {"id": "com.example.page", "kind": "web", "primary_app_id": "com.example.app"}}}}}
            """
        let client = try #require(try ServerConfiguration(json: Array(json.utf8)).teams.first?.clients.first)
        #expect(client.script == nil)
    }

    @Test func `a return URL stands for its origin, and pages get tokens unless they are the service's own`() throws {
        let several = try read(
            #"{"return_urls": ["https://a.example/x?y=1", "http://localhost:3000/", "https://b.example:8443/signin"]}"#)
        #expect(
            several?.script
                == ScriptRegistration(
                    returnURLs: [
                        "https://a.example": "https://a.example/x?y=1",
                        "http://localhost:3000": "http://localhost:3000/",
                        "https://b.example:8443": "https://b.example:8443/signin",
                    ], result: .tokens))
        let own = try read(#"{"return_urls": ["https://id.example.com/signin"], "result": "cookie"}"#)
        #expect(own?.script?.result == .cookie)
    }

    @Test(arguments: [
        ("https://App.Example/x", "https://app.example"), ("https://app.example:443/x", "https://app.example"),
        ("https://app.example", "https://app.example"), ("https://app.example?x=/", "https://app.example"),
        ("http://127.0.0.1:3000/x", "http://127.0.0.1:3000"), ("http://app.localhost/x", "http://app.localhost"),
        ("http://localhost:80/", "http://localhost"),
    ])
    func `the origin is in the form that browsers send`(url: String, origin: String) {
        #expect(ScriptRegistration.origin(ofReturnURL: url) == origin)
    }

    @Test(arguments: [
        "http://app.example/x", "ftp://app.example/x", "app.example/x", "//app.example/x", "/signin",
        "https://", "https:///x", "https://app.example/x#part", "https://app.example/#",
        "https://user@app.example/x", "https://user:secret@app.example/x", "https://*.example/x",
        "https://app.example/*", "https://app.example:0/x", "https://app.example:65536/x", "https://app.example:x/",
        "https://app.example/a b", "https://app.exämple/x", "javascript:alert(1)", "https://app.example/<x>",
        "null",
    ])
    func `a return URL that Apple's script cannot use is refused`(url: String) {
        #expect(
            faults(ofReturnURL: url) == [
                Self.place + "return_urls: \(url) must be https (http on loopback only), without *, a fragment or user "
                    + "information"
            ])
    }

    @Test func `a return URL of more than 2048 characters is refused`() {
        #expect(faults(ofReturnURL: "https://a.example/" + String(repeating: "x", count: 2_030)) == [])
        #expect(faults(ofReturnURL: "https://a.example/" + String(repeating: "x", count: 2_031)).count == 1)
    }

    @Test(arguments: ["https://a.example/2", "https://A.example/1", "https://a.example:443/1", "https://a.example"])
    func `two return URLs on one origin are refused, because the attempt could have either`(second: String) {
        #expect(
            faults(#"{"return_urls": ["https://a.example/1", "\#(second)"]}"#) == [
                Self.place + "return_urls: two are on https://a.example"
            ])
    }

    @Test(arguments: ["{}", #"{"return_urls": []}"#])
    func `a section without a return URL is refused`(script: String) {
        #expect(faults(script) == [Self.place + "return_urls: at least one is required"])
    }

    @Test(arguments: ["native", "android"])
    func `only a website has pages`(kind: String) {
        #expect(
            faults(#"{"return_urls": ["https://a.example/1"]}"#, kind: kind) == [
                Self.place + "only a client of kind web has pages with Apple's script"
            ])
    }

    @Test func `the cookie is refused to pages of another origin than the service`() {
        let cookie = #"{"return_urls": ["https://id.example.com/1", "https://a.example/1"], "result": "cookie"}"#
        #expect(
            faults(cookie) == [
                Self.place + "result: cookie is for https://id.example.com only, and a return URL is on "
                    + "https://a.example"
            ])
        #expect(
            faults(#"{"return_urls": ["https://id.example.com:8443/1"], "result": "cookie"}"#).count == 1,
            "another port is another origin")
        #expect(
            faults(#"{"return_urls": ["https://app.id.example.com/1"], "result": "cookie"}"#).count == 1,
            "a subdomain is another origin")
    }

    @Test func `another result, a wrong type and an unknown name are refused`() {
        #expect(faults(#"{"return_urls": ["https://a.example/1"], "result": "session"}"#).count == 1)
        #expect(faults(#"{"return_urls": "https://a.example/1"}"#).count >= 1)
        #expect(faults(#"{"return_urls": ["https://a.example/1"], "origins": []}"#).count == 1)
        #expect(faults(#"[]"#).count >= 1)
    }
}
