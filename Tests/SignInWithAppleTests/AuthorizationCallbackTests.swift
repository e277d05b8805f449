import Foundation
import Testing

@testable import SignInWithApple

@Suite struct AuthorizationCallbackTests {
    private func decode(_ body: String) throws -> AuthorizationCallback {
        try AuthorizationCallback.decode(form: Array(body.utf8))
    }

    @Test func `reads what Apple posts the first time`() throws {
        let user =
            "%7B%22name%22%3A%7B%22firstName%22%3A%22J%C3%BCrgen%22%2C%22lastName%22%3A%22O%27Neil+X%22%7D%2C%22email%22%3A%22victim%40example.com%22%7D"
        let callback = try decode("state=s-1&code=c1.0.x&id_token=a.b.c&user=\(user)&reposted=1")
        guard case .authorized(let code, let token, let state, let name) = callback else {
            Issue.record("not authorized")
            return
        }
        #expect(code.secretValue == "c1.0.x" && token == "a.b.c" && state == "s-1")
        #expect(name == FirstSignInUser(givenName: "Jürgen", familyName: "O'Neil X"))
    }

    @Test(arguments: [
        "", "{", "[]", "null", #"{"name":null}"#, #"{"name":{"firstName":1}}"#, #"{"name":"x"}"#,
        #"{"name":{"firstName":"","lastName":" "}}"#, #"{"name":{"firstName":"a"},"name":{"firstName":"b"}}"#,
    ])
    func `goes on without a name when user is not as Apple writes it`(user: String) throws {
        let body = FormEncoding.encode([
            (name: "code", value: "c"), (name: "state", value: "s"), (name: "user", value: user),
        ])
        guard case .authorized(_, nil, "s", nil) = try decode(body) else {
            Issue.record("not authorized, or with a name")
            return
        }
    }

    @Test func `gives the parameters of a form beside what it makes of them`() throws {
        let parameters = try AuthorizationCallback.parameters(form: Array("state=s&code=c&iss=https%3A%2F%2Fa&=x".utf8))
        #expect(parameters == ["state": "s", "code": "c", "iss": "https://a", "": "x"])
        guard case .authorized(let code, nil, "s", nil) = try AuthorizationCallback.decode(parameters: parameters)
        else {
            Issue.record("not authorized")
            return
        }
        #expect(code.secretValue == "c")
    }

    @Test func `reads a cancelled and a refused authorization`() throws {
        guard case .cancelled("s") = try decode("error=user_cancelled_authorize&state=s") else {
            Issue.record("not cancelled")
            return
        }
        guard case .refused("invalid_scope", "s") = try decode("state=s&error=invalid_scope") else {
            Issue.record("not refused")
            return
        }
    }

    // MARK: Query, fragment, popup

    @Test(arguments: ["code=c1.0.x&state=s-1", "?code=c1.0.x&state=s-1", "state=s-1&code=c1%2E0.x&unknown=1"])
    func `reads a query`(query: String) throws {
        guard case .authorized(let code, nil, "s-1", nil) = try AuthorizationCallback.decode(query: query) else {
            Issue.record("not authorized")
            return
        }
        #expect(code.secretValue == "c1.0.x")
    }

    @Test(arguments: ["code=c1.0.x&id_token=a.b.c&state=s-1", "#code=c1.0.x&id_token=a.b.c&state=s-1"])
    func `reads a fragment`(fragment: String) throws {
        guard case .authorized(let code, "a.b.c", "s-1", nil) = try AuthorizationCallback.decode(fragment: fragment)
        else {
            Issue.record("not authorized")
            return
        }
        #expect(code.secretValue == "c1.0.x")
    }

    @Test func `believes no token and no name that Apple would not put there`() throws {
        let answer = "code=c&state=s&id_token=a.b.c&user=%7B%22name%22%3A%7B%22firstName%22%3A%22Eve%22%7D%7D"
        guard case .authorized(_, nil, "s", nil) = try AuthorizationCallback.decode(query: answer),
            case .authorized(_, "a.b.c", "s", nil) = try AuthorizationCallback.decode(fragment: answer)
        else {
            Issue.record("a token from a query, or a name")
            return
        }
    }

