import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// A request that Apple refuses, what Apple's page shows, and the cause that the emulator adds.
struct RefusedRequest: Sendable, CustomTestStringConvertible {
    let cause: String
    let title: String
    let text: String?
    let changes: [String: String?]

    init(_ cause: String, _ title: String, _ text: String?, _ changes: [String: String?]) {
        self.cause = cause
        self.title = title
        self.text = text
        self.changes = changes
    }

    var testDescription: String { "\(cause) \(changes)" }

    static let invalidRedirect = "Invalid web redirect url"
    static let all: [RefusedRequest] = [
        .init("client_missing", "invalid_request", nil, ["client_id": nil]),
        .init("client_missing", "invalid_request", nil, ["client_id": ""]),
        .init("client_unknown", "invalid_client", nil, ["client_id": "com.example.unknown"]),
        .init("client_unknown", "invalid_client", nil, ["client_id": "COM.EXAMPLE.WEB"]),
        .init("client_unknown", "invalid_client", nil, ["client_id": "EMUTEAM001.com.example.web"]),
        .init("redirect_missing", "invalid_request", invalidRedirect, ["redirect_uri": nil]),
        .init("redirect_unregistered", "invalid_request", invalidRedirect, ["redirect_uri": "https://evil.example/"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": TestEmulator.returnURL + "/"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": TestEmulator.returnURL + "?a=b"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": TestEmulator.returnURL + "#x"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": "http://app.example/web/callback"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": "https://APP.example/web/callback"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": "http://127.0.0.1:9/cb/../x"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect,
            ["redirect_uri": "http://127.0.0.1:@evil.example/cb"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect, ["redirect_uri": "http://127.0.0.1:*/cb "]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect, ["redirect_uri": "http://127.0.0.1:99999/cb"]),
        .init(
            "redirect_unregistered", "invalid_request", invalidRedirect, ["client_id": TestEmulator.app]),
        .init(
            "response_type_unsupported", "invalid_request", "Invalid response type", ["response_type": "id_token"]),
        .init("response_type_unsupported", "invalid_request", "Invalid response type", ["response_type": "token"]),
        .init("response_type_unsupported", "invalid_request", "Invalid response type", ["response_type": nil]),
        .init("response_mode_unknown", "invalid_request", "Invalid response mode", ["response_mode": "form_post.jwt"]),
        .init(
            "response_mode_query_with_id_token", "invalid_request", "Invalid response mode",
            ["response_mode": "query"]),
        .init("scope_unsupported", "invalid_scope", nil, ["scope": "name email phone"]),
        .init(
            "scope_profile", "invalid_request", "Application is not authorized to access the requested information",
            ["scope": "profile"]),
        .init(
            "response_mode_for_scope", "invalid_request",
            "response_mode must be form_post when name or email scope is requested.", ["response_mode": "fragment"]),
        .init(
            "response_mode_for_scope", "invalid_request",
            "response_mode must be form_post when name or email scope is requested.",
            ["response_mode": nil, "response_type": "code"]),
        .init("challenge_method", "invalid_request", nil, ["code_challenge": VerifierTests.challenge]),
        .init(
            "challenge_method", "invalid_request", nil,
            ["code_challenge": VerifierTests.challenge, "code_challenge_method": "plain"]),
        .init("challenge_malformed", "invalid_request", nil, ["code_challenge_method": "S256"]),
        .init(
            "challenge_malformed", "invalid_request", nil,
            ["code_challenge": "short", "code_challenge_method": "S256"]),
    ]
}

@Suite struct AuthorizeRefusalTests {
    @Test(arguments: RefusedRequest.all)
    func `shows Apple's words and our cause, and redirects nowhere`(_ refused: RefusedRequest) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, Caller.authorizeURL(refused.changes))
            #expect(reply.status == 400)
            #expect(reply.header("Location") == nil)
            #expect(reply.header("Content-Type") == "text/html; charset=utf-8")
            #expect(reply.text.contains("<h1 id=\"heading\" lang=\"en\" class=\"code-title\">\(refused.title)</h1>"))
            if let text = refused.text { #expect(reply.text.contains("<p class=\"lead\" lang=\"en\">\(text)</p>")) }
            #expect(reply.text.contains("<code>\(refused.cause)</code>"))
            #expect(reply.text.contains("The emulator’s help"))
            #expect(try await caller.lastCause() == refused.cause)
        }
    }

