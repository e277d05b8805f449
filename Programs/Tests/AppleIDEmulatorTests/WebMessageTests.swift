import Crypto
import Foundation
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// `response_mode=web_message`, which Apple's script uses in a popup.
@Suite struct WebMessageTests {
    static let popup: [String: String?] = [
        "response_mode": "web_message", "frame_id": "7cf7b5d2-1b2a-4c0e-9a5e-3f1b0c9d8e7f", "m": "11", "v": "1.5.6",
    ]

    private func data(_ answer: JSONObject) throws -> JSONObject {
        let message = try StrictJSONReader.readObject(
            Array(try #require(answer.text("message")).utf8), limits: .standard)
        #expect(message.names == ["method", "data"] && message.text("method") == "oauthDone")
        return try #require(message["data"]?.object)
    }

    @Test func `posts code, token and state to the origin of the return URL, and the user as an object`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let answer = try await caller.approve("maya", Self.popup)
            #expect(answer.text("method") == "postMessage" && answer.text("response_mode") == "web_message")
            #expect(answer["action"] == .null && answer["location"] == .null)
            #expect(answer.text("target_origin") == "https://app.example")
            let data = try self.data(answer)
            #expect(data.names == ["authorization", "user"])
            let authorization = try #require(data["authorization"]?.object)
            #expect(authorization.names == ["code", "id_token", "state"] && authorization.text("state") == "st-1")
            let claims = try payload(of: authorization.text("id_token"))
            let code = try #require(authorization.text("code"))
            #expect(claims.text("c_hash") == TokenEndpointTests.leftHalf(code) && claims.text("nonce") == "no-1")
            #expect(
                data["user"]?.object?.json
                    == Array(
                        #"{"name":{"firstName":"Maya","lastName":"Lindqvist"},"email":"maya@example.com"}"#.utf8))
            #expect(answer["fields"]?.object?.text("code") == code)
            #expect(try await caller.token(["code": code]).status == 200)
        }
    }

    @Test func `leaves out of a message what was not asked for or was told before`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let bare = Self.popup.merging(["scope": nil, "state": nil, "response_type": "code"]) { $1 }
            let first = try data(try await caller.approve("maya", bare))
            #expect(first.names == ["authorization"] && first["authorization"]?.object?.names == ["code"])
            let tomas = try data(try await caller.approve("tomas", Self.popup))
            #expect(tomas.contains("user"))
            #expect(try data(try await caller.approve("tomas", Self.popup)).names == ["authorization"])
        }
    }

    @Test func `posts a cancellation as an error and nothing else`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let answer = try await caller.approve("maya", Self.popup, more: #","cancel":true"#)
            #expect(answer.text("message") == #"{"method":"oauthDone","data":{"error":"user_cancelled_authorize"}}"#)
            #expect(answer.text("target_origin") == "https://app.example")
        }
    }

    @Test func `ignores what the script adds to its requests, even where unknown parameters are refused`() async throws
    {
        try await TestEmulator().run { (caller) async throws in
            _ = try await caller.control("/switches", #"{"authorize_parameters_refused":true}"#)
            #expect(try await caller.approve("maya", Self.popup).contains("message"))
            #expect(try await caller.approve("maya", ["m": "11", "v": "1.5.6", "frame_id": "x"]).contains("fields"))
            #expect(
                try await caller.approve("maya", Self.popup.merging(["w": "1"]) { $1 }).text("cause")
                    == "authorize_parameter_unknown")
        }
    }

    @Test func `has a last page that only its own script can use`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller, Self.popup.merging(["state": #"a"</script><b>"#]) { $1 })
            try await browser.reachConsent()
            try await browser.submit("consent", [("first_name", "<i>"), ("last_name", "x"), ("email_choice", "hide")])
            let page = browser.reply
            #expect(page.status == 200 && page.header("Location") == nil)
            #expect(page.text.contains(#"data-target="https://app.example""#))
            #expect(!page.text.contains("<i>") && !page.text.contains("<b>") && !page.text.contains("'*'"))
            let script = try #require(page.text.firstMatch(of: /(?s)<script>(.*?)<\/script>/)?.output.1)
            let hash = Data(SHA256.hash(data: Data(script.utf8))).base64EncodedString()
            #expect(
                page.header("Content-Security-Policy") == "default-src 'none'; style-src 'self'; base-uri 'none'; "
                    + "frame-ancestors 'none'; script-src 'sha256-\(hash)'; connect-src 'self'")
            // a form sent twice gets the same message
            try await browser.submit("consent", [])
            #expect(browser.reply.text == page.text)
        }
    }

    @Test func `cancels in the popup on every page`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller, Self.popup)
            try await browser.submit("cancel", [])
            #expect(browser.reply.text.contains("&quot;error&quot;:&quot;user_cancelled_authorize&quot;"))
        }
    }

    /// With `same-origin`, the browser would cut the connection between the popup and the page that opened it.
    @Test func `sends no opener policy on any page of the popup`() async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller, Self.popup)
            var pages = [browser.reply, try await caller.send(.get, Caller.authorizeURL(["scope": "phone"]))]
            let steps: [(String, [(name: String, value: String)])] = [
                ("account", [("person", "maya")]), ("password", [("password", "maya-password")]), ("code", []),
                ("consent", []),
            ]
            for (step, fields) in steps {
                try await browser.submit(step, step == "code" ? [("code", browser.shownCode)] : fields)
                pages.append(browser.reply)
            }
            for page in pages {
                #expect(page.header("Cross-Origin-Opener-Policy") == nil)
                #expect(page.header("Content-Security-Policy")?.contains("frame-ancestors 'none'") == true)
            }
        }
    }

    @Test(arguments: [("no_opener", "web_message_no_opener"), ("no_answer", "web_message_no_answer")])
    func `logs what the popup noticed, without refusing anything`(_ found: String, _ cause: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            var browser = try await Browser(caller, Self.popup)
            try await browser.submit("popup", [("found", found)])
            #expect(browser.reply.status == 400, "before the last page, there is nothing to report")
            try await browser.submit("cancel", [])
            try await browser.submit("popup", [("found", "nonsense")])
            #expect(browser.reply.status == 400)
            try await browser.submit("popup", [("found", found)])
            #expect(browser.reply.status == 204 && browser.reply.text.isEmpty)
            #expect(try await caller.lastCause() == cause)
            let entry = try await caller.control("/log?cause=\(cause)", "", method: .get).json["entries"]?.array?
                .last?.object
            #expect(entry?.text("client_id") == TestEmulator.web && entry?["error"] == .null)
        }
    }

    @Test(arguments: [
        ("https://app.example/web/callback", "https://app.example"), ("https://APP.example:443", "https://app.example"),
        ("http://127.0.0.1:80/cb", "http://127.0.0.1"),
        ("http://localhost:8080/cb?x=https://a", "http://localhost:8080"),
        ("https://app.example:80", "https://app.example:80"), ("http://[::1]:443/#x", "http://[::1]:443"),
        ("https://app.example?tenant=1", "https://app.example"),
    ])
    func `finds the origin of a return URL as browsers do`(_ url: String, _ origin: String) {
        #expect(Origin.of(url) == origin)
    }
}
