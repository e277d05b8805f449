import ChildPrograms
import Foundation
import SignInAPI
import Testing

/// The service is a child process that is killed with SIGKILL at a named point of a first web sign-in. Apple sends the
/// name only once.
@Suite(.serialized)
struct CrashTests {
    static let points = [
        "attempt_begun", "redirect_sent", "callback_received", "token_verified", "attempt_claimed",
        "exchange_started", "exchange_unread", "exchange_answered", "commit_started", "before_commit", "committed",
        "reply_sent",
    ]

    /// The status when the form is posted again: the sign-in continues if nothing was claimed, waits for a process that
    /// will not return, or returns the stored result.
    static let reloads = [
        "callback_received": 303, "token_verified": 303, "attempt_claimed": 503, "exchange_started": 503,
        "exchange_unread": 503, "exchange_answered": 503, "commit_started": 503, "before_commit": 503, "committed": 303,
        "reply_sent": 303,
    ]

    @Test(.sharedEmulator, arguments: points)
    func `a sign-in killed at this point loses neither the name nor the way in`(point: String) async throws {
        let system = try SharedSystem.system
        let person = Person(system)
        let doomed = try await system.startService(dyingAt: point)
        await person.triesToSignIn()
        #expect(try await doomed.waitForSignal() == SIGKILL, "the process was to die at \(point)")

        try await system.startService()
        let reload = try await person.reloadsTheFormTheBrowserStillHas()
        #expect(reload == Self.reloads[point], "the reload was answered \(String(describing: reload))")
        let account = try await person.signsIn()
        #expect(account.name?.given == "Ada")
        #expect(account.name?.family == "Lovelace")
        #expect(account.email == "ada@example.com")
        #expect(try await person.signsIn().id == account.id, "a second account was made")
    }

    /// These sign-ins exchange a code, too. So the claim and the commit are two transactions.
    static let pointsOfKnownPeople = [
        "attempt_begun", "redirect_sent", "callback_received", "token_verified", "before_claim", "attempt_claimed",
        "committed", "reply_sent",
    ]

    @Test(.sharedEmulator, arguments: pointsOfKnownPeople)
    func `somebody known whose sign-in is killed at this point is signed in by a reload`(point: String) async throws {
        let system = try SharedSystem.system
        let person = Person(system)
        try await system.startService()
        let account = try await person.signsIn().id
        let doomed = try await system.startService(dyingAt: point)
        try await system.clearAppleLog()
        await person.triesToSignIn()
        #expect(try await doomed.waitForSignal() == SIGKILL, "the process was to die at \(point)")

        try await system.startService()
        let reload = try await person.reloadsTheFormTheBrowserStillHas()
        let hadPosted = point != "attempt_begun" && point != "redirect_sent"
        // Between the claim and the commit, the request that died may still be on its way (decision 0019).
        let isOpen = point == "attempt_claimed"
        #expect(
            reload == (hadPosted ? isOpen ? 503 : 303 : nil), "the reload was answered \(String(describing: reload))")
        if hadPosted, !isOpen { #expect(try await person.account().id == account) }
        #expect(try await person.signsIn().id == account)
        // One code for the sign-in that was killed, and one for the next.
        #expect(try await system.appleLog().count { $0.path == "/auth/token" } <= 2, "a code was sent twice")
    }
}

/// Somebody with a browser who reloads a page that does not load, and then starts again.
private final class Person {
    private let visitor: Visitor
    private var postedForm: Visitor.AppleForm?

    init(_ system: SignInSystem) { visitor = Visitor("ada", system) }

    /// A sign-in during which the service dies. Any call may fail, because the connection breaks.
    func triesToSignIn() async { try? await walk() }

    /// The status of the answer; `nil` if nothing was posted.
    @discardableResult
    func reloadsTheFormTheBrowserStillHas() async throws -> Int? {
        guard let postedForm else { return nil }
        return try await visitor.browser.post(postedForm.action, form: postedForm.reposted).status
    }

    func account() async throws -> AccountReply { try await visitor.account() }

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
