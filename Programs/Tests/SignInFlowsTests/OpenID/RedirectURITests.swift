import Testing

@testable import SignInFlows

/// Where a code may be sent (RFC 9700 section 4.1.3, RFC 8252 sections 7 and 8).
struct RedirectURITests {
    @Test(arguments: [
        "https://app.example.com/cb", "https://app.example.com:8443/cb?tenant=1", "https://app.example.com",
        "https://[2001:db8::1]:8443/cb", "http://127.0.0.1/cb", "http://[::1]/cb", "http://127.0.0.1:7000/cb",
        "http://localhost:8000/", "com.example.app:/oauth2redirect", "com.example.app://oauth/cb",
    ])
    func `an address of one of the four forms can be configured, and is only itself`(_ text: String) throws {
        let registered = try #require(RedirectURI(text))
        #expect(registered.matches(text))
        for other in [text + "/", text + "?a=b", text + "%2e", text.uppercased(), text + ".evil.example", " " + text] {
            #expect(!registered.matches(other), "\(other)")
        }
    }

    @Test(arguments: [
        "", "app.example.com/cb", "/cb", "http://app.example.com/cb", "http://localhost/cb", "http://localhost:0/cb",
        "http://localhost:65536/", "https://app.example.com/cb#part", "https://*.example.com/cb",
        "https://user@app.example.com/cb", "https://app.example.com\\@evil.example/", "https:///cb", "https:cb",
        "https://app.example.com/a/../cb", "https://app.example.com:99999/", "javascript:alert(1)",
        "data:text/html,hello", "file:///etc/passwd", "about:blank", "myapp://cb", "myapp:/cb", "com.example.app:",
        "Com.example.app:/cb", "https://app.example.com/ü", "https://app.example.com/a b", "http://127.0.0.1:/cb",
        "http://127.0.0.1.evil.example/cb", "http://127.0.0.2/cb", "http://[::1].evil.example/", "ws://a.example/cb",
        "https://app.example.com/\u{0}", "https://%61pp.example.com/cb",
    ])
    func `any other text cannot`(_ text: String) {
        #expect(RedirectURI(text) == nil)
    }

    @Test(arguments: ["", ":1", ":49152", ":65535"])
    func `a loopback address matches with every port`(_ port: String) throws {
        for host in ["http://127.0.0.1", "http://[::1]"] {
            let registered = try #require(RedirectURI(host + "/cb"))
            #expect(registered.matches(host + port + "/cb"))
            #expect(!registered.matches(host + port + "/cb2"))
            #expect(!registered.matches(host + port + "@evil.example/cb"))
        }
        let ported = try #require(RedirectURI("http://127.0.0.1:3000/cb"))
        #expect(ported.matches("http://127.0.0.1" + port + "/cb"))
    }

    @Test func `a port is a number that a program can listen on`() throws {
        let registered = try #require(RedirectURI("http://127.0.0.1/cb"))
        for port in [":0", ":65536", ":x", ":", ":08", ":1:2"] {
            #expect(!registered.matches("http://127.0.0.1" + port + "/cb"), "\(port)")
        }
        #expect(!registered.matches("http://[::1]/cb"))
        #expect(!registered.matches("https://127.0.0.1/cb"))
    }

    @Test func `the port of localhost counts`() throws {
        let registered = try #require(RedirectURI("http://localhost:8000/"))
        #expect(!registered.matches("http://localhost:8001/"))
    }

    @Test func `only an https address belongs to somebody`() throws {
        #expect(try #require(RedirectURI("https://app.example.com/cb")).isClaimable == false)
        for text in ["http://127.0.0.1/cb", "http://localhost:8000/", "com.example.app:/cb"] {
            #expect(try #require(RedirectURI(text)).isClaimable, "\(text)")
        }
    }

    @Test func `an https address has the origin that a browser sends`() throws {
        #expect(RedirectURI("https://App.example.com:443/cb?x=/")?.origin == "https://app.example.com")
        #expect(RedirectURI("https://app.example.com:8443")?.origin == "https://app.example.com:8443")
        #expect(RedirectURI("http://localhost:8000/")?.origin == nil)
    }
}
