import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct MergePageTests {
    private static let own = ["Sec-Fetch-Site": "same-origin", "Origin": "http://localhost:8080"]
    private let ben = Person(
        subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben.canary@example.com")

    /// Ann links Ben's Apple Account, which has an account of its own. Returns her cookies on the page with the question.
    private func link(_ caller: Caller) async throws -> String {
        _ = try await caller.signInNatively(ben)
        let begun = try await caller.beginInBrowser()
        let signedIn = try await caller.form(Paths.webCallback, begun.form, headers: ["Cookie": begun.cookie])
        let cookie = try #require(signedIn.cookies.first { $0.name == "siwa-session" })
        let session = "siwa-session=\(cookie.value)"
        let linking = try await caller.form(
            Paths.webAccountLink, "", headers: Self.own.merging(["Cookie": session]) { $1 })
        let back = try caller.begun(linking, person: ben)
        let asked = try await caller.form(
            Paths.webCallback, back.form, headers: ["Cookie": session + "; " + back.cookie])
        #expect(asked.status == .seeOther && asked.headers[.location] == Paths.webQuestion)
        let kept = try #require(asked.cookies.first { $0.name == "siwa-question" })
        return session + "; siwa-question=\(kept.value)"
    }

    @Test func `whoever links an Apple Account and answers too late learns why nothing is merged`() async throws {
        var policy = SignInPolicy()
        policy.freshSignInWindow = .seconds(60)
        let service = try TestService(policy: policy)
        try await service.run { caller in
            let cookies = try await link(caller)
            service.clock.advance(400)
            let late = try await caller.form(
                Paths.webQuestion, "answer=merge", headers: Self.own.merging(["Cookie": cookies]) { $1 })
            #expect(late.status == .forbidden)
        }
    }

    @Test func `a browser that links an Apple Account with an account of its own is asked whether to merge`()
        async throws
    {
        let service = try TestService()
        try await service.run { caller in
            let cookies = try await link(caller)
            let page = try await caller.get(Paths.webQuestion, headers: ["Cookie": cookies])
            #expect(page.status == .ok && page.text.contains("Merge your accounts?"))
            #expect(page.text.contains("ann.canary<wbr>@example.com"))
            #expect(page.text.contains("ben.canary<wbr>@example.com"))
            #expect(!page.text.contains("Have you been here before?"))
        }
    }
}
