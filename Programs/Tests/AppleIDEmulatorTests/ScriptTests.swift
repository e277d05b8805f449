import Foundation
import HTTPTypes
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// Apple's script under the emulator's address.
@Suite struct ScriptTests {
    static func path(_ locale: String) -> String { "/appleauth/static/jsapi/appleid/1/\(locale)/appleid.auth.js" }

    /// The object at the top of a served script.
    private static func served(_ text: String) throws -> JSONObject {
        let json = try #require(text.firstMatch(of: /const served = (\{.*\});\n/)?.output.1)
        return try StrictJSONReader.readObject(Array(json.utf8), limits: .standard)
    }

    @Test func `serves the script for every locale of the button`() async throws {
        try await TestEmulator().run { (caller) async throws in
            #expect(ButtonTitles.locales.count == 37)
            for locale in ButtonTitles.locales {
                let reply = try await caller.send(.get, Self.path(locale))
                #expect(reply.status == 200)
                let served = try Self.served(reply.text)
                #expect(served.text("locale") == locale)
                #expect(served["isRightToLeft"] == .bool(["ar_SA", "iw_IL"].contains(locale)))
                #expect(served["titles"]?.object?.names == ["sign-in", "continue", "sign-up"])
                #expect(
                    served["titles"]?.object?.text("sign-up") == ButtonTitles.title(.signUp, locale: locale))
                #expect(served["mark"]?.object?.text("path") == ButtonMark.path)
            }
        }
    }

    @Test(arguments: ["xx_XX", "en", "en_us", "EN_US", "de-DE", "%2e%2e", ""])
    func `has no script for another locale`(_ locale: String) async throws {
        try await TestEmulator().run { (caller) async throws in
            #expect(try await caller.send(.get, Self.path(locale)).status == 404)
        }
    }

    @Test func `says where to sign in and whose messages to accept`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let served = try Self.served(try await caller.send(.get, Self.path("en_US")).text)
            #expect(served.text("authorize") == "http://idp.localhost:9080/auth/authorize")
            #expect(served.text("origin") == "http://idp.localhost:9080")
        }
        let behindProxy = try TestEmulator { $0.publicURL = "https://Apple.test:443" }
        try await behindProxy.run { (caller) async throws in
            let served = try Self.served(try await caller.send(.get, Self.path("en_US")).text)
            #expect(served.text("authorize") == "https://Apple.test:443/auth/authorize")
            #expect(served.text("origin") == "https://apple.test")
        }
    }

    @Test func `lets pages of any origin load the script, and browsers ask whether it has changed`() async throws {
        try await TestEmulator().run { (caller) async throws in
            let reply = try await caller.send(.get, Self.path("en_US"))
            #expect(reply.header("Content-Type") == "text/javascript; charset=utf-8")
            #expect(reply.header("Cross-Origin-Resource-Policy") == "cross-origin")
            #expect(reply.header("X-Content-Type-Options") == "nosniff")
            #expect(reply.header("Access-Control-Allow-Origin") == nil)
            #expect(reply.header("Cache-Control") == "no-cache")
            let tag = try #require(reply.header("ETag"))
            let again = try await caller.send(.get, Self.path("en_US"), headers: [.ifNoneMatch: tag])
            #expect(again.status == 304 && again.text.isEmpty && again.header("ETag") == tag)
            #expect(try await caller.send(.get, Self.path("de_DE")).header("ETag") != tag)
            #expect(try await caller.send(.head, Self.path("en_US")).text.isEmpty)
        }
    }

    /// Older browsers would not even parse a newer syntax.
    @Test func `keeps to the language of 2019`() throws {
        let script = try #require(ServedScript(locale: "en_US", baseURL: "http://idp.localhost:9080"))
        for syntax in ["?.", "??", "||=", "&&=", "replaceAll(", ".at(", "crypto.randomUUID(", "replaceChildren("] {
            #expect(!script.text.contains(syntax), "\(syntax)")
        }
    }

    @Test func `never builds markup from texts, and sets no style attribute`() throws {
        let script = try #require(ServedScript(locale: "en_US", baseURL: "http://idp.localhost:9080"))
        for name in ["innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "\"style\"", "cssText"]
        {
            #expect(!script.text.contains(name), "\(name)")
        }
    }
}
