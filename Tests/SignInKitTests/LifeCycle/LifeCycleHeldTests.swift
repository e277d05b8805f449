import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// A new person waits for a decision of the app's backend.
@Suite struct LifeCycleHeldTests {
    private static func answer(_ answer: SubmissionAnswer) -> SignInInput {
        .submissionAnswered(answer, attempt: Sample.attempt.id)
    }

    @Test func `R57 a person who is held is signed out, and Apple's answer stays`() {
        var life = Situation.sending.life
        #expect(life.take(Self.answer(.refused(Sample.held))).isEmpty)
        #expect(life.status == SignInStatus(state: .signedOut(.notYet), failure: Sample.held))
        #expect(life.isSettled && life.status.words == "signedOut notYet, proof_required")
    }

    @Test func `R57 the next sign-in sends Apple's answer again, without a sheet`() {
        var life = Situation.held.life
        #expect(life.take(.signInWanted(Sample.tap)).map(\.words) == ["submit"])
        #expect(life.status.state == .exchanging(.asking))
        let session = Sample.session(attempt: Sample.attempt.id, at: Sample.hour)
        life.take(Self.answer(.accepted(session)))
        #expect(life.status == SignInStatus(state: .signedIn(session.person)))
    }

    @Test func `R57 a return of the app asks as well, and somebody who still waits is held again`() {
        var life = Situation.held.life
        #expect(life.take(.foregrounded).map(\.words) == ["submit"])
        life.take(Self.answer(.refused(Sample.held)))
        #expect(life.status == SignInStatus(state: .signedOut(.notYet), failure: Sample.held))
    }

    @Test func `R57 a rejection ends the sign-in`() {
        var life = Situation.held.life
        life.take(.signInWanted(Sample.tap))
        let rejected = SignInFailure.refused(code: "account_disabled", requestID: "r")
        #expect(life.take(Self.answer(.refused(rejected))).map(\.words).contains("forgetPending"))
        #expect(life.work == .none && life.status.failure == rejected)
    }

    @Test(arguments: [(599, ["submit"]), (600, ["forgetPending", "openAttempt signIn"])] as [(Double, [String])])
    func `R57 the next sign-in shows a sheet once the attempt has expired`(_ seconds: Double, _ effects: [String]) {
        var life = Situation.held.life
        let later = Sample.hour.addingTimeInterval(seconds)
        #expect(life.take(.signInWanted(Sample.tap), at: later).map(\.words) == effects)
    }

    @Test func `R57 an attempt that has expired is not kept`() {
        var life = Situation.sending.life
        let end = Sample.hour.addingTimeInterval(600)
        #expect(life.take(Self.answer(.refused(Sample.held)), at: end).map(\.words) == ["forgetPending"])
        #expect(life.work == .none && life.status.failure == Sample.held)
    }

    @Test func `R57 somebody who cancels is not held any longer`() {
        var life = Situation.held.life
        #expect(life.take(.cancelWanted(nil)).map(\.words).contains("forgetPending"))
        #expect(life.status == SignInStatus(state: .signedOut(.notYet)))
    }

    @Test func `R57 a deletion is not held: the proof for it ends`() {
        var life = Situation.deletionSending.life
        life.take(Self.answer(.refused(Sample.held)))
        #expect(life.work == .none && life.status.failure == Sample.held)
    }

    @Test func `R57 a search is not held, because nobody asked for it`() {
        var life = Situation.searchSheet.life
        life.take(Event.credential.input)
        #expect(life.take(Self.answer(.refused(Sample.held))).map(\.words) == ["forgetPending"])
        #expect(life.work == .none && life.status == SignInStatus(state: .signedOut(.notYet)))
    }

    @Test func `R57 a return of the app after the end of the attempt ends the wait`() {
        var life = Situation.held.life
        let later = Sample.hour.addingTimeInterval(600)
        #expect(life.take(.foregrounded, at: later).map(\.words) == ["forgetPending"])
        #expect(life.status.words == "signedOut notYet, attempt_expired")
    }

    @Test(arguments: [
        SignInInput.signInWanted(Sample.tap, options: SignInOptions(ticket: LinkTicket("ticket"))),
        Event.typed.input, Event.adopted.input, Event.cancel.input,
    ])
    func `R57 the name is kept when the wait ends without an account`(_ input: SignInInput) {
        var life = Situation.signInSheet.life
        life.take(
            .sheetEnded(.apple(Sample.credential(name: Sample.grace)), attempt: Sample.attempt.id), Event.held.input)
        #expect(life.take(input).prefix(2).map(\.words) == ["keepName", "forgetPending"])
    }

    @Test func `R51 R57 the ticket of the sign-in that is held sends it again`() {
        var life = Situation.signedOut.life
        life.take(
            Event.signInLinking.input, Event.openedSignIn.input, Event.credential.input, Event.held.input)
        #expect(life.take(Event.signInLinking.input).map(\.words) == ["submit"])
    }

    @Test func `R57 the failure of something else does not end the wait`() {
        var life = Situation.held.life
        life.take(Event.signInBadTicket.input)
        #expect(life.isSettled && life.status.words == "signedOut notYet, link_ticket_invalid")
        #expect(life.take(Event.signIn.input).map(\.words) == ["submit"])
    }

    @Test func `R57 a repetition for the network does not come while the person waits`() {
        var life = Situation.waiting.life
        life.take(Event.signIn.input, Event.held.input)
        let before = life
        #expect(life.take(Event.retryDue.input).isEmpty)
        #expect(life == before)
    }

    @Test func `R57 a held person without a network waits for the network`() {
        var life = Situation.held.life
        life.take(Event.signIn.input)
        #expect(life.take(Event.unreachable.input).map(\.words) == ["scheduleRetry"])
        #expect(life.status.words == "exchanging waiting, service_unreachable")
    }

    @Test func `R57 a sign-in that is held goes on after the end of the process`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending())
        #expect(life.take(.launched(StoredSignIn(pending: pending))).map(\.words) == ["submit"])
        life.take(Event.held.input)
        #expect(life.status == Situation.held.life.status && life.work == Situation.held.life.work)
    }

    @Test func `R57 the failure has the service's code and a text, and never shows the handle`() {
        #expect(Sample.held.code == "proof_required" && Sample.held.text == .proofRequired)
        #expect(!"\(Sample.held)".contains("handle-1"))
        let reviewed = SignInFailure.held(code: "account_held", handle: Secret("handle-1"), requestID: "r")
        #expect(reviewed.text == .accountHeld)
        let unknown = SignInFailure.held(code: "of_a_newer_service", handle: Secret("handle-1"), requestID: "r")
        #expect(unknown.text == .accountHeld)
    }
}
