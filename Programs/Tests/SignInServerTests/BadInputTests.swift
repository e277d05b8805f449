import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import Testing

@testable import SignInServer

/// Faults B6, B9 and B10 of Documentation/development/traceability.md: whatever is sent, the answer is a documented code and never
/// a 5xx.
@Suite struct BadInputTests {
    static let formType = "application/x-www-form-urlencoded"

    static let forms: [(form: String, code: String)] = [
        ("", "callback_state_missing"), ("state=", "callback_state_missing"), ("&&&", "callback_state_missing"),
        ("state=a", "callback_code_missing"), ("state=a&code=b&error=c", "callback_code_and_error"),
        ("state=a&state=a&code=b", "callback_parameter_repeated"),
        ("state=a&st%61te=b&code=c", "callback_parameter_repeated"),
        ("state=a&code=b&code=b", "callback_parameter_repeated"),
        ("state=%zz&code=b", "callback_malformed"), ("state=%&code=b", "callback_malformed"),
        ("state=%a&code=b", "callback_malformed"), ("state=a&code=%ff%fe", "callback_malformed"),
        ("state=a&code=%c3%28", "callback_malformed"), ("state=a&code=%ed%a0%80", "callback_malformed"),
        ("state=a%00&code=b", "callback_parameter_malformed"),
        ("state=a&code=b%0d%0aX", "callback_parameter_malformed"),
        ("state=a+b&code=c", "callback_parameter_malformed"),
        ("state=a&code=" + String(repeating: "c", count: 2049), "callback_parameter_too_large"),
        ("state=a&code=b&id_token=" + String(repeating: "t", count: 16_385), "callback_parameter_too_large"),
        ("state=a&code=b&user=" + String(repeating: "u", count: 4097), "callback_parameter_too_large"),
        ((0..<100).map { "p\($0)=1" }.joined(separator: "&") + "&state=a&code=b", "callback_too_large"),
        (#"{"state":"a","code":"b"}"#, "callback_state_missing"), ("state;a&code=b", "callback_state_missing"),
        ("state=a;code=b", "callback_code_missing"),
        ("+ADw-script+AD4-=1", "callback_state_missing"),
    ]

    @Test(arguments: forms)
    func `refuses a form that is none of Apple's`(form: String, code: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.form(Paths.webCallback, form)
            #expect((400..<500).contains(response.status.code))
            #expect(response.text.contains("<code>\(code)</code>"))
            #expect(response.headers[.contentType] == "text/html; charset=utf-8")
            #expect(response.cookies.isEmpty)
        }
    }

    @Test func `refuses a form of more than 64 KiB`() async throws {
        try await TestService().run { caller in
            let response = try await caller.form(Paths.webCallback, "x=" + String(repeating: "a", count: 65_536))
            #expect(response.status == .contentTooLarge)
            #expect(response.text.contains("body_too_large"))
        }
    }

    @Test(arguments: [
        nil, "", "text/plain", "application/json", "multipart/form-data; boundary=x",
        "application/x-www-form-urlencoded; charset=utf-7", "application/x-www-form-urlencoded; charset=utf-16",
        "application/x-www-form-urlencodedx", "application/x-www-form-urlencoded, text/plain",
    ])
    func `refuses a callback of another media type`(type: String?) async throws {
        try await TestService().run { caller in
            let response = try await caller.post(Paths.webCallback, "state=a&code=b", type: type)
            #expect(response.status == .unsupportedMediaType)
            #expect(response.text.contains("media_type_unsupported"))
        }
    }

