import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// Apple sends a name only once, and people reload pages. A repeated answer is accepted, or its outcome is reported.
@Suite struct RepeatedAnswerTests {
    private static let user = #"{"name":{"firstName":"Ann","lastName":"Canary"}}"#

    @Test func `a reload after success is told that the answer was used, though its cookie is gone`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let form = begun.form + "&reposted=1"
            let first = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            #expect(first.status == .seeOther)
            let reload = try await caller.form(Paths.webCallback, form)
            #expect(reload.status == .conflict)
            #expect(reload.text.contains("attempt_used"))
            #expect(reload.cookies.isEmpty)
        }
    }

    @Test func `a doubled callback of a person who is signed in leads to where the sign-in leads`() async throws {
        let service = try TestService()
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn + "?return_to=%2Fweb%2Faccount")
            let form = begun.form + "&reposted=1"
            let first = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            let session = try #require(first.cookies.first { $0.name == "siwa-session" })
            let signedIn = ["Cookie": session.name + "=" + session.value]
            service.clock.advance(1_000)
            for body in [form, "state=\(begun.state)&error=user_cancelled_authorize&reposted=1"] {
                let second = try await caller.form(Paths.webCallback, body, headers: signedIn)
                #expect(second.status == .seeOther && second.headers[.location] == Paths.webAccount)
                #expect(!second.cookies.contains { $0.name == "siwa-session" }, "it hands out nothing")
            }
            let other = try await caller.browser(Person(subject: "001234.bbbb.0002", email: "ben@example.com"))
            #expect(try await caller.form(Paths.webCallback, form, headers: other).status == .conflict)
            _ = try await caller.form(
                Paths.webSignOut, "", headers: signedIn.merging(["Sec-Fetch-Site": "same-origin"]) { $1 })
            #expect(try await caller.form(Paths.webCallback, form, headers: signedIn).status == .conflict)
        }
    }

    @Test func `a doubled callback of a person who was asked leads to the question`() async throws {
        var policy = SignInPolicy()
        policy.question = .always
        try await TestService(policy: policy).run { caller in
            let begun = try await caller.beginInBrowser()
            let form = begun.form + "&reposted=1"
            let first = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            let question = try #require(first.cookies.first { $0.name == "siwa-question" })
            let second = try await caller.form(
                Paths.webCallback, form, headers: ["Cookie": question.name + "=" + question.value])
            #expect(second.status == .seeOther && second.headers[.location] == Paths.webQuestion)
            #expect(!second.cookies.contains { $0.name == "siwa-question" }, "it hands out nothing")
            let strange = try await caller.form(Paths.webCallback, form, headers: ["Cookie": "siwa-question=x"])
            #expect(strange.status == .conflict)
        }
    }

    @Test func `an open sign-in without its cookie says that cookies are blocked`() async throws {
        try await TestService().run { caller in
            let begun = try await caller.beginInBrowser()
            let response = try await caller.form(Paths.webCallback, begun.form + "&reposted=1")
            #expect(response.text.contains("cookies_blocked"))
            #expect(response.cookies.isEmpty)
        }
    }

    @Test func `when the database is away, the page sends the same answer again and the name is kept`() async throws {
        let service = try TestService(isDemo: true)
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(user: Self.user)
            service.database.outage = .unavailable
            try await expectFormAgain(caller, begun)
            service.database.outage = nil
            try await expectAnnIsSignedIn(caller, begun)
        }
    }

    @Test func `when Apple's keys cannot be had, the page sends the same answer again and the name is kept`()
        async throws
    {
        let service = try TestService(isDemo: true)
        try await service.run { caller in
            let begun = try await caller.beginInBrowser(user: Self.user)
            service.apple.isDown = true
            try await expectFormAgain(caller, begun)
            service.apple.isDown = false
            service.clock.advance(120)
            try await expectAnnIsSignedIn(caller, begun)
        }
    }

    @Test func `when Apple signs with a key that is new here, the page says how long, and sends the same answer again`()
        async throws
    {
        let service = try TestService(isDemo: true)
        try await service.run { caller in
            let ben = Person(subject: "001234.bbbb.0002", email: "ben@example.com")
            #expect(try await caller.nativeSignIn(ben).status == .ok)
            service.clock.advance(3)
            service.apple.newKey = .published
            let begun = try await caller.beginInBrowser(user: Self.user)
            for _ in 0..<6 { try await expectFormAgain(caller, begun) }
            let page = try await caller.form(
                Paths.webCallback, begun.form + "&reposted=1", headers: ["Cookie": begun.cookie])
            #expect(page.text.contains("Try again in 27 seconds") && page.headers[.retryAfter] == "27")
            service.clock.advance(27)
            try await expectAnnIsSignedIn(caller, begun)
        }
    }

    @Test func `a second sign-in in one browser ends the session that was there`() async throws {
        try await TestService().run { caller in
            let one = try await caller.beginInBrowser()
            let first = try await caller.form(Paths.webCallback, one.form, headers: ["Cookie": one.cookie])
            let old = try #require(first.cookies.first { $0.name == "siwa-session" })
            let session = old.name + "=" + old.value
            #expect(try await caller.get(Paths.account, headers: ["Cookie": session]).status == .ok)
            let two = try await caller.beginInBrowser()
            let second = try await caller.form(
                Paths.webCallback, two.form, headers: ["Cookie": two.cookie + "; " + session])
            #expect(second.status == .seeOther)
            #expect(try await caller.get(Paths.account, headers: ["Cookie": session]).status == .unauthorized)
        }
    }

    @Test func `with two clients for browsers a failed sign-in leads back to the client it was for`() async throws {
        try await TestService(extraWebClient: true).run { caller in
            let begun = try await caller.beginInBrowser(Paths.webSignIn + "?client=web&return_to=%2Fshop")
            let form = "state=\(begun.state)&error=user_cancelled_authorize"
            let response = try await caller.form(Paths.webCallback, form, headers: ["Cookie": begun.cookie])
            #expect(response.text.contains("/web/sign-in?client=web&amp;return_to=%2Fshop"))
            let again = try await caller.get("/web/sign-in?client=web&return_to=%2Fshop")
            #expect(again.status == .seeOther)
        }
    }

    /// Expects a page with a form that holds everything in the answer.
    private func expectFormAgain(_ caller: Caller, _ begun: BegunInBrowser) async throws {
        let page = try await caller.form(
            Paths.webCallback, begun.form + "&reposted=1", headers: ["Cookie": begun.cookie])
        #expect(page.status == .serviceUnavailable)
        #expect(page.headers[.retryAfter] != nil)
        #expect(page.text.contains(#"<form method="post" action="/web/callback">"#))
        #expect(page.text.contains(#"<input type="hidden" name="reposted" value="1">"#))
        for field in begun.fields { #expect(page.text.contains("name=\"\(field.name)\"")) }
        let policy = try #require(page.headers[.contentSecurityPolicy])
        #expect(!policy.contains("form-action"), "it would block the redirect to another origin that follows")
        #expect(!page.cookies.contains { $0.name == "siwa-session" })
    }

    private func expectAnnIsSignedIn(_ caller: Caller, _ begun: BegunInBrowser) async throws {
        let done = try await caller.form(
            Paths.webCallback, begun.form + "&reposted=1", headers: ["Cookie": begun.cookie])
        #expect(done.status == .seeOther)
        let session = try #require(done.cookies.first { $0.name == "siwa-session" })
        let page = try await caller.get("/", headers: ["Cookie": session.name + "=" + session.value])
        #expect(page.text.contains("Welcome, Ann Canary"))
    }
}
