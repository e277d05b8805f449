import ChildPrograms
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

    @Test(.sharedEmulator, arguments: points)
    func `a sign-in killed at this point loses neither the name nor the way in`(point: String) async throws {
        let system = try SharedSystem.system
        let person = Person(system)
        let doomed = try await system.startService(dyingAt: point)
        await person.triesToSignIn()
        #expect(try await doomed.waitForSignal() == SIGKILL, "the process was to die at \(point)")

        try await system.startService()
        try await person.reloadsTheFormTheBrowserStillHas()
        let account = try await person.signsIn()
        #expect(account.name?.given == "Ada")
        #expect(account.name?.family == "Lovelace")
        #expect(account.email == "ada@example.com")
        #expect(try await person.signsIn().id == account.id, "a second account was made")
    }
}

/// Somebody with a browser, who does what people do when a page does not come: reload, then start again.
private final class Person {
    private let visitor: Visitor
    private var postedForm: Visitor.AppleForm?

    init(_ system: SignInSystem) { visitor = Visitor("ada", system) }

    /// A sign-in during which the service dies, so that any call may fail: the connection then breaks off.
    func triesToSignIn() async { try? await walk() }

    func reloadsTheFormTheBrowserStillHas() async throws {
        guard let postedForm else { return }
        let answer = try await visitor.browser.post(postedForm.action, form: postedForm.reposted)
        #expect(answer.status == 303 || (400..<500).contains(answer.status), "the reload was answered \(answer.status)")
    }

    func signsIn() async throws -> AccountReply {
        try await walk()
        return try await visitor.account()
    }

    private func walk() async throws {
        let form = try await visitor.walksToApple()
        postedForm = form
        let answer = try await visitor.comesBack(with: form)
        #expect(answer.status == 303, "signing in was answered \(answer.status)")
        postedForm = nil
    }
}
