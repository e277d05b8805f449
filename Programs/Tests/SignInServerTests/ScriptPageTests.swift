import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInServer

/// An attempt belongs to one client and one origin, and ends as the service is configured.
@Suite struct ScriptPageTests {
    private static let here = "https://www.example.com"
    private static let there = "https://app.example.com:8443"
    private static let local = "http://localhost:8080"

    /// A client with pages on these origins.
    private static func client(
        _ name: String, _ team: RegisteredTeam, on origins: [String], result: ScriptRegistration.Result = .tokens
    ) -> RegisteredClient {
        let urls = Dictionary(uniqueKeysWithValues: origins.map { ($0, $0 + "/signin") })
        return RegisteredClient(
            name: name, id: ClientID(rawValue: "com.example." + name), kind: .web, returnURLs: [],
            script: ScriptRegistration(returnURLs: urls, result: result), team: team)
    }

    private static func service(
        policy: SignInPolicy = SignInPolicy(), _ clients: @escaping (RegisteredTeam) -> [RegisteredClient]
    ) throws -> TestService {
        try TestService(of: clients, policy: policy)
    }

    private func begin(
        _ caller: Caller, _ client: String, _ origin: String
    ) async throws -> TestResponse {
        try await caller.post(Paths.scriptAttempts, #"{"client":"\#(client)"}"#, headers: ["Origin": origin])
    }

    private func finish(
        _ caller: Caller, _ begun: ScriptAttemptReply, _ origin: String, state: String? = nil, more: String = "",
        cookie: String? = nil
    ) async throws -> TestResponse {
        let (code, token) = try caller.service.apple.authorize(.init(), client: begun.clientID, nonce: begun.nonce)
        let answer =
            #"{"authorization":{"code":"\#(code)","id_token":"\#(token)","state":"\#(state ?? begun.state)"}\#(more)}"#
        var headers = ["Origin": origin]
        headers["Cookie"] = cookie
        return try await caller.post(Paths.scriptSignIn, answer, headers: headers)
    }

    @Test func `an origin cannot finish what another origin of the same client began`() async throws {
        let service = try Self.service { [Self.client("web", $0, on: [Self.here, Self.there])] }
        try await service.run { caller in
            let first = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            let second = try await begin(caller, "web", Self.there).decoded(ScriptAttemptReply.self)
            #expect(first.redirectURI == Self.here + "/signin" && second.redirectURI == Self.there + "/signin")
            #expect(try await finish(caller, first, Self.there).errorCode == "attempt_unknown")
            #expect(try await finish(caller, second, Self.here).errorCode == "attempt_unknown")
            // the nonce of one attempt with the state of the other
            let mixed = try await finish(caller, first, Self.there, state: second.state)
            #expect(mixed.errorCode == "nonce_mismatch")
            #expect(try await finish(caller, first, Self.here).status == .ok)
            #expect(try await finish(caller, second, Self.there).status == .ok)
        }
    }

    @Test func `two clients cannot use each other's origin, attempt or token`() async throws {
        let service = try Self.service {
            [Self.client("web", $0, on: [Self.here]), Self.client("shop", $0, on: [Self.there])]
        }
        try await service.run { caller in
            #expect(try await begin(caller, "shop", Self.here).errorCode == "script_origin_refused")
            #expect(try await begin(caller, "web", Self.there).errorCode == "script_origin_refused")
            let web = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            let shop = try await begin(caller, "shop", Self.there).decoded(ScriptAttemptReply.self)
            #expect(try await finish(caller, web, Self.there).errorCode == "attempt_unknown")
            // a token that Apple issued to the other client, with this attempt's nonce
            let foreign = ScriptAttemptReply(
                clientID: shop.clientID, redirectURI: web.redirectURI, scope: web.scope, state: web.state,
                nonce: web.nonce, codeChallenge: nil, expiresIn: web.expiresIn)
            let refused = try await finish(caller, foreign, Self.here)
            #expect(refused.status == .unauthorized && refused.errorCode == "audience_mismatch")
        }
    }

    @Test func `two clients on one origin are told apart by the attempt`() async throws {
        let service = try Self.service {
            [Self.client("web", $0, on: [Self.here]), Self.client("shop", $0, on: [Self.here])]
        }
        try await service.run { caller in
            for name in ["shop", "web"] {
                let begun = try await begin(caller, name, Self.here).decoded(ScriptAttemptReply.self)
                #expect(begun.clientID == "com.example." + name)
                let done = try await finish(caller, begun, Self.here)
                #expect(done.status == .ok)
                let session = try done.decoded(SessionReply.self)
                let renewal = #"{"client":"\#(name)","refresh_token":"\#(session.refreshToken)"}"#
                #expect(try await caller.post(Paths.sessionRefresh, renewal).status == .ok)
            }
        }
    }

    @Test(arguments: [
        ("nobody", "client_unknown"), ("app", "client_wrong_kind"), ("plain", "script_origin_refused"),
        ("off", "provider_off"),
    ])
    func `an attempt is refused for a client without such pages`(name: String, code: String) async throws {
        let service = try Self.service { team in
            let closed = RegisteredTeam(name: "closed", apple: team.apple, isSignInOn: false)
            return [
                Self.client("web", team, on: [Self.here]), Self.client("off", closed, on: [Self.here]),
                RegisteredClient(
                    name: "app", id: ClientID(rawValue: "com.example.app"), kind: .native, returnURLs: [], team: team),
                RegisteredClient(
                    name: "plain", id: ClientID(rawValue: "com.example.shop"), kind: .web, returnURLs: [], team: team),
            ]
        }
        try await service.run { caller in
            let refused = try await begin(caller, name, Self.here)
            #expect(refused.errorCode == code)
            #expect(refused.headers[.accessControlAllowOrigin] == Self.here)
        }
    }

    @Test func `with a code challenge, the page gets it and Apple the verifier`() async throws {
        var policy = SignInPolicy()
        policy.usesCodeChallenge = true
        let service = try TestService(policy: policy)
        try await service.run { caller in
            let begun = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            #expect(begun.codeChallengeMethod == "S256")
            #expect(try await finish(caller, begun, Self.here).status == .ok)
            let exchange = try #require(service.apple.exchanges.last)
            let verifier = try #require(exchange["code_verifier"])
            #expect(begun.codeChallenge == Digest.sha256Base64URL(verifier))
            #expect(exchange["redirect_uri"] == Self.here + "/signin")
        }
    }

    @Test func `a page that can ask gets a question, which takes one answer`() async throws {
        var policy = SignInPolicy()
        policy.question = .always
        let service = try TestService(policy: policy)
        try await service.run { caller in
            let begun = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            let asked = try await finish(caller, begun, Self.here, more: #","can_ask":true"#)
            #expect(asked.status == .accepted && asked.cookies.isEmpty)
            #expect(asked.headers[.accessControlAllowOrigin] == Self.here)
            let question = try asked.decoded(AccountQuestionReply.self).question
            let answer = #"{"question":"\#(question)","answer":"new"}"#
            let done = try await caller.post(Paths.nativeAnswers, answer, headers: ["Origin": Self.here])
            #expect(done.status == .ok && done.cookies.isEmpty)
            #expect(done.headers[.accessControlAllowOrigin] == Self.here)
            #expect(try await caller.post(Paths.nativeAnswers, answer).errorCode == "question_over")
        }
    }

    @Test func `a page that cannot ask is not asked, and cannot repeat an answer that was`() async throws {
        var policy = SignInPolicy()
        policy.question = .always
        let service = try TestService(policy: policy)
        try await service.run { caller in
            let asking = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            let (code, token) = try service.apple.authorize(
                .init(), client: asking.clientID, nonce: asking.nonce)
            func answer(_ more: String) async throws -> TestResponse {
                let text =
                    #"{"authorization":{"code":"\#(code)","id_token":"\#(token)","state":"\#(asking.state)"}\#(more)}"#
                return try await caller.post(Paths.scriptSignIn, text, headers: ["Origin": Self.here])
            }
            #expect(try await answer(#","can_ask":true"#).status == .accepted)
            #expect(try await answer("").errorCode == "question_over")
            #expect(try await answer(#","can_ask":true"#).status == .accepted)
            let other = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            #expect(try await finish(caller, other, Self.here).status == .ok)
        }
    }

    @Test func `the question of a cookie site is a cookie, and its own page takes the answer`() async throws {
        var policy = SignInPolicy()
        policy.question = .always
        let service = try Self.service(policy: policy) {
            [Self.client("web", $0, on: [Self.local], result: .cookie)]
        }
        try await service.run { caller in
            let begun = try await begin(caller, "web", Self.local).decoded(ScriptAttemptReply.self)
            let asked = try await finish(caller, begun, Self.local, more: #","can_ask":true"#)
            #expect(asked.status == .accepted && asked.cookies.map(\.name) == ["siwa-question"])
            #expect(asked.headers[.accessControlAllowOrigin] == nil && asked.headers[.vary] == nil)
            let cookie = try #require(asked.cookies.first)
            #expect(cookie.attributes["httponly"] != nil && cookie.attributes["samesite"] == "Lax")
            let headers = ["Cookie": cookie.name + "=" + cookie.value, "Sec-Fetch-Site": "same-origin"]
            let done = try await caller.form(Paths.webQuestion, "answer=new", headers: headers)
            #expect(done.status == .seeOther && done.headers[.location] == "/")
            #expect(Set(done.cookies.map(\.name)) == ["siwa-session", "siwa-question"])
        }
    }

    @Test func `a sign-in for tokens ends no session and ignores every cookie`() async throws {
        try await TestService().run { caller in
            let browser = try await caller.browser()
            let begun = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            let done = try await finish(caller, begun, Self.here, cookie: browser["Cookie"])
            #expect(done.status == .ok && done.cookies.isEmpty)
            #expect(try await caller.get(Paths.account, headers: browser).status == .ok)
        }
    }

    @Test func `without Apple's keys a page is told to come back, and its attempt stays open`() async throws {
        try await TestService().run { caller in
            let begun = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            caller.service.apple.areKeysDown = true
            let refused = try await finish(caller, begun, Self.here)
            #expect(refused.status == .serviceUnavailable && refused.errorCode == "apple_unavailable")
            #expect(refused.headers[.retryAfter] != nil)
            caller.service.apple.areKeysDown = false
            caller.service.clock.advance(60)
            #expect(try await finish(caller, begun, Self.here).status == .ok)
        }
    }

    @Test func `an attempt that is over and an answer without an identity token are refused`() async throws {
        try await TestService().run { caller in
            func withoutToken(_ state: String) async throws -> String? {
                try await caller.post(
                    Paths.scriptSignIn, #"{"authorization":{"code":"c","state":"\#(state)"}}"#,
                    headers: ["Origin": Self.here]
                ).errorCode
            }
            let late = try await begin(caller, "web", Self.here).decoded(ScriptAttemptReply.self)
            #expect(try await withoutToken(late.state) == "identity_token_missing")
            caller.service.clock.advance(600)
            #expect(try await withoutToken(late.state) == "attempt_expired")
            #expect(try await finish(caller, late, Self.here).errorCode == "attempt_expired")
        }
    }

    /// What a page can do something about. Other codes tell of a mistake in its request or of the service's trouble.
    private static let explained: Set = [
        "attempt_expired", "attempt_under_way", "attempt_unknown", "attempt_used", "attempt_wrong_flow",
        "client_unknown", "client_wrong_kind", "cross_site_request", "nonce_mismatch", "question_over",
        "script_origin_refused",
    ]
    /// What Apple's script and the guide's own page say.
    private static let ofPage: Set = [
        "popup_blocked_by_browser", "popup_closed_by_user", "state_mismatch", "user_cancelled_authorize",
    ]

    @Test func `the guide explains what a page may see, and names codes of the service, the script or itself`() throws {
        let table = try #require(Documents.text("web-script.md").split(separator: "## What can go wrong").last)
        let rows = table.matches(of: /(?m)^\| ((?:`[a-z_]+`(?:, )?)+) \|/)
        let named = Set(rows.flatMap { $0.output.1.matches(of: /[a-z_]+/).map { String($0.output) } })
        #expect(named.subtracting(Self.ofPage) == Self.explained)
        #expect(Self.explained.isSubset(of: ErrorCode.all.map(\.name)))
        #expect(Self.ofPage.isSubset(of: named))
    }
}
