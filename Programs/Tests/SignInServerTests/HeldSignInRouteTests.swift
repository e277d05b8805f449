import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// How apps, browsers and pages learn that a person has to wait, and how the app's backend lets them in.
struct `A held sign-in over HTTP` {
    private static let proofURL = "https://www.example.com/prove"

    private static func policy(_ response: RealPersonPolicy.Response = .ask) -> SignInPolicy {
        var policy = SignInPolicy()
        policy.realPersonPolicy.unsupported = response
        policy.realPersonPolicy.web = response
        return policy
    }

    /// An app's answer, which can be sent again.
    private func answer(_ caller: Caller) async throws -> String {
        let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#).decoded(NativeAttemptReply.self)
        let (code, token) = try caller.service.apple.authorize(
            .init(), client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
        let message = NativeSignInRequest(
            attempt: attempt.attempt, identityToken: token, code: code, name: PersonName(given: "Ada", family: nil),
            canAsk: nil)
        return String(decoding: try JSONEncoder().encode(message), as: UTF8.self)
    }

    private func body(_ handle: String) -> String { #"{"handle":"\#(handle)"}"# }

    @Test(arguments: [(RealPersonPolicy.Response.ask, "proof_required"), (.hold, "account_held")])
    func `is refused in an app with a handle, and let in once the backend accepted it`(
        _ response: RealPersonPolicy.Response, _ code: String
    ) async throws {
        let service = try TestService(policy: Self.policy(response))
        try await service.run { caller in
            let answer = try await answer(caller)
            let refused = try await caller.post(Paths.nativeSignIn, answer)
            #expect(refused.status == .forbidden)
            let error = try refused.decoded(APIError.self)
            #expect(error.error == code && error.expiresIn == 600)
            let handle = try #require(error.handle)
            let headers = try await key(service, .accountsRead, .accountsWrite)
            let found = try await caller.post(Paths.backendHeld, body(handle), headers: headers)
                .decoded(HeldSignInReply.self)
            #expect(found.account.name?.given == "Ada" && found.client == "app" && found.platform == "native")
            #expect(found.isWaiting && found.disabledAt != nil && found.identities == 1)
            let accepted = try await caller.post(Paths.backendHeldAccept, body(handle), headers: headers)
            #expect(accepted.status == .noContent)
            let session = try await caller.post(Paths.nativeSignIn, answer).decoded(SessionReply.self)
            #expect(session.account == found.account)
            let again = try await caller.post(Paths.backendHeldAccept, body(handle), headers: headers)
            #expect(again.status == .conflict && again.errorCode == "held_sign_in_decided")
            let metrics = try await caller.get(Paths.metrics, headers: key(service, .operations))
            #expect(metrics.text.contains(#"siwa_refusals_total{code="\#(code)"} 1"#))
            #expect(!service.log.all.contains { $0.contains(handle) } && !metrics.text.contains(handle))
        }
    }

    @Test func `leads a browser to the app's page for the proof and back, to where it wanted to go`() async throws {
        let service = try TestService(policy: Self.policy(), proofURL: Self.proofURL)
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn + "?return_to=/web/account")
            let held = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(held.status == .seeOther && held.headers[.location] == Paths.webWaiting)
            #expect(!held.cookies.contains { $0.name == "siwa-session" })
            let kept = try #require(held.cookies.first { $0.name == "siwa-waiting" })
            let cookie = ["Cookie": "siwa-waiting=\(kept.value)"]
            let page = try await caller.get(Paths.webWaiting, headers: cookie)
            #expect(page.status == .ok && page.text.contains("<h1>One more step</h1>"))
            #expect(page.text.contains(#"<form method="post" action="https://www.example.com/prove">"#))
            let handle = try #require(page.text.firstMatch(of: /name="handle" value="([^"]+)"/)?.output.1)
            #expect(String(handle) != kept.value)
            let headers = try await key(service, .accountsWrite)
            let accepted = try await caller.post(Paths.backendHeldAccept, body(String(handle)), headers: headers)
            #expect(accepted.status == .noContent)
            let back = cookie.merging(["Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"]) { $1 }
            let entered = try await caller.get(Paths.webWaiting, headers: back)
            #expect(entered.status == .seeOther && entered.headers[.location] == Paths.webAccount)
            #expect(entered.cookies.contains { $0.name == "siwa-session" && !$0.value.isEmpty })
            #expect(entered.cookies.contains { $0.name == "siwa-waiting" && $0.value.isEmpty })
        }
    }

    @Test func `shows a browser a page to wait on if the operator decides, without a handle`() async throws {
        try await TestService(policy: Self.policy(.hold), proofURL: Self.proofURL).run { caller in
            let begun = try await caller.beginInBrowser()
            let held = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let kept = try #require(held.cookies.first { $0.name == "siwa-waiting" })
            let page = try await caller.get(Paths.webWaiting, headers: ["Cookie": "siwa-waiting=\(kept.value)"])
            #expect(page.text.contains("Your account is not ready yet") && page.text.contains("Check again"))
            #expect(!page.text.contains("handle") && !page.text.contains(Self.proofURL))
        }
    }

