import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInServer

/// Pages with Apple's script sign people in from their own origins.
@Suite struct ScriptSignInRouteTests {
    private static let page = ["Origin": TestService.scriptOrigin, "Sec-Fetch-Site": "cross-site"]

    private func begin(
        _ caller: Caller, _ headers: [String: String] = page
    ) async throws -> ScriptAttemptReply {
        try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: headers)
            .decoded(ScriptAttemptReply.self)
    }

    /// What Apple's script gives to the page.
    private func answer(
        _ caller: Caller, _ begun: ScriptAttemptReply, state: String? = nil, nonce: String? = nil, more: String = ""
    ) throws -> String {
        let (code, token) = try caller.service.apple.authorize(
            .init(), client: begun.clientID, nonce: nonce ?? begun.nonce)
        return
            #"{"authorization":{"code":"\#(code)","id_token":"\#(token)","state":"\#(state ?? begun.state)"}\#(more)}"#
    }

    @Test func `a page gets what the script needs, and tokens for the script's answer`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let begun = try await begin(caller)
            #expect(begun.clientID == "com.example.web" && begun.usePopup && begun.scope == "name email")
            #expect(begun.redirectURI == TestService.scriptOrigin + "/signin" && begun.expiresIn == 600)
            #expect(begun.codeChallenge == nil && begun.codeChallengeMethod == nil)
            let name = #","user":{"name":{"firstName":"Ada","lastName":"Lovelace"},"email":"x@example.com"}"#
            let message = try answer(caller, begun, more: name)
            let response = try await caller.post(Paths.scriptSignIn, message, headers: Self.page)
            #expect(response.status == .ok && response.cookies.isEmpty)
            let session = try response.decoded(SessionReply.self)
            #expect(session.account.name == PersonName(given: "Ada", family: "Lovelace"))
            #expect(try await caller.get(Paths.account, headers: bearer(session)).status == .ok)
            let renewal = #"{"client":"web","refresh_token":"\#(session.refreshToken)"}"#
            #expect(try await caller.post(Paths.sessionRefresh, renewal, headers: Self.page).status == .ok)
        }
    }

    @Test func `the same answer gets the same session again, and another one is refused`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let begun = try await begin(caller)
            let message = try answer(caller, begun)
            let before = service.database.count
            let first = try await caller.post(Paths.scriptSignIn, message, headers: Self.page)
                .decoded(SessionReply.self)
            // The claim and the commit: nothing is read before them.
            #expect(service.database.count == before + 2)
            let again = try await caller.post(Paths.scriptSignIn, message, headers: Self.page)
                .decoded(SessionReply.self)
            #expect(first.refreshToken == again.refreshToken)
            let other = try await caller.post(
                Paths.scriptSignIn, try answer(caller, begun), headers: Self.page)
            #expect(other.errorCode == "attempt_used")
        }
    }

    @Test(arguments: [nil, "null", "https://evil.example", "http://www.example.com", "https://www.example.com.evil"])
    func `a page of no registered origin is refused before anything else`(origin: String?) async throws {
        let service = try TestService()
        try await service.run { caller in
            let message = try answer(caller, try await begin(caller))
            let headers = origin.map { ["Origin": $0] } ?? [:]
            for (path, body) in [(Paths.scriptAttempts, "no JSON"), (Paths.scriptSignIn, message)] {
                let response = try await caller.post(path, body, headers: headers)
                #expect(response.status == .forbidden && response.errorCode == "script_origin_refused")
                #expect(response.headers[.accessControlAllowOrigin] == nil && response.headers[.vary] == "Origin")
            }
            #expect(try await caller.post(Paths.scriptSignIn, message, headers: Self.page).status == .ok)
        }
    }

    @Test func `another flow's attempt, a wrong nonce and a made-up state are refused`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let begun = try await begin(caller)
            let native = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                .decoded(NativeAttemptReply.self)
            let browser = try await caller.beginInBrowser()
            for (state, code) in [
                (native.attempt, "attempt_wrong_flow"), (browser.state, "attempt_wrong_flow"),
                (String(repeating: "A", count: 43), "attempt_unknown"), ("x", "attempt_unknown"),
            ] {
                let message = try answer(caller, begun, state: state)
                #expect(try await caller.post(Paths.scriptSignIn, message, headers: Self.page).errorCode == code)
            }
            let wrong = try answer(caller, begun, nonce: Digest.sha256Hex(begun.nonce))
            #expect(
                try await caller.post(Paths.scriptSignIn, wrong, headers: Self.page).errorCode == "nonce_mismatch")
        }
    }

    @Test(arguments: [
        ("[]", "json_malformed"), ("{}", "field_invalid"), (#"{"authorization":{}}"#, "callback_state_missing"),
        (#"{"error":"popup_closed_by_user"}"#, "field_invalid"),
        (#"{"can_ask":1,"authorization":{}}"#, "field_invalid"),
        (#"{"authorization":{"state":"x","code":1}}"#, "callback_parameter_malformed"),
        (#"{"authorization":{"state":"x"}}"#, "callback_code_missing"),
    ])
    func `what is not the script's answer is refused`(body: String, code: String) async throws {
        try await TestService().run { caller in
            let response = try await caller.post(Paths.scriptSignIn, body, headers: Self.page)
            #expect(response.errorCode == code)
        }
    }

    @Test func `a page of the service's own origin gets the session cookie`() async throws {
        let own = "http://localhost:8080"
        let sample = try TestService().environment.clients.find("web")
        let team = try #require(sample?.team)
        let script = ScriptRegistration(returnURLs: [own: own + "/signin"], result: .cookie)
        let service = try TestService(registering: [
            RegisteredClient(
                name: "web", id: ClientID(rawValue: "com.example.web"), kind: .web, returnURLs: [], script: script,
                team: team)
        ])
        try await service.run { caller in
            for site in ["cross-site", "same-site", "none"] {
                let refused = try await caller.post(
                    Paths.scriptAttempts, #"{"client":"web"}"#, headers: ["Origin": own, "Sec-Fetch-Site": site])
                #expect(refused.errorCode == "cross_site_request")
            }
            let begun = try await begin(caller, ["Origin": own, "Sec-Fetch-Site": "same-origin"])
            #expect(begun.redirectURI == own + "/signin")
            let headers = ["Origin": own, "Sec-Fetch-Site": "same-origin"]
            let response = try await caller.post(Paths.scriptSignIn, try answer(caller, begun), headers: headers)
            #expect(response.status == .ok && !response.text.contains("token"))
            let cookie = try #require(response.cookies.first { $0.name == "siwa-session" })
            let account = try await caller.get(Paths.account, headers: ["Cookie": "siwa-session=\(cookie.value)"])
            #expect(account.status == .ok && account.text == response.text)
        }
    }
}