    @Test(arguments: RefusedRequest.all)
    func `refuses an approval by control call for the same cause`(_ refused: RefusedRequest) async throws {
        try await TestEmulator().run { caller in
            let answer = try await caller.approve("maya", refused.changes)
            #expect(answer.text("error") == refused.title)
            #expect(answer.text("cause") == refused.cause)
            #expect(answer["fields"] == nil)
        }
    }

    @Test func `shows the return URL that was sent beside the registered ones`() async throws {
        try await TestEmulator().run { caller in
            let sent = ["redirect_uri": "https://app.example/web/callback?a=<b>"]
            let page = try await caller.send(.get, Caller.authorizeURL(sent)).text
            #expect(page.contains("<dt>Sent</dt><dd><code>https://app.example/web/callback?a=&lt;b&gt;</code></dd>"))
            #expect(page.contains("<dt>Registered</dt><dd><code>"))
            #expect(page.contains("<dd><code>\(TestEmulator.returnURL)</code></dd>"))
            #expect(page.contains(#"<a href="/portal/service?"#) && page.contains("com.example.web"))
            let nothing = try await caller.send(.get, Caller.authorizeURL(["redirect_uri": nil])).text
            #expect(nothing.contains("<dt>Sent</dt><dd>none</dd>"))
            let app = try await caller.send(.get, Caller.authorizeURL(["client_id": TestEmulator.app])).text
            #expect(app.contains("<dt>Registered</dt><dd>none</dd>") && app.contains(#"<a href="/portal">"#))
            let other = try await caller.send(.get, Caller.authorizeURL(["client_id": "com.example.unknown"])).text
            #expect(!other.contains("<dt>Registered</dt>"))
        }
    }

    @Test(arguments: [
        ("http://localhost:9999/other", "Register this address first."),
        ("http://app.example/web/callback", "Use https."),
    ])
    func `says what to do about a return URL with http`(url: String, advice: String) async throws {
        try await TestEmulator().run { caller in
            let page = try await caller.send(.get, Caller.authorizeURL(["redirect_uri": url])).text
            #expect(page.contains(advice))
        }
    }

    @Test func `a browser gets a page at an unknown address, and a program gets the status alone`() async throws {
        try await TestEmulator().run { caller in
            let page = try await caller.send(.get, "/nowhere", headers: [.accept: "text/html,*/*;q=0.8"])
            #expect(page.status == 404 && page.header("Content-Type") == "text/html; charset=utf-8")
            #expect(page.text.contains("There is nothing at this address"))
            #expect(page.header("X-Emulator") == "apple-id-emulator")
            let reply = try await caller.send(.get, "/nowhere", headers: [.accept: "*/*"])
            #expect(reply.status == 404 && !reply.text.contains("<html"))
        }
    }

    @Test func `refuses a repeated parameter`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, Caller.authorizeURL() + "&state=2")
            #expect(reply.status == 400)
            #expect(try await caller.lastCause() == "parameter_repeated")
        }
    }

    @Test(arguments: ["%", "%4", "%zz", "%ff", "%C3%28"])
    func `refuses a query that is not percent-encoded UTF-8`(_ broken: String) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, Caller.authorizeURL() + "&x=" + broken)
            #expect(reply.status == 400)
            #expect(try await caller.lastCause() == "query_encoding")
        }
    }

    @Test(
        arguments: [
            ["prompt": "login"], ["max_age": "0"], ["ui_locales": "de"], ["login_hint": "x@example.com"],
            ["anything": "else"], ["scope": "openid name"], ["nonce": nil], ["state": nil],
            ["scope": nil], ["redirect_uri": "http://127.0.0.1:49152/cb"],
            ["redirect_uri": "http://localhost:8080/cb"], ["response_type": "id_token code"],
        ] as [[String: String?]])
    func `lets pass what Apple lets pass`(_ changes: [String: String?]) async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(.get, Caller.authorizeURL(changes))
            #expect(reply.status == 200)
            #expect(reply.text.contains("Choose an account"))
        }
    }

    @Test func `answers no request of another origin with permission to read`() async throws {
        try await TestEmulator().run { caller in
            let reply = try await caller.send(
                .get, Caller.authorizeURL(), headers: [.origin: "https://app.example"])
            #expect(reply.header("Access-Control-Allow-Origin") == nil)
        }
    }
}
