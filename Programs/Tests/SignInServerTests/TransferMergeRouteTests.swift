import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInServer

/// A person got another account after the app moved to another team. Each way to sign in offers to merge the two.
@Suite struct TransferMergeRouteTests {
    private static let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:8080"]
    private static let identifier = "transfer-canary"
    private let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")

    /// A service whose clients move. Subjects are what tells the teams apart, so one team may be both of them here.
    private func service(
        _ result: ScriptRegistration.Result = .tokens, policy: SignInPolicy = SignInPolicy()
    ) throws -> TestService {
        let origin = result == .tokens ? TestService.scriptOrigin : "http://localhost:8080"
        let script = ScriptRegistration(returnURLs: [origin: origin + "/signin"], result: result)
        let clients = { (team: RegisteredTeam) -> [RegisteredClient] in
            let (app, web) = (ClientID(rawValue: "com.example.app"), ClientID(rawValue: "com.example.web"))
            let transfer = RegisteredTransfer(
                name: "sale", from: (team.teamID, team), to: (team.teamID, team), issuer: team.issuer,
                clients: [app, web])
            return [
                RegisteredClient(name: "app", id: app, kind: .native, returnURLs: [], team: team, transfer: transfer),
                RegisteredClient(
                    name: "web", id: web, kind: .web, returnURLs: ["https://www.example.com/welcome"], script: script,
                    team: team, transfer: transfer),
            ]
        }
        return try TestService(of: clients, policy: policy)
    }

    /// The account that Ann's identifier leads to is another one than hers. Returns both, hers first.
    private func twoAccounts(_ caller: Caller) async throws -> (own: String, before: String) {
        let before = try await caller.signInNatively(ben).account.id
        let own = try await caller.signInNatively().account.id
        let transfer = try #require(caller.service.environment.clients.transfers.first)
        let unstored = transfer.unstored(at: caller.service.clock.now)
        let account = try #require(AccountID(text: before))
        try await caller.service.database.transaction { records throws(StorageFailure) in
            try records.recordTransfer(unstored)
            guard let former = try records.findIdentities(of: account).first else { throw .corrupt }
            _ = try records.recordTransferEntry(
                ifNew: TransferEntry(
                    transferID: unstored.id, identityID: former.id, accountID: account, identifier: Self.identifier,
                    state: .known, dueAt: unstored.createdAt))
            return .keep(())
        }
        return (own, before)
    }

    private func accounts(_ caller: Caller) async throws -> Set<String> {
        try await caller.service.database.read { records throws(StorageFailure) in
            Set(try records.findAccountIDs(after: nil, limit: 10).map(\.text))
        }
    }

    /// Apple's answer for Ann, who has come with the app.
    private func authorize(
        _ caller: Caller, client: String, nonce: String
    ) throws -> (code: String, identityToken: String) {
        try caller.service.apple.authorize(client: client, nonce: nonce) {
            $0["transfer_sub"] = .string(Self.identifier)
        }
    }

    /// Ann comes back from Apple in a browser, and is on the page with the offer. Returns her cookies.
    private func browse(_ caller: Caller) async throws -> String {
        let path = Paths.webSignIn + "?return_to=https%3A%2F%2Fwww.example.com%2Fwelcome"
        let begun = try await caller.beginInBrowser(path)
        let nonce = try #require(begun.authorize["nonce"])
        let (code, token) = try authorize(caller, client: "com.example.web", nonce: nonce)
        let form = [("state", begun.state), ("code", code), ("id_token", token)]
            .map { $0.0 + "=" + BegunInBrowser.encoded($0.1) }.joined(separator: "&")
        let back = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
        #expect(back.status == .seeOther && back.headers[.location] == Paths.webQuestion)
        let cookies = back.cookies.filter { ["siwa-session", "siwa-question"].contains($0.name) }
        #expect(cookies.count == 2)
        return cookies.map { $0.name + "=" + $0.value }.joined(separator: "; ")
    }