    @Test(arguments: ["error=user_cancelled_authorize&state=s", "?error=user_cancelled_authorize&state=s"])
    func `reads a cancelled authorization from query and fragment`(answer: String) throws {
        guard case .cancelled("s") = try AuthorizationCallback.decode(query: answer),
            case .cancelled("s") = try AuthorizationCallback.decode(
                fragment: answer.replacingOccurrences(of: "?", with: "#"))
        else {
            Issue.record("not cancelled")
            return
        }
    }

    @Test(
        arguments: [
            ("", .stateMissing), ("?", .stateMissing), ("code=c", .stateMissing), ("state=s", .codeMissing),
            ("state=s&code=c&error=e", .codeAndError), ("state=s&code=c&code=d", .parameterRepeated),
            ("state=s&code=c&id_token=a&id_token=b", .parameterRepeated), ("state=s&code=%zz", .bodyMalformed),
            ("??state=s&code=c", .stateMissing), ("state=s&code=c%0A", .parameterMalformed),
            (String(repeating: "a", count: 65_537), .bodyTooLarge),
        ] as [(String, AuthorizationCallbackError)])
    func `is as strict with a query and a fragment as with a form`(answer: String, error: AuthorizationCallbackError) {
        #expect(throws: error) { try AuthorizationCallback.decode(query: answer) }
        #expect(throws: error) {
            try AuthorizationCallback.decode(fragment: answer.replacingOccurrences(of: "?", with: "#"))
        }
    }

    @Test func `reads what Apple's script gives a popup`() throws {
        let json =
            #"{"authorization":{"code":"c1.0.x","id_token":"a.b.c","state":"s-1"},"user":{"email":"e@example.com","#
            + #""name":{"firstName":"J\u00fcrgen","lastName":"O'Neil"}}}"#
        guard
            case .authorized(let code, "a.b.c", "s-1", let name) = try AuthorizationCallback.decode(
                popup: Array(json.utf8))
        else {
            Issue.record("not authorized")
            return
        }
        #expect(code.secretValue == "c1.0.x" && name == FirstSignInUser(givenName: "Jürgen", familyName: "O'Neil"))
        let later = #"{"authorization":{"code":"c","id_token":"a.b.c","state":"s"}}"#
        guard case .authorized(_, _, "s", nil) = try AuthorizationCallback.decode(popup: Array(later.utf8)) else {
            Issue.record("not authorized, or with a name")
            return
        }
    }

    @Test(
        arguments: [
            ("", .bodyMalformed), ("[]", .bodyMalformed), ("{}", .bodyMalformed),
            (#"{"authorization":"c"}"#, .bodyMalformed), (#"{"authorization":{}}"#, .stateMissing),
            (#"{"error":"popup_closed_by_user"}"#, .bodyMalformed),
            (#"{"authorization":{"code":"c","state":1}}"#, .parameterMalformed),
            (#"{"authorization":{"code":"c","code":"d","state":"s"}}"#, .bodyMalformed),
            (#"{"authorization":{"code":"a b","state":"s"}}"#, .parameterMalformed),
            (#"{"authorization":{"state":"s"}}"#, .codeMissing),
            ("{" + String(repeating: " ", count: 65_536) + "}", .bodyTooLarge),
        ] as [(String, AuthorizationCallbackError)])
    func `refuses a popup's answer of another form`(json: String, error: AuthorizationCallbackError) {
        #expect(throws: error) { try AuthorizationCallback.decode(popup: Array(json.utf8)) }
    }

    static let limits: [(String, Int)] = [("code", 2_048), ("id_token", 16_384), ("state", 2_048)]

    @Test(arguments: limits)
    func `takes a parameter up to its limit and no further`(name: String, limit: Int) throws {
        let others = ["code": "c", "state": "s"].filter { $0.key != name }.map { "&\($0)=\($1)" }.joined()
        _ = try decode("\(name)=\(String(repeating: "x", count: limit))\(others)")
        #expect(throws: AuthorizationCallbackError.parameterTooLarge) {
            try decode("\(name)=\(String(repeating: "x", count: limit + 1))\(others)")
        }
    }

    @Test(
        arguments: [
            ("", .stateMissing), ("code=c", .stateMissing), ("code=c&state=", .stateMissing), ("state=s", .codeMissing),
            ("state=s&code=", .codeMissing), ("state=s&code=c&error=e", .codeAndError),
            ("state=s&code=c&code=c", .parameterRepeated),
            ("state=s&state=t&code=c", .parameterRepeated), ("state=s&code=c&x=1&x=2", .parameterRepeated),
            ("state=s&%63ode=c&code=c", .parameterRepeated), ("state=s&code=%", .bodyMalformed),
            ("state=s&code=%4", .bodyMalformed),
            ("state=s&code=%zz", .bodyMalformed), ("state=s&code=%ff", .bodyMalformed),
            ("state=s&code=c&user=%ed%a0%80", .bodyMalformed),
            ("state=s&code=c%00", .parameterMalformed), ("state=s+s&code=c", .parameterMalformed),
            ("state=s&code=%C3%BC", .parameterMalformed),
            ("state=s&code=c&id_token=a%0Ab", .parameterMalformed),
            ("state=s&error=%3Cscript+x%3E", .parameterMalformed),
            ("state=s&code=c&user=" + String(repeating: "x", count: 4_097), .parameterTooLarge),
            (String(repeating: "a", count: 65_537), .bodyTooLarge),
            ("state=s&code=c" + (0..<31).map { "&p\($0)=1" }.joined(), .bodyTooLarge),
            (#"{"code":"c","state":"s"}"#, .stateMissing), ("=&=", .parameterRepeated),
        ] as [(String, AuthorizationCallbackError)])
    func `refuses a form that Apple does not send`(body: String, error: AuthorizationCallbackError) {
        #expect(throws: error) { try decode(body) }
    }

    @Test func `refuses octets that are not UTF-8`() {
        #expect(throws: AuthorizationCallbackError.bodyMalformed) {
            try AuthorizationCallback.decode(form: [0x73, 0x3D, 0xFF])
        }
    }

    @Test(
        arguments: [
            ("Ada", "Ada"), ("  Ada \n", "Ada"), ("A\u{0}d\u{202E}a\u{7}", "Ada"), ("A\u{2028}da", "Ada"), ("", nil),
            ("\u{200B}", nil),
            ("👩‍👩‍👧", "👩‍👩‍👧"), ("می‌خواهم", "می‌خواهم"), ("<b>Ada</b>", "<b>Ada</b>"),
            (String(repeating: "x", count: 10_000), String(repeating: "x", count: 100)),
            ("e" + String(repeating: "\u{301}", count: 10_000), nil),
            (String(repeating: "語", count: 200), String(repeating: "語", count: 100)),
            (" ", nil), ("  \u{3000} ", nil), ("Ada\u{301} ", "Ada\u{301}"), (" \u{202E}Ada", "Ada"),
            ("Ada\u{7F}", "Ada"), ("\u{5D0}\u{202E}\u{5D1}", "\u{5D0}\u{5D1}"), ("\u{301}Ada", "\u{301}Ada"),
            ("~Ada Lovelace~", "~Ada Lovelace~"), ("\u{A0}Ada\u{A0}", "Ada"), ("Ада ", "Ада"), ("A\r\nda", "Ada"),
            ("A\u{E000}da", "Ada"),
        ] as [(String, String?)])
    func `cleans and shortens names`(name: String, kept: String?) {
        #expect(FirstSignInUser(givenName: name, familyName: nil)?.givenName == kept)
        #expect(FirstSignInUser(givenName: nil, familyName: name)?.familyName == kept)
    }

    /// Plain names take a shorter path. With an override of the direction, which is dropped, they take the other one.
    @Test(
        arguments: [
            "Ada", " Ada", "Ada ", "  Ada  Lovelace  ", "", " ", "    ", "A", "O'Neill-Smith Jr.", "~", " ! ",
            String(repeating: "x", count: 99), String(repeating: "x", count: 100), String(repeating: "x", count: 101),
            String(repeating: " ", count: 101) + "x", String(repeating: "x", count: 99) + "  x",
            " " + String(repeating: "x", count: 98) + "  x", String(repeating: "x ", count: 200),
        ])
    func `a plain name is cleaned like every other`(name: String) {
        let plain = FirstSignInUser(givenName: name, familyName: nil)?.givenName
        let other = FirstSignInUser(givenName: name + "\u{202E}", familyName: nil)?.givenName
        #expect(plain == other)
        #expect(plain?.utf8.elementsEqual(other?.utf8 ?? "".utf8) != false)
    }
}
