import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

/// Fields are read octet by octet: a mark that makes one character of itself and a separator hides no separator.
@Suite struct RequestFieldTests {
    private static func request(_ name: HTTPField.Name, _ values: [String]) -> Request {
        var fields = HTTPFields()
        for value in values { fields.append(HTTPField(name: name, value: value)) }
        let head = HTTPRequest(
            method: .post, scheme: "https", authority: "id.example.com", path: Paths.account, headerFields: fields)
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(string: "{}")))
    }

    @Test(arguments: [
        ("Bearer x", "x"), ("bearer x", "x"), ("BEARER x.y-z_~+/=", "x.y-z_~+/="),
        ("Bearer " + String(repeating: "x", count: 4_096), String(repeating: "x", count: 4_096)),
    ])
    func `the token is the text after the scheme`(field: String, token: String) throws {
        #expect(try BearerToken.read(Self.request(.authorization, [field])) == token)
    }

    @Test(arguments: [
        "", "Bearer", "Bearerx", "Bearer\tx", "Bearer  x", "Bearer x y", " Bearer", "Basic x", "Bearer: x",
        "Beare\u{301}r x", "Bearer \u{301}x", "Bearer\u{301} x", "Bearer x\u{301}", "Bearer \u{E4}", "Bearer x\u{A0}y",
        "\u{42}earer\u{2003}x", "B\u{C5}arer x", "Bearer " + String(repeating: "x", count: 4_097),
    ])
    func `a field with anything but one bearer token is refused`(field: String) {
        #expect(throws: RequestRefusal(.authorizationMalformed)) {
            try BearerToken.read(Self.request(.authorization, [field]))
        }
    }

    @Test func `a request without the field has no token, and one with two fields is refused`() throws {
        #expect(try BearerToken.read(Self.request(.authorization, [])) == nil)
        #expect(throws: RequestRefusal(.authorizationMalformed)) {
            try BearerToken.read(Self.request(.authorization, ["Bearer x", "Bearer x"]))
        }
    }

    @Test(
        arguments: [
            (["a=1"], "1"), (["a=1; a=1"], "1"), (["b=2; a=1"], "1"), (["b=2;\t a=1;"], "1"), (["a="], ""),
            (["a=1=2"], "1=2"), (["a=\"1\""], "\"1\""), (["b=2", "a=1"], "1"), (["=0; a=1; ;=;;"], "1"),
            (["b=\u{301}; a=1"], "1"), (["b;\u{301}=2; a=1"], "1"), (["a=\u{E4}"], "\u{E4}"),
            (["a=1; a=2"], nil), (["a=1", "a="], nil), (["a"], nil), ([""], nil), ([], nil), (["A=1"], nil),
            (["a =1"], nil), (["a\u{301}=1"], nil), (["\u{301}a=1"], nil), (["b=2;\u{301}a=1"], nil),
        ] as [([String], String?)])
    func `a cookie has one value, or it is not there`(fields: [String], value: String?) {
        #expect(CookieJar(Self.request(.cookie, fields))["a"] == value)
    }

    @Test func `cookies with one beginning are found in their order`() {
        let jar = CookieJar(Self.request(.cookie, ["flow-b=2; x=0", "flow-a=1"]))
        #expect(jar.cookies(beginningWith: "flow-").map(\.name) == ["flow-b", "flow-a"])
    }

    @Test(
        arguments: [
            (["192.0.2.1"], "192.0.2.1"), ([" 192.0.2.1\t, 10.0.0.2 "], "192.0.2.1"),
            (["192.0.2.9,192.0.2.1"], "192.0.2.1"),
            (["192.0.2.1", "10.0.0.2,\t10.0.0.3"], "192.0.2.1"), (["2001:db8::1, 10.0.0.2"], "2001:db8::1"),
            ([""], nil), ([","], nil), (["192.0.2.1,"], nil), (["10.0.0.2"], nil), (["192.0.2.1,\u{301}10.0.0.2"], nil),
            (["192.0.2.1\u{301}"], nil), (["192.0.2.1 \u{301}"], nil), (["\u{661}92.0.2.1"], nil), (["unknown"], nil),
        ] as [([String], String?)])
    func `the caller is the last address that is no trusted proxy`(fields: [String], caller: String?) throws {
        let proxies = try #require(AddressRange("10.0.0.0/8"))
        let addresses = ClientAddress(trustedProxies: [proxies], isProxied: true)
        let found = addresses.caller(peer: NetworkAddress("10.0.0.1"), forwarded: fields, isPassedOn: true)
        #expect(found == caller.flatMap { NetworkAddress($0) })
    }

    @Test func `a host has no invisible character, and none that ends it in a URL`() throws {
        let routes = try TestService().service.routes
        let limits = RequestLimits(limiter: RateLimiter(perMinute: 0, backendPerMinute: 0, now: { Date() }))
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
        let allowed = Array((letters + "0123456789!$%&'()*+,-.:;=[]_~").unicodeScalars)
        for scalar in (0...0x100).compactMap({ Unicode.Scalar(UInt32($0)) }) {
            let head = HTTPRequest(
                method: .get, scheme: "https", authority: "a\(scalar)b", path: Paths.live, headerFields: [:])
            let request = Request(head: head, body: RequestBody(buffer: ByteBuffer()))
            let route = try? limits.admit(request, routes.find(request), from: nil)
            #expect((route != nil) == allowed.contains(scalar), "\(scalar.value)")
        }
    }

    @Test(arguments: [
        "application/json", "Application/JSON", "application/json;", "application/json ;\tcharset=UTF-8",
        "application/json;charset=\"utf-8\"", "application/json; x=y; charset=utf-8",
    ])
    func `a body of the media type is read`(field: String) async throws {
        let bytes = try await Self.request(.contentType, [field]).bytes(ofType: "application/json", limit: 2)
        #expect(bytes == Array("{}".utf8))
    }

    @Test(arguments: [
        [], [""], ["json"], ["application/jsonx"], ["application/json\u{301}"], ["\u{301}application/json"],
        ["application/json, application/json"], ["application/json", "application/json"], [";charset=utf-8"],
        ["application/json;charset=utf-16"], ["application/json;charset=utf-8;charset=latin1"],
        ["application/json; charset=utf-8\u{301}"], ["application/json;charset=\"utf-8"],
    ])
    func `a body of another media type or character set is refused`(fields: [String]) async {
        await #expect(throws: RequestRefusal(.mediaTypeUnsupported)) {
            try await Self.request(.contentType, fields).bytes(ofType: "application/json", limit: 2)
        }
    }

    @Test(arguments: [
        ("text/html", true), ("TEXT/HTML", true), ("application/json, text/html;q=0.9", true),
        ("text/html ; q=1", true),
        ("text/html;level=1", true), ("*/*,\ttext/html", true), ("text/html;q=0", false), ("text/html;q=0.00", false),
        ("text/html;level=1; Q=0", false), ("*/*", false), ("text/htmlx", false), ("text/html\u{301}", false),
        ("\u{301}text/html", false), ("", false), (",;", false),
    ])
    func `a page is for senders that accept HTML`(field: String, isWanted: Bool) {
        #expect(Self.request(.accept, [field]).headers.askForPage == isWanted)
    }
}