    @Test func `a browser is signed in, sees both accounts, and goes on after the merge`() async throws {
        try await service().run { caller in
            let (own, _) = try await twoAccounts(caller)
            let cookies = try await browse(caller)
            let page = try await caller.get(Paths.webQuestion, headers: ["Cookie": cookies])
            #expect(page.status == .ok && page.text.contains("This app has moved to another company."))
            #expect(page.text.contains("ann.canary<wbr>@example.com"))
            #expect(page.text.contains("ben.canary<wbr>@example.com"))
            // Whoever keeps both goes on as well.
            #expect(page.text.contains(#"href="https://www.example.com/welcome""#))
            #expect(page.headers[.contentSecurityPolicy]?.contains("form-action") == false)
            let merged = try await caller.form(
                Paths.webQuestion, "answer=merge", headers: Self.own.merging(["Cookie": cookies]) { $1 })
            #expect(merged.status == .seeOther)
            #expect(merged.headers[.location] == "https://www.example.com/welcome")
            #expect(try await accounts(caller) == [own])
        }
    }

    @Test func `the page says that another Apple Account of the removed account will do as well`() async throws {
        try await service().run { caller in
            let (_, before) = try await twoAccounts(caller)
            let cookies = ["Cookie": try await browse(caller)]
            let alone = try await caller.get(Paths.webQuestion, headers: cookies)
            #expect(alone.text.contains("in the same way as now. The removed account is signed out everywhere."))
            let account = try #require(AccountID(text: before))
            try await caller.service.database.transaction { records throws(StorageFailure) in
                guard let known = try records.findIdentities(of: account).first else { throw .corrupt }
                try records.recordIdentity(
                    AppleIdentity(
                        id: IdentityID(high: 7, low: 7), accountID: account, issuer: known.issuer,
                        teamID: known.teamID, subject: "another", createdAt: known.createdAt))
                return .keep(())
            }
            let page = try await caller.get(Paths.webQuestion, headers: cookies)
            #expect(page.text.contains("or with another Apple Account of the removed account."))
        }
    }

    @Test(arguments: [false, true])
    func `a browser goes on if its accounts can no longer be merged`(_ isLate: Bool) async throws {
        var policy = SignInPolicy()
        policy.freshSignInWindow = .seconds(60)
        try await service(policy: policy).run { caller in
            let (own, before) = try await twoAccounts(caller)
            let cookies = try await browse(caller)
            if isLate { caller.service.clock.advance(400) } else { try await disable(before, caller) }
            let refused = try await caller.form(
                Paths.webQuestion, "answer=merge", headers: Self.own.merging(["Cookie": cookies]) { $1 })
            #expect(refused.status == .seeOther)
            #expect(refused.headers[.location] == "https://www.example.com/welcome")
            #expect(refused.cookies.map(\.name) == ["siwa-question"])
            #expect(try await accounts(caller) == [own, before])
        }
    }

    @Test func `a browser does not go on while the database is away`() async throws {
        try await service().run { caller in
            let (own, before) = try await twoAccounts(caller)
            let cookies = try await browse(caller)
            let headers = Self.own.merging(["Cookie": cookies]) { $1 }
            // Each transaction of the answer fails once.
            var others = 0
            var response = try await caller.get(Paths.webQuestion, headers: headers)
            while others == 0 || response.status == .serviceUnavailable, others < 20 {
                #expect(try await accounts(caller) == [own, before])
                caller.service.database.fail(.unavailable, after: others)
                response = try await caller.form(Paths.webQuestion, "answer=merge", headers: headers)
                others += 1
            }
            #expect(response.status == .seeOther)
            // The last failure is still to come.
            _ = try? await accounts(caller)
            #expect(try await accounts(caller) == [own])
        }
    }

    private func disable(_ account: String, _ caller: Caller) async throws {
        let id = try #require(AccountID(text: account))
        try await caller.service.database.transaction { records throws(StorageFailure) in
            guard var found = try records.findAccount(id) else { throw .corrupt }
            found.disabledAt = found.createdAt
            try records.recordAccount(found)
            return .keep(())
        }
    }

