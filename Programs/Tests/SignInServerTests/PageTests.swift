import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct PageTests {
    @Test func `the demo page invites, then shows the account and how it came about`() async throws {
        let service = try TestService(isDemo: true)
        try await service.run { caller in
            let invitation = try await caller.get("/")
            #expect(invitation.status == .ok)
            #expect(invitation.text.contains(#"<a class="button apple" href="/web/sign-in"><svg "#))
            #expect(invitation.text.contains("</svg>Sign in with Apple</a>"))
            let person = Person(email: "q1@privaterelay.appleid.com", isPrivateEmail: true)
            let begun = try await caller.beginInBrowser(
                person: person, user: #"{"name":{"firstName":"Zoë <b>","lastName":"O'Neil"}}"#)
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let page = try await caller.get("/", headers: ["Cookie": session.name + "=" + session.value])
            #expect(page.text.contains("Welcome, Zoë &lt;b&gt; O&#39;Neil"))
            #expect(page.text.contains("Hide My Email"))
            #expect(page.text.contains("From a browser"))
            #expect(page.text.contains("What just happened"))
            let english = try Language.test()
            let titles = SignInStep.Point.allCases.map { english.text("demo." + $0.rawValue) }
            #expect(titles.filter { page.text.contains("<strong>\($0)</strong>") } == titles)
            #expect(!page.text.contains(session.value))
        }
    }

    @Test func `without demo the start says whether somebody is signed in, and leads on`() async throws {
        try await TestService().run { caller in
            let before = try await caller.get("/")
            #expect(before.status == .ok)
            #expect(before.text.contains("You are not signed in"))
            #expect(before.text.contains(#"href="/web/sign-in""#))
            let begun = try await caller.beginInBrowser()
            let done = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
            let session = try #require(done.cookies.first { $0.name == "siwa-session" })
            let after = try await caller.get("/", headers: ["Cookie": session.name + "=" + session.value])
            #expect(after.text.contains("You are signed in"))
            #expect(after.text.contains("Sign out"))
        }
    }

    @Test func `with two clients for browsers the start cannot know which one is meant`() async throws {
        try await TestService(extraWebClient: true).run { caller in
            let page = try await caller.get("/")
            #expect(!page.text.contains(Paths.webSignIn))
        }
    }

    @Test func `the journal keeps the latest sign-ins only`() {
        let clock = TestClock()
        let journal = SignInJournal { clock.now }
        let ids = (0..<100).compactMap { WebSignInIDs.attempt($0) }
        for id in ids {
            journal.record(SignInStep(.attemptBegun, attempt: id))
            journal.record(SignInStep(.committed, attempt: id, session: WebSignInIDs.session(id)))
        }
        #expect(journal.entries(leadingTo: WebSignInIDs.session(ids[0])).isEmpty)
        #expect(
            journal.entries(leadingTo: WebSignInIDs.session(ids[99])).map(\.point) == [.attemptBegun, .committed])
    }

    @Test func `every code of an error stands on the page of codes, once`() async throws {
        let codes = ErrorCode.all.map(\.name)
        try await TestService().run { caller in
            let page = try await caller.get(Paths.errorCodes)
            #expect(page.status == .ok)
            for code in codes { #expect(page.text.contains(#"<tr id="\#(code)">"#)) }
            let refusal = try await caller.get("/nothing").decoded(APIError.self)
            #expect(refusal.documentation == "http://localhost:8080/errors#route_unknown")
        }
    }

    @Test func `every reply carries the security headers and its request's id`() async throws {
        try await TestService(isDemo: true).run { caller in
            for path in ["/", Paths.account, Paths.webSignIn, Paths.errorCodes, "/nothing", Paths.live, Paths.keySet] {
                let response = try await caller.get(path)
                let headers = response.headers
                #expect(headers[.xContentTypeOptions] == "nosniff")
                #expect(headers[.contentSecurityPolicy]?.contains("default-src 'none'") == true)
                #expect(headers[.contentSecurityPolicy]?.contains("frame-ancestors 'none'") == true)
                #expect(headers[.contentSecurityPolicy]?.contains("unsafe") == false)
                #expect(headers[.referrerPolicy] != nil)
                #expect(headers[.xRequestID]?.count == 16)
                #expect(headers[.cacheControl] == (path == Paths.keySet ? "public, max-age=300" : "no-store"))
                #expect(headers[.strictTransportSecurity] == nil)
            }
        }
    }

    @Test func `no page loads anything or runs a script of its own`() async throws {
        try await TestService(isDemo: true).run { caller in
            for path in ["/", Paths.webCallback, "/web/nothing"] {
                let text = try await caller.get(path).text
                #expect(!text.contains("<script"))
                #expect(!text.contains(" src="))
                #expect(!text.contains(" style="))
                #expect(text.contains("<main"))
                #expect(text.contains(#"<html lang="en">"#))
                #expect(text.matches(of: /<h1>/).count == 1)
            }
        }
    }
}
