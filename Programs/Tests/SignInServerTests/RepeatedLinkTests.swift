import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

/// The answer to a completed link holds a session of the account. It is repeated to the session that began the link, and
/// to nobody else: the body of the request alone never was enough to link.
@Suite struct RepeatedLinkTests {
    private static let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")
    private static let cleo = Person(
        subject: "001234.cccccccccccccccccccccccccccccccc.0003", email: "cleo.canary@example.com")

    /// Begins a link in an app, and returns the body of its last request.
    private func begin(
        _ caller: Caller, _ path: String = Paths.nativeAttempts,
        _ body: String = #"{"client":"app","links_to_session":true}"#, canAsk: Bool? = nil, by owner: SessionReply
    ) async throws -> String {
        let attempt = try await caller.post(path, body, headers: bearer(owner)).decoded(NativeAttemptReply.self)
        let (code, token) = try caller.service.apple.authorize(
            Self.ben, client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
        let message = NativeSignInRequest(
            attempt: attempt.attempt, identityToken: token, code: code, name: nil, canAsk: canAsk)
        return String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    }

    @Test func `an app gets the answer to its link again with the access token that it began with`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let owner = try await caller.signInNatively()
            let body = try await begin(caller, by: owner)
            let first = try await caller.post(Paths.nativeSignIn, body, headers: bearer(owner))
            #expect(try await caller.get(Paths.account, headers: bearer(owner)).errorCode == "session_ended")
            // The access token is over after five minutes, and cannot be renewed.
            for seconds in [0.0, 301] {
                service.clock.advance(seconds)
                let again = try await caller.post(Paths.nativeSignIn, body, headers: bearer(owner))
                #expect(again.status == .ok)
                #expect(
                    try again.decoded(SessionReply.self).refreshToken
                        == first.decoded(SessionReply.self).refreshToken)
            }
        }
    }

    @Test func `nobody else gets the answer to an app's link, whatever they send with its body`() async throws {
        try await TestService().run { caller in
            let (owner, other) = (try await caller.signInNatively(), try await caller.signInNatively(Self.cleo))
            let elsewhere = try await caller.signInNatively()
            let body = try await begin(caller, by: owner)
            #expect(try await caller.post(Paths.nativeSignIn, body, headers: bearer(owner)).status == .ok)
            let forged = "Bearer " + owner.accessToken.dropLast(4) + "AAAA"
            for headers in [
                [:], bearer(other), bearer(elsewhere), ["Authorization": "Bearer x.y.z"], ["Authorization": forged],
            ] {
                let refused = try await caller.post(Paths.nativeSignIn, body, headers: headers)
                #expect(refused.status == .conflict && refused.errorCode == "attempt_used", "\(headers)")
            }
        }
    }

    @Test func `nobody else gets the answer to an upgrade from a password`() async throws {
        let service = try TestService(policy: PasswordPeople.policy)
        try await PasswordPeople.add(to: service)
        try await service.run { caller in
            let body = #"{"client":"app","name":"\#(PasswordPeople.name)","password":"\#(PasswordPeople.password)"}"#
            let owner = try await caller.post(Paths.passwordSignIn, body).decoded(SessionReply.self)
            let last = try await begin(caller, Paths.accountPasswordUpgrade, #"{"client":"app"}"#, by: owner)
            #expect(try await caller.post(Paths.nativeSignIn, last, headers: bearer(owner)).status == .ok)
            #expect(try await caller.post(Paths.nativeSignIn, last).errorCode == "attempt_used")
            #expect(try await caller.post(Paths.nativeSignIn, last, headers: bearer(owner)).status == .ok)
        }
    }

    @Test func `nobody else gets the question about a merge`() async throws {
        try await TestService().run { caller in
            _ = try await caller.signInNatively(Self.ben)
            let owner = try await caller.signInNatively()
            let body = try await begin(caller, canAsk: true, by: owner)
            #expect(try await caller.post(Paths.nativeSignIn, body, headers: bearer(owner)).status == .accepted)
            #expect(try await caller.post(Paths.nativeSignIn, body).errorCode == "attempt_used")
            #expect(try await caller.post(Paths.nativeSignIn, body, headers: bearer(owner)).status == .accepted)
        }
    }

    @Test func `in a browser, the link's answer is repeated to the cookie that began it, and to no other`() async throws
    {
        try await TestService().run { caller in
            let owner = try await caller.browser()["Cookie"] ?? ""
            let other = try await caller.browser(Self.cleo)["Cookie"] ?? ""
            let toApple = try await caller.form(
                Paths.webAccountLink, "", headers: ["Cookie": owner, "Sec-Fetch-Site": "same-origin"])
            let begun = try caller.begun(toApple, person: Self.ben)
            let form = begun.form + "&reposted=1"
            func answer(_ cookies: String...) async throws -> TestResponse {
                try await caller.form(Paths.webCallback, form, headers: ["Cookie": cookies.joined(separator: "; ")])
            }
            let first = try await answer(begun.cookie, owner)
            #expect(first.status == .seeOther)
            for cookies in [[begun.cookie, other], [begun.cookie]] {
                let refused = try await answer(cookies.joined(separator: "; "))
                #expect(refused.status == .conflict && refused.text.contains("attempt_used"))
                #expect(!refused.cookies.contains { $0.name == "siwa-session" })
            }
            #expect(try await caller.get(Paths.account, headers: ["Cookie": other]).status == .ok)
            let again = try await answer(begun.cookie, owner)
            #expect(again.status == .seeOther)
            let sessions = [first, again].map { $0.cookies.first { $0.name == "siwa-session" }?.value }
            #expect(sessions[0] == sessions[1])
        }
    }
}
