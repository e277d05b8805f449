import Foundation
import SignInAPI
import Testing

/// The service is a child process that gets SIGKILL at a named point of a first web sign-in, whose name Apple sends once.
@Suite(.serialized)
struct CrashTests {
    static let points = [
        "attempt_recorded", "redirect_sent", "callback_received", "token_verified", "attempt_claimed",
        "exchange_started", "exchange_unread", "exchange_answered", "commit_started", "before_commit", "committed",
        "reply_sent",
    ]

    @Test(arguments: points)
    func `a sign-in killed at this point loses neither the name nor the way in`(point: String) async throws {
        let system = try SignInSystem()
        let person = Person(system)
        let doomed = try system.startService(dyingAt: point)
        await person.triesToSignIn()
        #expect(doomed.waitForSignal() == SIGKILL, "the process was to die at \(point)")

        try system.startService()
        try await person.reloadsTheFormTheBrowserStillHas()
        let account = try await person.signsIn()
        #expect(account.name?.given == "Ada")
        #expect(account.name?.family == "Lovelace")
        #expect(account.email == "ada@example.com")
        #expect(try await person.signsIn().id == account.id, "a second account was made")
        try await person.browser.close()
    }
}

/// Somebody with a browser, who does what people do when a page does not come: reload, then start again.
private final class Person {
    let browser = Browser()
    private let system: SignInSystem
    private var postedForm: [String: String]?

    init(_ system: SignInSystem) { self.system = system }

    /// A sign-in during which the service dies, so that any call may fail.
    func triesToSignIn() async {
        do {
            try await walk()
        } catch is HTTPFailure {
            Issue.record("the service answered with a refusal before it died")
        } catch {
            // The connection broke off: that is the crash.
        }
    }

    func reloadsTheFormTheBrowserStillHas() async throws {
        guard let postedForm else { return }
        let answer = try await browser.post(system.publicURL + Paths.webCallback, form: postedForm)
        #expect(answer.status == 303 || (400..<500).contains(answer.status), "the reload was answered \(answer.status)")
    }

    func signsIn() async throws -> AccountReply {
        try await walk()
        let answer = try await browser.get(system.publicURL + Paths.account)
        guard answer.status == 200 else { throw HTTPFailure(answer: answer) }
        return try JSONDecoder().decode(AccountReply.self, from: Data(answer.body.utf8))
    }

    private func walk() async throws {
        let start = try await browser.get(system.publicURL + Paths.webSignIn)
        guard start.status == 303, let authorize = start.location else { throw HTTPFailure(answer: start) }
        let approval = try await browser.post(
            system.emulator.baseURL + "/_emulator/approvals", json: ["authorize_url": authorize, "person": "ada"],
            as: Approval.self)
        let first = try await browser.post(approval.action, form: approval.fields, isCrossSite: true)
        guard first.status == 200, first.body.contains("reposted") else { throw HTTPFailure(answer: first) }
        let form = approval.fields.merging(["reposted": "1"]) { $1 }
        postedForm = form
        let second = try await browser.post(approval.action, form: form)
        guard second.status == 303 else { throw HTTPFailure(answer: second) }
        postedForm = nil
    }

    private struct Approval: Decodable {
        let action: String
        let fields: [String: String]
    }

    struct HTTPFailure: Error {
        let answer: Browser.Answer
    }
}
