import Testing

@testable import SignInFlows

struct ReturnTargetTests {
    static let allowed = [
        "https://app.example.com/done", "http://localhost:3000/", "javascript:alert(1)", "myapp://done",
    ]

    static let hostile = [
        "//evil.example", "///evil.example", "////evil.example", "/\\evil.example", "\\\\evil.example",
        "\\/evil.example",
        "/\\/evil.example", "//evil.example/%2f..", "/%2f/evil.example", "/%2F%2Fevil.example", "/%5cevil.example",
        "/%5C%5Cevil.example", "/%255cevil.example", "/%252f%252fevil.example", "/a/%2e%2e//evil.example",
        "/..//evil.example", "/.//evil.example", "/../evil", "/a/..", "/a/../b", "/.", "/..", "/a/./b", "/%2e%2e/evil",
        "/%2e/evil", "/a//b", "/a//", "https://evil.example", "http://evil.example", "HTTPS://evil.example",
        "https:evil.example", "https:/evil.example", "https:///evil.example", "http:\\\\evil.example",
        "ftp://evil.example", "file:///etc/passwd", "javascript:alert(1)", "JaVaScRiPt:alert(1)",
        "java\tscript:alert(1)",
        "javascript://app.example.com/%0aalert(1)", "data:text/html,x", "vbscript:x", "blob:x", "about:blank",
        "mailto:a@b", "myapp://done", "evil.example", "@evil.example", ".evil.example", ":80", "?next=/", "#top", "a",
        " /a", "/a ", "/a b", "\t/a", "/\ta", "/a\r\nSet-Cookie: a=b", "/a\n", "/a\u{0}", "/a%00", "/a%0d%0aLocation:x",
        "/a?x=%0a", "/a?x=%5cevil", "/a#%0d", "/a%7f", "/a\u{7f}", "/%", "/%2", "/%zz", "/a?%g1", "/a?%", "/é",
        "/\u{2215}evil", "/\u{202e}evil", "/\u{feff}", "\u{feff}/a", "／evil.example", "/\u{ff0f}evil.example",
        "https://app.example.com/done/", "https://app.example.com/done?x", "https://app.example.com/done#x",
        "https://app.example.com/", "https://app.example.com", "https://APP.example.com/done",
        "https://app.example.com:443/done", "https://app.example.com@evil.example/done",
        "https://app.example.com.evil.example/done", "https://app.example.com/done\u{0}", "http://app.example.com/done",
        "http://localhost:3000", "http://localhost:30000/", "http://localhost:3000//", "/<script>", "/\"", "/a|b",
        "/{a}",
        "/[a]", "/a^b", "/`",
    ]

    static let harmless = [
        "/", "/a", "/a/", "/a/b-c_d.e~f", "/a?x=1&y=a%20b", "/a?next=%2Fb", "/a#part", "/?q=%C3%A9", "/%C3%A9t%C3%A9",
        "/a;b=1,2:3@4!$'()*+=", "/...", "/.well-known/x", "/a?u=//b", "https://app.example.com/done",
        "http://localhost:3000/",
    ]

    @Test func `the table is as long as it should be`() {
        #expect(Set(Self.hostile).count >= 60)
    }

    @Test(arguments: hostile)
    func `refuses what leads elsewhere or could be read in two ways`(_ address: String) {
        #expect(ReturnTarget.decide(address, allowed: Self.allowed) == nil)
    }

    @Test(arguments: harmless)
    func `keeps a plain path and a configured address as they are`(_ address: String) {
        #expect(ReturnTarget.decide(address, allowed: Self.allowed)?.location == address)
    }

    @Test func `goes to the start page where nothing is asked for`() {
        #expect(ReturnTarget.decide(nil, allowed: [])?.location == "/")
        #expect(ReturnTarget.decide("", allowed: [])?.location == "/")
    }

    @Test func `refuses an address that is too long`() {
        #expect(ReturnTarget.decide("/" + String(repeating: "a", count: 2_047), allowed: []) != nil)
        #expect(ReturnTarget.decide("/" + String(repeating: "a", count: 2_048), allowed: []) == nil)
    }
}

struct PublicURLTests {
    @Test(arguments: [
        ("https://id.example.com", "https://id.example.com"), ("https://ID.example.com/", "https://id.example.com"),
        ("https://id.example.com:443", "https://id.example.com"), ("https://a.b:8443", "https://a.b:8443"),
        ("http://localhost:8080", "http://localhost:8080"), ("http://idp.localhost", "http://idp.localhost"),
        ("http://127.0.0.1:80", "http://127.0.0.1"), ("http://[::1]:8080", "http://[::1]:8080"),
    ])
    func `reads an origin`(_ text: String, _ origin: String) {
        let url = PublicURL(text)
        #expect(url?.origin == origin)
        #expect(url?.isSecure == text.hasPrefix("https"))
        #expect(url?.callbackURL == origin + "/web/callback")
    }

    @Test(arguments: [
        "", "id.example.com", "https://", "https:///", "https://a/b", "https://a?b", "https://a#b", "https://u@a",
        "https://a:0", "https://a:65536", "https://a:", "https://a:b", "https://a b", "https://a_b", "https://-a",
        "ftp://a", "ftps://localhost", "http://localhost:+80",
        "http://id.example.com", "http://localhost.evil.example", "http://127.evil.example", "http://128.0.0.1",
        "https://é.example", "https://a..b", "https://[", "https://[]", "https://[::1", "https://a\\b", "https://a\n",
        "http://127.0.0.1.evil.example",
    ])
    func `refuses anything else`(_ text: String) {
        #expect(PublicURL(text) == nil)
    }
}