    static let texts: [(String, String)] = [
        ("", "json_malformed"), ("null", "json_malformed"), ("[]", "json_malformed"), ("{", "json_malformed"),
        (#"{"client":"app",}"#, "json_malformed"), (#"{"client":"app"}x"#, "json_malformed"),
        (#"{"client":"app","client":"web"}"#, "json_malformed"),
        (#"{"client":"app","\u0063lient":"web"}"#, "json_malformed"), (#"{"client":"\ud800"}"#, "json_malformed"),
        (#"{'client':'app'}"#, "json_malformed"), (#"{"client":NaN}"#, "json_malformed"),
        ("client=app", "json_malformed"), (#"{}"#, "field_invalid"), (#"{"client":1}"#, "field_invalid"),
        (#"{"client":null}"#, "field_invalid"), (#"{"client":["app"]}"#, "field_invalid"),
        (#"{"client":{"a":1}}"#, "field_invalid"), (#"{"client":""}"#, "client_unknown"),
        (#"{"client":"app\u0000"}"#, "client_unknown"),
    ]

    static let octets: [[UInt8]] = [
        [0xEF, 0xBB, 0xBF] + Array(#"{"client":"app"}"#.utf8),
        Array(#"{"client":""#.utf8) + [0xFF, 0xFE] + Array(#""}"#.utf8),
        Array(#"{"client":""#.utf8) + [0xC0, 0x80] + Array(#""}"#.utf8),
        [0x7B, 0x00, 0x7D, 0x00],
        [UInt8](repeating: UInt8(ascii: "["), count: 4000),
        Array(#"{"a":"#.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: 1500),
    ]

    static let bodies: [(body: [UInt8], code: String)] =
        texts.map { (Array($0.0.utf8), $0.1) } + octets.map { ($0, "json_malformed") }

    @Test(arguments: bodies)
    func `refuses JSON that is not one strict message`(body: [UInt8], code: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.post(Paths.nativeAttempts, bytes: body, type: "application/json")
            #expect(response.status == .badRequest)
            #expect(response.errorCode == code)
            #expect(response.headers[.contentType] == "application/json")
        }
    }

    @Test func `refuses JSON of more than the route takes, and of another type`() async throws {
        try await TestService().run { caller in
            let long = #"{"client":""# + String(repeating: "a", count: 5000) + #""}"#
            let large = try await caller.post(Paths.nativeAttempts, long)
            #expect(large.status == .contentTooLarge)
            #expect(large.errorCode == "body_too_large")
            let typed = try await caller.form(Paths.nativeAttempts, #"{"client":"app"}"#)
            #expect(typed.status == .unsupportedMediaType)
            #expect(typed.errorCode == "media_type_unsupported")
        }
    }

    static let returnAddresses = [
        "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example",
        "https://www.example.com/welcome/", "https://www.example.com/welcome#x", "HTTPS://www.example.com/welcome",
        "https://www.example.com.evil.example/welcome", "https://www.example.com@evil.example/welcome",
        "javascript:alert(1)", "data:text/html,x", "/a\r\nSet-Cookie: x=1", "/a\u{0}", "/a\tb", "/%0d%0aX",
        "/%2f%2fevil", "/..//evil.example", "/.//evil.example", "/a/../../b", "evil.example", "./a", "?a", "#a", " /a",
        "/a b", "/%5cevil", "/ä", "/\u{202E}", "http:evil.example", "http:/evil.example", "/%", "/%zz", "//", "/a//b",
        "/" + String(repeating: "a", count: 3000),
    ]

    @Test(arguments: returnAddresses)
    func `refuses a return address that is neither a plain path nor configured`(address: String) async throws {
        try await TestService().run { caller in
            let path = Paths.webSignIn + "?return_to=" + BegunInBrowser.encoded(address)
            let response = try await caller.get(path)
            #expect(response.status == .badRequest)
            #expect(response.text.contains("return_target_refused"))
            #expect(response.headers[.location] == nil)
        }
    }

    @Test(arguments: [
        ("?return_to=%zz", "target_malformed"), ("?return_to=%ff", "target_malformed"),
        ("?return_to=/a&return_to=/b", "parameter_repeated"), ("?client=a&client=b", "parameter_repeated"),
        ("?=x", "target_malformed"),
    ])
    func `refuses a malformed query`(query: String, code: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.webSignIn + query)
            #expect(response.status == .badRequest)
            #expect(response.text.contains("<code>\(code)</code>"))
        }
    }

    @Test func `refuses a query of more than 64 fields`() async throws {
        try await TestService().run { caller in
            let fields = (0..<65).map { "p\($0)=1" }
            let most = try await caller.get(Paths.webSignIn + "?" + fields.dropLast().joined(separator: "&"))
            #expect(most.status == .seeOther)
            let large = try await caller.get(Paths.webSignIn + "?" + fields.joined(separator: "&"))
            #expect(large.status == .contentTooLarge)
            #expect(large.text.contains("<code>body_too_large</code>"))
        }
    }

    @Test(arguments: ["/v1/\u{E4}", "/v1/a b", "/v1/account?a=\u{E4}"])
    func `refuses a target with an octet that no URL has`(target: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.get(target)
            #expect(response.status == .badRequest)
            #expect(response.errorCode == "target_malformed")
        }
    }

    @Test func `refuses a body that is said to have two types`() async throws {
        try await TestService().run { caller in
            var fields = HTTPFields()
            for _ in 0..<2 { fields.append(HTTPField(name: .contentType, value: "application/json")) }
            let response = try await caller.client.executeRequest(
                uri: Paths.nativeAttempts, method: .post, headers: fields,
                body: ByteBuffer(string: #"{"client":"app"}"#))
            #expect(response.status == .unsupportedMediaType)
            #expect(response.errorCode == "media_type_unsupported")
        }
    }

    @Test(arguments: [
        "/nothing", "/v1", "/v1/account/", "//v1/account", "/v1//account", "/v1/%61ccount", "/v1/account/../account",
        "/web/callback/", "/.well-known/jwks.json/x", "/V1/account",
    ])
    func `a path that is not exactly ours is none of ours`(path: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.get(path)
            #expect(response.status == .notFound)
            #expect(response.errorCode == "route_unknown" || response.text.contains("route_unknown"))
        }
    }

    @Test func `names the methods of a path`() async throws {
        try await TestService().run { caller in
            for (path, methods) in [
                (Paths.sessions, "GET, HEAD"), (Paths.nativeSignIn, "POST"), (Paths.live, "GET, HEAD"),
            ] {
                let response = try await caller.client.executeRequest(
                    uri: path, method: .delete, headers: [:], body: nil)
                #expect(response.status == .methodNotAllowed)
                #expect(response.headers[.allow] == methods)
            }
        }
    }

    @Test func `headers beyond 16 KiB are refused`() async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.live, headers: ["X-Long": String(repeating: "a", count: 16_384)])
            #expect(response.status == .requestHeaderFieldsTooLarge)
            #expect(response.errorCode == "headers_too_large")
        }
    }

    @Test(arguments: [
        ["X-Forwarded-Host": "evil.example", "X-Forwarded-Proto": "https"],
        ["Forwarded": "host=evil.example;proto=https"], ["X-Forwarded-For": "1.2.3.4, evil"],
        ["Cookie": "siwa-session=a; siwa-session=b"], ["Cookie": "=; ==; ;;;; siwa-flow-=x; \u{FC}=\u{FC}"],
        ["Cookie": "siwa-session"], ["Accept": "\u{FC}"], ["Content-Length": "0"],
    ])
    func `odd headers change neither the address nor the outcome`(headers: [String: String]) async throws {
        try await TestService().run { caller in
            let response = try await caller.get(Paths.webSignIn, headers: headers)
            #expect(response.status == .seeOther)
            let location = response.headers[.location] ?? ""
            #expect(location.contains("redirect_uri=http%3A%2F%2Flocalhost%3A8080%2Fweb%2Fcallback"))
            #expect(!location.contains("evil"))
        }
    }
}
