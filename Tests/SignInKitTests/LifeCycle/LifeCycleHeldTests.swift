import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// A new person waits for a decision of the app's backend.
@Suite struct LifeCycleHeldTests {
    private static let handle = Secret("handle-1")
    private static let held = SignInFailure.held(code: "proof_required", handle: handle, requestID: "r")

    private static func answer(_ answer: SubmissionAnswer) -> SignInInput {
        .submissionAnswered(answer, attempt: Sample.attempt.id)
    }

    private func heldLife() -> SignInLifeCycle {
        var life = Situation.sending.life
        life.take(Self.answer(.refused(Self.held)))
        return life
    }

    @Test func `a person who is held is signed out, and Apple's answer stays`() {
        var life = Situation.sending.life
        #expect(life.take(Self.answer(.refused(Self.held))).isEmpty)
        #expect(life.status == SignInStatus(state: .signedOut(.notYet), failure: Self.held))
        #expect(life.isSettled && life.status.words == "signedOut notYet, proof_required")
    }

    @Test func `the next sign-in sends Apple's answer again, without a sheet`() {
        var life = heldLife()
        #expect(life.take(.signInWanted(Sample.tap)).map(\.words) == ["submit"])
        #expect(life.status.state == .exchanging(.asking))
        let session = Sample.session(attempt: Sample.attempt.id, at: Sample.hour)
        life.take(Self.answer(.accepted(session)))
        #expect(life.status == SignInStatus(state: .signedIn(session.person)))
    }

    @Test func `a return of the app asks as well, and somebody who still waits is held again`() {
        var life = heldLife()
        #expect(life.take(.foregrounded).map(\.words) == ["submit"])
        life.take(Self.answer(.refused(Self.held)))
        #expect(life.status == SignInStatus(state: .signedOut(.notYet), failure: Self.held))
    }

    @Test func `a rejection ends the sign-in`() {
        var life = heldLife()
        life.take(.signInWanted(Sample.tap))
        let rejected = SignInFailure.refused(code: "account_disabled", requestID: "r")
        #expect(life.take(Self.answer(.refused(rejected))).map(\.words).contains("forgetPending"))
        #expect(life.work == .none && life.status.failure == rejected)
    }

    @Test(arguments: [(599.0, ["submit"]), (600, ["forgetPending", "openAttempt signIn"])])
    func `the next sign-in shows a sheet once the attempt has expired`(_ seconds: Double, _ effects: [String]) {
        var life = heldLife()
        let later = Sample.hour.addingTimeInterval(seconds)
        #expect(life.take(.signInWanted(Sample.tap), at: later).map(\.words) == effects)
    }

    @Test func `an attempt that has expired is not kept`() {
        var life = Situation.sending.life
        let end = Sample.hour.addingTimeInterval(600)
        #expect(life.take(Self.answer(.refused(Self.held)), at: end).map(\.words) == ["forgetPending"])
        #expect(life.work == .none && life.status.failure == Self.held)
    }

    @Test func `somebody who cancels is not held any longer`() {
        var life = heldLife()
        #expect(life.take(.cancelWanted(nil)).map(\.words).contains("forgetPending"))
        #expect(life.status == SignInStatus(state: .signedOut(.notYet)))
    }

    @Test func `a deletion is not held: the proof for it ends`() {
        var life = Situation.deletionSending.life
        life.take(Self.answer(.refused(Self.held)))
        #expect(life.work == .none && life.status.failure == Self.held)
    }

    @Test func `the failure has the service's code and a text, and never shows the handle`() {
        #expect(Self.held.code == "proof_required" && Self.held.text == .proofRequired)
        #expect(!"\(Self.held)".contains("handle-1"))
        let reviewed = SignInFailure.held(code: "account_held", handle: Self.handle, requestID: "r")
        #expect(reviewed.text == .accountHeld)
        let unknown = SignInFailure.held(code: "of_a_newer_service", handle: Self.handle, requestID: "r")
        #expect(unknown.text == .accountHeld)
    }
}
