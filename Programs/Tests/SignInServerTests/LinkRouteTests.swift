import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// The routes for service keys, link tickets, questions and identities.
@Suite struct LinkRouteTests {
    private let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")

    private func ticket(_ caller: Caller, _ externalID: String, label: String = "ada") async throws -> String {
        let body = #"{"external_id":"\#(externalID)","label":"\#(label)"}"#
        let reply = try await caller.post(Paths.linkTickets, body, headers: key(caller.service, .link))
        #expect(reply.status == .ok)
        return try reply.decoded(LinkTicketReply.self).ticket
    }

    private static func asking() -> SignInPolicy {
        var policy = SignInPolicy()
        policy.question = .always
        return policy
    }

    @Test func `a service looks an account up, names, closes, opens and deletes it`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let key = try await key(service, .accountsRead, .accountsWrite)
            let ann = try await caller.signInNatively().account.id
            let named = try await caller.post(
                Paths.backendName, #"{"account":"\#(ann)","external_id":"user-1"}"#, headers: key)
            #expect(try named.decoded(BackendAccountReply.self).externalID == "user-1")
            for query in ["?account=\(ann)", "?external_id=user-1"] {
                let found = try await caller.get(Paths.backendAccount + query, headers: key)
                #expect(try found.decoded(BackendAccountReply.self).account.id == ann)
            }
            let body = #"{"external_id":"user-1"}"#
            #expect(try await caller.post(Paths.backendDisable, body, headers: key).status == .noContent)
            #expect(try await caller.nativeSignIn().errorCode == "account_disabled")
            let closed = try await caller.get(Paths.backendAccount + "?account=\(ann)", headers: key)
            #expect(try closed.decoded(BackendAccountReply.self).disabledAt != nil)
            #expect(try await caller.post(Paths.backendEnable, body, headers: key).status == .noContent)
            #expect(try await caller.nativeSignIn().status == .ok)
            #expect(try await caller.post(Paths.backendRecover, body, headers: key).status == .noContent)
            let deleted = try await caller.post(Paths.backendDelete, body, headers: key)
            #expect(try deleted.decoded(AccountDeletionReply.self).revocation == "impossible")
            let gone = try await caller.get(Paths.backendAccount + "?account=\(ann)", headers: key)
            #expect(gone.status == .notFound && gone.errorCode == "account_unknown")
        }
    }

    @Test func `a key opens nothing beyond its scopes, and no key opens nothing`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let session = bearer(try await caller.signInNatively())
            let narrow = try await key(service, .link)
            let wrong = ["Authorization": "Bearer siwa_" + String(repeating: "0", count: 76)]
            let posts = [
                Paths.backendName, Paths.backendDisable, Paths.backendEnable, Paths.backendDelete, Paths.backendRecover,
                Paths.backendHeld, Paths.backendHeldAccept, Paths.backendHeldReject,
            ]
            for path in posts {
                #expect(try await caller.post(path, "{}", headers: narrow).errorCode == "credential_scope_missing")
                let without = try await caller.post(path, "{}")
                #expect(without.errorCode == "authorization_missing")
                #expect(without.text.contains("siwa credentials create"))
                let refused = try await caller.post(path, "{}", headers: wrong)
                #expect(refused.status == .unauthorized && refused.errorCode == "credential_invalid")
                #expect(refused.headers[.wwwAuthenticate] == #"Bearer error="invalid_token""#)
                #expect(try await caller.post(path, "{}", headers: session).errorCode == "credential_invalid")
            }
            #expect(try await caller.get(Paths.backendAccount, headers: narrow).status == .forbidden)
            #expect(try await caller.get(Paths.account, headers: narrow).errorCode == "access_token_invalid")
        }
    }

    @Test(arguments: [
        "{}", #"{"account":"x"}"#, #"{"account":null}"#, #"{"account":"x","external_id":"y"}"#, #"{"external_id":1}"#,
    ])
    func `one account is meant, or none`(_ body: String) async throws {
        let service = try TestService()
        try await service.run { caller in
            let key = try await key(service, .accountsWrite)
            #expect(try await caller.post(Paths.backendDisable, body, headers: key).errorCode == "field_invalid")
        }
    }

    @Test func `a recovery names its user by the app's identifier alone`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let ann = try await caller.signIn(linking: #""link_ticket":"\#(ticket(caller, "user-1"))""#)
                .decoded(SessionReply.self)
            let key = try await key(service, .accountsWrite)
            let body = #"{"account":"\#(ann.account.id)","external_id":"user-1"}"#
            let refused = try await caller.post(Paths.backendRecover, body, headers: key).decoded(APIError.self)
            #expect(refused.error == "member_unknown" && refused.known == ["external_id"])
            #expect(try await caller.post(Paths.backendRecover, "{}", headers: key).errorCode == "field_invalid")
            #expect(try await caller.get(Paths.account, headers: bearer(ann)).status == .ok)
        }
    }

    @Test func `metrics and ended sessions answer a key with the scope, from anywhere`() async throws {
        let service = try TestService()
        try await service.run { caller in
            // The test's caller has no address, so it does not count as the operator.
            let (wide, narrow) = (try await key(service, .operations), try await key(service, .link))
            for path in [Paths.metrics, Paths.endedSessions] {
                #expect(try await caller.get(path).errorCode == "address_not_allowed")
                #expect(try await caller.get(path, headers: wide).status == .ok)
                let refused = try await caller.get(path, headers: narrow)
                #expect(refused.errorCode == "credential_scope_missing")
                #expect(refused.text.contains("the scope operations"))
                #expect(
                    refused.headers[.wwwAuthenticate] == #"Bearer error="insufficient_scope", scope="operations""#)
            }
        }
    }

    @Test func `an app links with a ticket, adds a second identity and takes it away`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let ann = try await caller.signIn(linking: #""link_ticket":"\#(ticket(caller, "user-1"))""#)
            let account = try ann.decoded(SessionReply.self)
            let linked = try await caller.signIn(ben, linking: #""links_to_session":true"#, headers: bearer(account))
            let second = try linked.decoded(SessionReply.self)
            #expect(second.account.id == account.account.id)
            #expect(try await caller.get(Paths.account, headers: bearer(account)).errorCode == "session_ended")
            let list = try await caller.get(Paths.accountIdentities, headers: bearer(second))
            let identities = try list.decoded(AccountIdentitiesReply.self).identities
            #expect(identities.count == 2)
            let last = try #require(identities.last)
            let gone = try await caller.post(
                Paths.accountUnlink, #"{"identity":"\#(last.id)"}"#, headers: bearer(second))
            #expect(gone.status == .noContent)
            let unknown = try await caller.post(
                Paths.accountUnlink, #"{"identity":"\#(last.id)"}"#, headers: bearer(second))
            #expect(unknown.status == .notFound && unknown.errorCode == "identity_unknown")
        }
    }

    @Test func `an imported user sees the other login, and leaves it once Apple is linked`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let line =
                #"{"external_id":"user-1","identities":[{"issuer":"https://accounts.google.com","subject":"1"}]}"#
            let importing = UserImporting(service.environment)
            _ = try await importing.work(
                on: [ImportLine(number: 1, bytes: Array(line.utf8))],
                of: importing.begin(UserImportID(high: 1, low: 1)),
                upTo: 1, isLast: true)
            let ann = try await caller.signIn(linking: #""link_ticket":"\#(ticket(caller, "user-1"))""#)
                .decoded(SessionReply.self)
            let list = try await caller.get(Paths.accountIdentities, headers: bearer(ann))
            let foreign = try #require(try list.decoded(AccountIdentitiesReply.self).foreign?.first)
            #expect(foreign.issuer == "https://accounts.google.com" && foreign.canUnlink)
            let body = #"{"identity":"\#(foreign.id)"}"#
            #expect(try await caller.post(Paths.accountUnlink, body, headers: bearer(ann)).status == .noContent)
            let after = try await caller.get(Paths.accountIdentities, headers: bearer(ann))
            #expect(try after.decoded(AccountIdentitiesReply.self).foreign == nil)
            let again = try await caller.post(Paths.accountUnlink, body, headers: bearer(ann))
            #expect(again.errorCode == "identity_unknown")
        }
    }

    @Test func `a link is refused under another session`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let ann = try await caller.signInNatively()
            let other = try await caller.signInNatively(
                .init(subject: "001234.cccccccccccccccccccccccccccccccc.0003", email: "c.canary@example.com"))
            let refused = try await caller.signIn(
                ben, linking: #""links_to_session":true"#, headers: bearer(ann), completing: bearer(other))
            #expect(refused.status == .forbidden && refused.errorCode == "link_proof_required")
            let nobody = try await caller.signIn(
                ben, linking: #""links_to_session":true"#, headers: bearer(ann), completing: [:])
            #expect(nobody.errorCode == "link_proof_required")
            // An old access token proves nothing, but does not prevent a sign-in either.
            let stale = try await caller.signIn(completing: ["Authorization": "Bearer x"])
            #expect(stale.status == .ok)
        }
    }

    @Test func `an app shows what a merge would do, and the session that began says yes`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let other = try await caller.signIn(ben).decoded(SessionReply.self)
            let ann = try await caller.signInNatively()
            let members = #""links_to_session":true"#
            let deaf = try await caller.signIn(ben, linking: members, headers: bearer(ann))
            #expect(deaf.status == .conflict && deaf.errorCode == "identity_linked_elsewhere")
            let asked = try await caller.signIn(ben, linking: members, headers: bearer(ann), canAsk: true)
            #expect(asked.status == .accepted)
            let question = try asked.decoded(AccountQuestionReply.self)
            #expect(question.merge?.account.id == other.account.id && question.merge?.identities == 1)
            let body = #"{"question":"\#(question.question)","answer":"merge"}"#
            #expect(try await caller.post(Paths.nativeAnswers, body).errorCode == "authorization_missing")
            let stranger = try await caller.post(Paths.nativeAnswers, body, headers: bearer(other))
            #expect(stranger.errorCode == "link_proof_required")
            let merged = try await caller.post(Paths.nativeAnswers, body, headers: bearer(ann))
            #expect(try merged.decoded(AccountReply.self).id == ann.account.id)
            #expect(try await caller.signIn(ben).decoded(SessionReply.self).account.id == ann.account.id)
            #expect(try await caller.get(Paths.account, headers: bearer(other)).errorCode == "session_ended")
        }
    }

    @Test func `an app that can ask gets the question, and answers it once`() async throws {
        let service = try TestService(policy: Self.asking())
        try await service.run { caller in
            let asked = try await caller.signIn(canAsk: true)
            #expect(asked.status == .accepted)
            let question = try asked.decoded(AccountQuestionReply.self)
            #expect(question.expiresIn == 600 && !question.isAddressHidden)
            let body = #"{"question":"\#(question.question)","answer":"new"}"#
            let made = try await caller.post(Paths.nativeAnswers, body)
            #expect(made.status == .ok)
            let again = try await caller.post(Paths.nativeAnswers, body)
            #expect(again.status == .gone && again.errorCode == "question_over")
            let bad = try await caller.post(
                Paths.nativeAnswers, #"{"question":"\#(question.question)","answer":"maybe"}"#)
            #expect(bad.errorCode == "field_invalid")
            #expect(try await caller.signIn().status == .ok)
            let second = try await caller.signIn(ben, canAsk: true).decoded(AccountQuestionReply.self)
            let answer = #"{"question":"\#(second.question)","answer":"session"}"#
            let without = try await caller.post(Paths.nativeAnswers, answer)
            #expect(without.errorCode == "authorization_missing")
            let ann = try made.decoded(SessionReply.self)
            let linked = try await caller.post(Paths.nativeAnswers, answer, headers: bearer(ann))
            #expect(try linked.decoded(SessionReply.self).account.id == ann.account.id)
            let lost = try await caller.post(Paths.nativeAnswers, answer, headers: bearer(ann))
            #expect(lost.errorCode == "question_over", "who repeats the answer is still signed in")
        }
    }

    @Test func `a browser is asked on a page of its own, and answers from it only`() async throws {
        let service = try TestService(policy: Self.asking())
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn + "?return_to=/welcome")
            let callback = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            #expect(callback.status == .seeOther && callback.headers[.location] == Paths.webQuestion)
            #expect(callback.cookies.contains { $0.name == "siwa-session" } == false)
            let kept = try #require(callback.cookies.first { $0.name == "siwa-question" })
            #expect(kept.attributes["httponly"] != nil && kept.attributes["samesite"] == "Lax")
            let cookie = ["Cookie": "siwa-question=\(kept.value)"]
            let page = try await caller.get(Paths.webQuestion, headers: cookie)
            #expect(page.status == .ok && page.text.contains("Have you been here before?"))
            #expect(page.text.matches(of: /class="button"/).count == 2, "most people are new: no answer stands out")
            #expect(!page.text.contains(kept.value))
            let foreign = try await caller.form(
                Paths.webQuestion, "answer=new", headers: cookie.merging(["Sec-Fetch-Site": "cross-site"]) { $1 })
            #expect(foreign.errorCode == nil && foreign.status == .forbidden)
            let made = try await caller.form(
                Paths.webQuestion, "answer=new", headers: cookie.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(made.status == .seeOther && made.headers[.location] == "/welcome")
            #expect(made.cookies.contains { $0.name == "siwa-session" && !$0.value.isEmpty })
            #expect(try await caller.get(Paths.webQuestion, headers: cookie).status == .gone)
            #expect(try await caller.get(Paths.webQuestion).status == .gone)
        }
    }

    private static let app = ["Sec-Fetch-Site": "cross-site", "Origin": "https://www.example.com"]
    private static let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:8080"]

    @Test func `a ticket that the app's page posts shows what the app calls the account, and does nothing yet`()
        async throws
    {
        let service = try TestService()
        try await service.run { caller in
            let ticket = try await ticket(caller, "user-1", label: "<b>ada</b>")
            let page = try await caller.form(Paths.webLink, "ticket=\(ticket)", headers: Self.app)
            #expect(page.status == .ok && page.text.contains("&lt;b&gt;ada&lt;/b&gt;"))
            #expect(page.text.contains("Account at www.example.com") && !page.text.contains(ticket))
            let kept = try #require(page.cookies.onlyElement)
            #expect(kept.name == "siwa-link" && kept.value != ticket)
            #expect(kept.attributes["httponly"] != nil && kept.attributes["samesite"] == "Lax")
            let cookie = ["Cookie": "siwa-link=\(kept.value)"]
            let forced = try await caller.form(
                Paths.webLink, "confirmed=1", headers: Self.app.merging(cookie) { $1 })
            #expect(forced.status == .forbidden)
            let begun = try await caller.form(Paths.webLink, "confirmed=1", headers: Self.own.merging(cookie) { $1 })
            #expect(begun.status == .seeOther)
            #expect(begun.headers[.location]?.hasPrefix("http://idp.localhost:9080/auth/authorize") == true)
            #expect(begun.cookies.contains { $0.name == "siwa-link" && $0.value.isEmpty })
            let again = try await caller.form(Paths.webLink, "confirmed=1", headers: Self.own.merging(cookie) { $1 })
            #expect(again.status == .gone)
        }
    }

    @Test func `a ticket belongs to the browser that opens it first`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let ticket = try await ticket(caller, "user-1")
            let page = try await caller.form(Paths.webLink, "ticket=\(ticket)", headers: Self.app)
            let kept = try #require(page.cookies.onlyElement)
            // Another browser in which the app's page posts the same ticket, and one that confirms without the cookie.
            #expect(try await caller.form(Paths.webLink, "ticket=\(ticket)", headers: Self.app).status == .gone)
            #expect(
                try await caller.form(Paths.webLink, "ticket=\(ticket)&confirmed=1", headers: Self.own).status == .gone)
            let body = #"{"client":"app","link_ticket":"\#(ticket)"}"#
            #expect(try await caller.post(Paths.nativeAttempts, body).errorCode == "link_ticket_invalid")
            // The first browser again, after a reload.
            let cookie = ["Cookie": "siwa-link=\(kept.value)"]
            let reloaded = try await caller.form(
                Paths.webLink, "ticket=\(ticket)", headers: Self.app.merging(cookie) { $1 })
            #expect(reloaded.status == .ok && reloaded.cookies.onlyElement?.value == kept.value)
            let begun = try await caller.form(Paths.webLink, "confirmed=1", headers: Self.own.merging(cookie) { $1 })
            #expect(begun.status == .seeOther)
        }
    }

    @Test(arguments: [
        "https://evil.example", "null", "https://www.example.com.evil.example", "https://www.example.com:444", nil,
    ])
    func `another site's page opens no ticket, whoever's it is`(_ origin: String?) async throws {
        let service = try TestService()
        try await service.run { caller in
            let ticket = try await ticket(caller, "user-1", label: "ada.canary@example.com")
            var headers = ["Sec-Fetch-Site": "cross-site"]
            headers["Origin"] = origin
            let page = try await caller.form(Paths.webLink, "ticket=\(ticket)", headers: headers)
            #expect(page.status == .forbidden && page.cookies.isEmpty)
            #expect(page.text.contains("link_page_unknown") && !page.text.contains("canary"))
            #expect(try await caller.form(Paths.webLink, "ticket=\(ticket)", headers: Self.app).status == .ok)
        }
    }

    @Test func `without a name from the app the page names nobody`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let reply = try await caller.post(
                Paths.linkTickets, #"{"external_id":"user-1"}"#, headers: key(service, .link))
            let ticket = try reply.decoded(LinkTicketReply.self).ticket
            let begun = try await caller.beginInBrowser()
            let victim = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let cookie = try #require(victim.cookies.first { $0.name == "siwa-session" })
            let session = ["Cookie": "siwa-session=\(cookie.value)"]
            let page = try await caller.form(
                Paths.webLink, "ticket=\(ticket)", headers: Self.app.merging(session) { $1 })
            #expect(page.text.contains("did not say which one"))
            #expect(!page.text.contains("you are signed in to") && !page.text.contains("canary"))
        }
    }

    @Test func `a question says which Apple Account it is about, and is void when somebody else signs in`() async throws
    {
        let service = try TestService(policy: Self.asking())
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn)
            let asked = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let kept = try #require(asked.cookies.first { $0.name == "siwa-question" })
            let question = "siwa-question=\(kept.value)"
            let page = try await caller.get(Paths.webQuestion, headers: ["Cookie": question])
            #expect(page.text.contains("a•••@example.com") && !page.text.contains("ann.canary@"))
            // A person with an account signs in, first for another purpose and then to return to the question.
            _ = try await caller.signIn(ben)
            for (path, isVoid) in [("/", true), (Paths.webQuestion, false)] {
                let next = try await caller.beginInBrowser(Paths.webSignIn + "?return_to=\(path)", person: ben)
                let signedIn = try await caller.form(
                    Paths.webCallback, next.form, headers: ["Cookie": next.cookie + "; " + question])
                #expect(signedIn.headers[.location] == path)
                #expect(signedIn.cookies.contains { $0.name == "siwa-question" && $0.value.isEmpty } == isVoid)
            }
            // A browser without a question gets no cookie for one.
            let plain = try await caller.beginInBrowser(Paths.webSignIn, person: ben)
            let unasked = try await caller.form(Paths.webCallback, plain.form, headers: ["Cookie": plain.cookie])
            #expect(unasked.status == .seeOther && !unasked.cookies.contains { $0.name == "siwa-question" })
        }
    }

    @Test func `the routes of services have a budget of their own`() async throws {
        let clock = TestClock()
        let limiter = RateLimiter(perMinute: 1, backendPerMinute: 2, now: { clock.now })
        #expect(limiter.take(.start, for: nil) == nil)
        #expect(limiter.take(.start, for: nil) == 60)
        #expect(limiter.take(.backend, for: nil) == nil)
        #expect(limiter.take(.backend, for: nil) == nil)
        #expect(limiter.take(.backend, for: nil) == 30)
        let routes = try TestService().service.routes.byPath.mapValues(\.routes)
        for path in [Paths.backendAccount, Paths.backendRecover, Paths.linkTickets] {
            #expect(routes[path]?.map(\.budget) == [.network(.backend)])
        }
        #expect(routes[Paths.nativeAnswers]?.map(\.budget) == [.network(.native), .network(.preflight)])
        #expect(routes[Paths.webLink]?.map(\.budget) == [.network(.start)])
    }
}
