import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import Testing

@testable import SignInServer

/// An answer that names its issuer is accepted only if that is the issuer of the sign-in's start (RFC 9207).
@Suite struct IssuerParameterTests {
    private static let issuer = "http://idp.localhost:9080"

    private func post(
        _ caller: Caller, _ begun: BegunInBrowser, _ form: String, issuer: String?
    ) async throws -> TestResponse {
        let said = issuer.map { "&iss=" + BegunInBrowser.encoded($0) } ?? ""
        return try await caller.form(Paths.webCallback, form + said, headers: ["Cookie": begun.cookie])
    }

    @Test(arguments: [nil, issuer])
    func `an answer of our issuer, or one that does not say, signs in`(issuer: String?) async throws {
        try await TestService().run { caller async throws in
            let begun = try await caller.beginInBrowser()
            #expect(try await post(caller, begun, begun.form, issuer: issuer).status == .seeOther)
        }
    }

    @Test(arguments: [
        "https://evil.example", "", "https://appleid.apple.com", issuer + "/", issuer.uppercased(), " " + issuer,
        "null",
    ])
    func `an answer of another issuer signs nobody in, and the right one still does`(issuer: String) async throws {
        try await TestService().run { caller async throws in
            let begun = try await caller.beginInBrowser()
            let cancelled = "state=\(begun.state)&error=user_cancelled_authorize"
            for form in [begun.form, cancelled, "state=\(begun.state)&error=server_error"] {
                let refused = try await post(caller, begun, form, issuer: issuer)
                #expect(refused.status == .unauthorized && refused.text.contains("issuer_mismatch"))
                #expect(!refused.cookies.contains { $0.name == "siwa-session" })
            }
            #expect(try await post(caller, begun, begun.form, issuer: Self.issuer).status == .seeOther)
        }
    }

    @Test func `answers of other issuers are counted, and five end the sign-in`() async throws {
        try await TestService().run { caller async throws in
            let begun = try await caller.beginInBrowser()
            for _ in 0..<5 { _ = try await post(caller, begun, begun.form, issuer: "https://evil.example") }
            #expect(try await post(caller, begun, begun.form, issuer: nil).status == .gone)
        }
    }

    @Test func `the re-post keeps what the answer says of its issuer, and two are one too many`() async throws {
        try await TestService().run { caller async throws in
            let begun = try await caller.beginInBrowser()
            let page = try await caller.form(Paths.webCallback, begun.form + "&iss=https%3A%2F%2Fevil.example")
            #expect(page.text.contains(#"name="iss" value="https://evil.example""#))
            let form = begun.form + "&iss=a&iss=b"
            #expect(try await post(caller, begun, form, issuer: nil).status == .badRequest)
        }
    }
}