    @Test func `says after a rejection that the account is closed`() async throws {
        let service = try TestService(policy: Self.policy(), proofURL: Self.proofURL)
        try await service.run { caller in
            let begun = try await caller.beginInBrowser()
            let held = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let kept = try #require(held.cookies.first { $0.name == "siwa-waiting" })
            let cookie = ["Cookie": "siwa-waiting=\(kept.value)"]
            let page = try await caller.get(Paths.webWaiting, headers: cookie)
            let handle = try #require(page.text.firstMatch(of: /name="handle" value="([^"]+)"/)?.output.1)
            let rejected = try await caller.post(
                Paths.backendHeldReject, body(String(handle)), headers: key(service, .accountsWrite))
            #expect(rejected.status == .noContent)
            let closed = try await caller.get(Paths.webWaiting, headers: cookie)
            #expect(closed.status == .forbidden && closed.text.contains("account_disabled"))
        }
    }

    @Test func `follows a question that was answered with "no"`() async throws {
        var policy = Self.policy()
        policy.question = .always
        try await TestService(policy: policy, proofURL: Self.proofURL).run { caller in
            let begun = try await caller.beginInBrowser()
            let callback = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let question = try #require(callback.cookies.first { $0.name == "siwa-question" })
            let headers = ["Cookie": "siwa-question=\(question.value)", "Sec-Fetch-Site": "same-origin"]
            let held = try await caller.form(Paths.webQuestion, "answer=new", headers: headers)
            #expect(held.status == .seeOther && held.headers[.location] == Paths.webWaiting)
            #expect(held.cookies.contains { $0.name == "siwa-waiting" && !$0.value.isEmpty })
            #expect(held.cookies.contains { $0.name == "siwa-question" && $0.value.isEmpty })
        }
    }

    @Test func `is forgotten by the browser in which somebody else signs in`() async throws {
        let service = try TestService(policy: Self.policy(.hold))
        try await service.run { caller in
            let begun = try await caller.beginInBrowser()
            let held = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let kept = try #require(held.cookies.first { $0.name == "siwa-waiting" })
            // The other person has an account: they are accepted first.
            let other = Person(subject: "001234.ffffffffffffffffffffffffffffffff.0009", email: "other@example.com")
            let refused = try await caller.nativeSignIn(other).decoded(APIError.self)
            _ = try await caller.post(
                Paths.backendHeldAccept, body(try #require(refused.handle)), headers: key(service, .accountsWrite))
            let next = try await caller.beginInBrowser(person: other)
            let cookie = ["Cookie": "\(next.cookie); siwa-waiting=\(kept.value)"]
            let signedIn = try await caller.form(Paths.webCallback, next.form, headers: cookie)
            #expect(signedIn.cookies.contains { $0.name == "siwa-session" && !$0.value.isEmpty })
            #expect(signedIn.cookies.contains { $0.name == "siwa-waiting" && $0.value.isEmpty })
        }
    }

    @Test func `gives a page with Apple's script a handle`() async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller in
            let headers = ["Origin": TestService.scriptOrigin, "Sec-Fetch-Site": "cross-site"]
            let begun = try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: headers)
                .decoded(ScriptAttemptReply.self)
            let (code, token) = try service.apple.authorize(.init(), client: begun.clientID, nonce: begun.nonce)
            let answer = #"{"authorization":{"code":"\#(code)","id_token":"\#(token)","state":"\#(begun.state)"}}"#
            let refused = try await caller.post(Paths.scriptSignIn, answer, headers: headers).decoded(APIError.self)
            let handle = try #require(refused.handle)
            _ = try await caller.post(
                Paths.backendHeldAccept, body(handle), headers: key(service, .accountsWrite))
            #expect(try await caller.post(Paths.scriptSignIn, answer, headers: headers).status == .ok)
        }
    }

    @Test(arguments: [nil, "https://www.example.com/prove"] as [String?])
    func `is told to an OpenID client unless the person can give the proof in the browser`(
        _ proofURL: String?
    ) async throws {
        try await TestService(openID: TestClients.all, policy: Self.policy(), proofURL: proofURL).run { caller in
            let begun = try caller.begun(try await caller.get(Caller.authorize()))
            let response = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(response.status == .seeOther)
            #expect((response.headers[.location] == Paths.webWaiting) == (proofURL != nil))
            #expect((response.answer["error"] == "access_denied") == (proofURL == nil))
        }
    }

    @Test(arguments: [Paths.backendHeld, Paths.backendHeldAccept, Paths.backendHeldReject])
    func `is named in the body alone, to a key with the scope`(_ path: String) async throws {
        let service = try TestService(policy: Self.policy())
        try await service.run { caller in
            let scope: ServiceCredential.Scope = path == Paths.backendHeld ? .accountsRead : .accountsWrite
            let headers = try await key(service, scope)
            #expect(try await caller.post(path, "{}", headers: headers).errorCode == "field_invalid")
            #expect(try await caller.post(path, #"{"handle":1}"#, headers: headers).errorCode == "field_invalid")
            let unknown = try await caller.post(path, #"{"proof":"x"}"#, headers: headers)
            #expect(unknown.errorCode == "member_unknown")
            let over = try await caller.post(path, body(String(repeating: "A", count: 43)), headers: headers)
            #expect(over.status == .gone && over.errorCode == "held_sign_in_over")
            let narrow = try await key(service, .link)
            #expect(try await caller.post(path, body("x"), headers: narrow).errorCode == "credential_scope_missing")
            #expect(try await caller.post(path, body("x")).errorCode == "authorization_missing")
        }
    }

    @Test func `is over in a browser without its cookie, or with a foreign one`() async throws {
        try await TestService(policy: Self.policy()).run { caller in
            for cookie in [[:], ["Cookie": "siwa-waiting=x"]] {
                let page = try await caller.get(Paths.webWaiting, headers: cookie)
                #expect(page.status == .gone && page.text.contains("held_sign_in_over"))
            }
        }
    }
}
