import Foundation
import SignInAPI
import Testing

/// Somebody with a browser: begins at our page, walks through Apple's pages, comes back with the form Apple posts.
final class Visitor {
    let browser: Browser
    let system: SignInSystem
    let person: String

    init(_ person: String, _ system: SignInSystem, browser: Browser = Browser()) {
        self.person = person
        self.system = system
        self.browser = browser
    }

    /// What the browser carries from Apple's page to ours.
    struct AppleForm: Decodable, Sendable {
        var action: String
        var fields: [String: String]

        /// As the page that takes the form a second time, with cookies, sends it.
        var reposted: [String: String] { fields.merging(["reposted": "1"]) { $1 } }
    }

    /// Opens our sign-in page and tells where it leads.
    func begin(headers: [String: String] = [:]) async throws -> String {
        let start = try await browser.get(system.publicURL + Paths.webSignIn, headers: headers)
        #expect(start.status == 303)
        return try #require(start.location)
    }

    /// Does what Apple's pages ask for.
    func approve(_ authorizeURL: String, cancelling: Bool = false) async throws -> AppleForm {
        try await system.control(
            "/approvals", ["authorize_url": authorizeURL, "person": person, "cancel": cancelling]
        ).decoded(AppleForm.self)
    }

    /// From the start to the form in hand.
    func walksToApple() async throws -> AppleForm { try await approve(try await begin()) }

    /// Apple's page posts the form from its own site; the page in answer posts it again, now with cookies.
    func comesBack(with form: AppleForm) async throws -> Browser.Answer {
        let first = try await browser.post(form.action, form: form.fields, isCrossSite: true)
        #expect(first.status == 200 && first.body.contains("reposted"), "the cross-site post: \(first.status)")
        #expect(!first.setsSession)
        return try await browser.post(form.action, form: form.reposted)
    }

    func triesToSignIn() async throws -> Browser.Answer { try await comesBack(with: try await walksToApple()) }

    func signsIn() async throws -> AccountReply {
        let answer = try await triesToSignIn()
        try #require(answer.status == 303, "signing in was answered \(answer.status): \(answer.body)")
        return try await account()
    }

    func account() async throws -> AccountReply {
        let answer = try await browser.get(system.publicURL + Paths.account)
        try #require(answer.status == 200, "the account was answered \(answer.status): \(answer.body)")
        return try answer.decoded(AccountReply.self)
    }
}
