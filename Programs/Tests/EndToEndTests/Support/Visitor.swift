import Foundation
import SignInAPI
import Testing

/// Somebody with a browser: starts at our page, goes through Apple's pages, and returns with the form that Apple posts.
final class Visitor {
    let browser: Browser
    let system: SignInSystem
    let person: String

    init(_ person: String, _ system: SignInSystem, browser: Browser = Browser()) {
        self.person = person
        self.system = system
        self.browser = browser
    }

    /// The form that takes the browser from Apple's page back to ours.
    struct AppleForm: Decodable, Sendable {
        var action: String
        var fields: [String: String]

        /// The fields as our page posts them the second time, now with cookies.
        var reposted: [String: String] { fields.merging(["reposted": "1"]) { $1 } }
    }

    /// Opens our sign-in page and returns where it leads.
    func begin(headers: [String: String] = [:]) async throws -> String {
        let start = try await browser.get(system.publicURL + Paths.webSignIn, headers: headers)
        #expect(start.status == 303)
        return try #require(start.location)
    }

    /// Completes Apple's pages.
    func approve(_ authorizeURL: String, cancelling: Bool = false) async throws -> AppleForm {
        try await system.control(
            "/approvals", ["authorize_url": authorizeURL, "person": person, "cancel": cancelling]
        ).decoded(AppleForm.self)
    }

    /// Runs from the start up to Apple's form.
    func walksToApple() async throws -> AppleForm { try await approve(try await begin()) }

    /// Apple's page posts the form from its own site, and the page in response posts it again, now with cookies.
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