    @Test func `a browser without the session sees no account`() async throws {
        try await service().run { caller in
            _ = try await twoAccounts(caller)
            let question = try #require(
                try await browse(caller).split(separator: "; ").first { $0.hasPrefix("siwa-question") })
            let page = try await caller.get(Paths.webQuestion, headers: ["Cookie": String(question)])
            #expect(page.status == .forbidden && !page.text.contains("ben.canary"))
        }
    }

    @Test func `an app that can ask gets its session with the offer, and answers with that session`() async throws {
        try await service().run { caller in
            let (own, before) = try await twoAccounts(caller)
            let attempt = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
                .decoded(NativeAttemptReply.self)
            let (code, token) = try authorize(
                caller, client: "com.example.app", nonce: Digest.sha256Hex(attempt.nonce))
            let message = NativeSignInRequest(
                attempt: attempt.attempt, identityToken: token, code: code, name: nil, canAsk: true)
            let response = try await caller.post(
                Paths.nativeSignIn, String(decoding: JSONEncoder().encode(message), as: UTF8.self))
            #expect(response.status == .ok)
            let session = try response.decoded(SessionReply.self)
            let offer = try #require(session.offer)
            #expect(session.account.id == own && offer.merge?.account.id == before)
            #expect(offer.merge?.identities == 1 && offer.reason == "transfer_conflict")
            let answer = #"{"question":"\#(offer.question)","answer":"merge"}"#
            let kept = try await caller.post(Paths.nativeAnswers, answer, headers: bearer(session))
            #expect(try kept.decoded(AccountReply.self).id == own)
            #expect(try await accounts(caller) == [own])
        }
    }

    @Test func `a page with Apple's script gets its tokens with the offer`() async throws {
        try await sendAnswer(to: service(), from: TestService.scriptOrigin, site: "cross-site") { response in
            #expect(response.status == .ok && response.cookies.isEmpty)
            let reply = try response.decoded(SessionReply.self)
            #expect(reply.offer?.reason == "transfer_conflict")
        }
    }

    @Test func `a page of the service's own site gets the session and the question as cookies`() async throws {
        try await sendAnswer(to: service(.cookie), from: "http://localhost:8080", site: "same-origin") { response in
            #expect(response.status == .accepted)
            let question = try response.decoded(AccountQuestionReply.self)
            #expect(question.reason == "transfer_conflict")
            #expect(Set(response.cookies.map(\.name)) == ["siwa-session", "siwa-question"])
        }
    }

    @Test(arguments: [ScriptRegistration.Result.tokens, .cookie])
    func `a page that repeats the answer and cannot ask gets the session alone`(
        _ result: ScriptRegistration.Result
    ) async throws {
        let (origin, site) =
            result == .tokens ? (TestService.scriptOrigin, "cross-site") : ("http://localhost:8080", "same-origin")
        try await sendAnswer(to: service(result), from: origin, site: site, asking: [true, false]) { response in
            #expect(response.status == .ok)
            switch result {
            case .tokens:
                let reply = try response.decoded(SessionReply.self)
                #expect(reply.offer == nil)
            case .cookie: #expect(response.cookies.map(\.name) == ["siwa-session"])
            }
        }
    }

    /// Sends the answer of Apple's script, once for each page that can or cannot ask, and checks the last response.
    private func sendAnswer(
        to service: TestService, from origin: String, site: String, asking: [Bool] = [true],
        _ check: @escaping @Sendable (TestResponse) throws -> Void
    ) async throws {
        let headers = ["Origin": origin, "Sec-Fetch-Site": site]
        try await service.run { caller in
            _ = try await twoAccounts(caller)
            let begun = try await caller.post(Paths.scriptAttempts, #"{"client":"web"}"#, headers: headers)
                .decoded(ScriptAttemptReply.self)
            let (code, token) = try authorize(caller, client: begun.clientID, nonce: begun.nonce)
            let answer = #"{"code":"\#(code)","id_token":"\#(token)","state":"\#(begun.state)"}"#
            var last: TestResponse?
            for canAsk in asking {
                last = try await caller.post(
                    Paths.scriptSignIn, #"{"authorization":\#(answer),"can_ask":\#(canAsk)}"#, headers: headers)
            }
            try check(#require(last))
        }
    }
}
