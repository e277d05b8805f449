import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// A question of the backend, over several events.
@Suite struct QuestionOrderTests {
    private let end = SignInEffect.forgetPending(attempt: Sample.attempt.id)
    private let kept = SignInEffect.changeNames(
        .keep(FirstTimeData(appleUser: "user-1", name: Sample.grace, keptAt: Sample.hour)))

    /// A person with a name who is asked.
    private func asking() -> SignInLifeCycle {
        var life = Situation.signInSheet.life
        life.take(
            .sheetEnded(.apple(Sample.credential(name: Sample.grace)), attempt: Sample.attempt.id), Event.asked.input)
        return life
    }

    private func pending(
        _ purpose: SheetPurpose = .signIn, name: PersonName? = nil, question: OpenQuestion? = Sample.question()
    ) throws -> PendingSignIn {
        var pending = try #require(Sample.pending(purpose, name: name))
        pending.question = question
        return pending
    }

    @Test func `R54 Apple's answer is stored with the question, and the question is watched`() throws {
        var life = Situation.sending.life
        let asked = try pending()
        let watch = SignInEffect.watchQuestion(attempt: Sample.attempt.id, seconds: 600)
        #expect(life.take(Event.asked.input) == [.keepPending(asked), watch])
        #expect(life.isSettled && life.isChecked)
    }

    @Test func `R54 a question ends the failure of the network`() {
        var life = Situation.waiting.life
        life.take(Event.retryDue.input)
        #expect(life.status.words == "exchanging asking, service_unreachable")
        life.take(Event.asked.input)
        #expect(life.status.words == "asking")
    }

    @Test func `R54 which answers fit depends on the question, and on whether somebody is signed in`() {
        for merge in [nil, Sample.merge] {
            for person in [nil, Sample.session().person] {
                let question = Sample.question(merge: merge).shown(to: person)
                let answers = [AccountAnswer.new, .ticket(LinkTicket("t")), .session, .merge].filter(question.takes)
                let expected: [AccountAnswer] =
                    switch (merge, person) {
                    case (nil, nil): [.new, .ticket(LinkTicket("t"))]
                    case (nil, _?): [.session]
                    case (_?, nil): []
                    case (_?, _?): [.merge]
                    }
                #expect(answers == expected)
            }
        }
    }

    @Test(arguments: [
        Event.cancel, .signOut, .signIn, .signInLinking, .signedInElsewhere, .questionOverdue,
    ])
    func `R54 a name is kept when a question ends without an account`(event: Event) {
        var life = asking()
        #expect(life.take(event.input).prefix(2) == [kept, end])
        #expect(life.asked == nil)
    }

    @Test func `R54 the name is kept if the question is over`() {
        var life = asking()
        life.take(Event.answerNew.input)
        #expect(life.take(Event.questionOver.input) == [kept, end])
    }

    @Test(arguments: ["person_not_known", "person_not_invited", "address_hidden", "account_held", "proof_required"])
    func `R54 a refusal of the person ends the question, and the name is kept`(code: String) {
        var life = asking()
        life.take(Event.answerNew.input)
        let refused = QuestionOutcome.failed(.refused(code: code, requestID: "r"))
        #expect(life.take(.questionAnswered(refused, attempt: Sample.attempt.id)) == [kept, end])
        #expect(life.status.failure?.code == code && life.asked == nil)
    }

    @Test func `R54 R57 a person who is held after their answer signs in anew, and the name is kept`() {
        var life = asking()
        life.take(Event.answerNew.input)
        #expect(life.take(Event.answerHeld.input) == [kept, end])
        #expect(life.status == SignInStatus(state: .signedOut(.notYet), failure: Sample.held))
        #expect(life.asked == nil)
        #expect(life.take(Event.signIn.input).map(\.words) == ["openAttempt signIn"])
    }

    @Test(arguments: [Event.answerNew, .answerTicket])
    func `R54 an answer that leads to a session removes the name, which the service has`(answer: Event) {
        var life = asking()
        life.take(answer.input)
        let effects = life.take(Event.answered.input).map(\.words)
        #expect(effects == ["storeSession", "forgetPending", "forgetNames"])
        #expect(life.asked == nil && life.isSettled)
    }

    @Test func `R54 a merge ends the question and the failure of the answer before`() {
        var life = Situation.merging.life
        life.take(Event.answerMerge.input, Event.answerRefused.input)
        #expect(life.status.failure != nil)
        life.take(Event.answerMerge.input)
        #expect(life.status.failure == nil)
        #expect(life.take(Event.merged.input) == [end])
        #expect(life.status.words == "signedIn named")
    }

    @Test func `R54 after a refused answer the person answers again, without the failure`() {
        var life = asking()
        life.take(Event.answerTicket.input, Event.answerRefused.input)
        #expect(life.status.words == "asking, link_ticket_invalid")
        life.take(Event.answerNew.input)
        #expect(life.status.words == "exchanging asking")
    }

    @Test func `R54 an answer that comes too late ends the question, at the second`() {
        for (seconds, words) in [(599.0, "exchanging asking"), (600, "signedOut notYet, attempt_expired")] {
            var life = asking()
            life.take(.answerWanted(.new), at: Sample.hour.addingTimeInterval(seconds))
            #expect(life.status.words == words, "\(seconds)")
        }
    }

    @Test func `R54 an answer that failed after the end of the question leaves none`() {
        for (seconds, words) in [(599.0, "asking, service_unreachable"), (600, "signedOut notYet, attempt_expired")] {
            var life = asking()
            life.take(.answerWanted(.new))
            let away = QuestionOutcome.failed(.unreachable(retryAfter: nil))
            life.take(
                .questionAnswered(away, attempt: Sample.attempt.id), at: Sample.hour.addingTimeInterval(seconds))
            #expect(life.status.words == words, "\(seconds)")
        }
    }

    @Test func `R54 the answer under way decides, not the end of the question`() {
        var life = Situation.answering.life
        let before = life
        #expect(life.take(Event.questionOverdue.input).isEmpty)
        #expect(life == before)
    }

    @Test func `R52 R54 a question that ends while a password is at the service is given up afterwards`() {
        var life = asking()
        life.take(Event.typed.input)
        let later = SignInEffect.watchQuestion(attempt: Sample.attempt.id, seconds: 1)
        #expect(life.take(Event.questionOverdue.input) == [later])
        #expect(life.status.words == "exchanging asking")
        #expect(life.take(Event.otherQuestionOverdue.input).isEmpty)
        life.take(.passwordAnswered(.failed(.linkTicketInvalid), attempt: Secret("typed-2")))
        #expect(life.take(Event.questionOverdue.input).prefix(2) == [kept, end])
        #expect(life.status.words == "signedOut notYet, attempt_expired")
    }

    @Test func `R54 the question survives the end of the process`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let asked = try pending(name: Sample.grace)
        let effects = life.take(.launched(StoredSignIn(pending: asked)))
        #expect(effects == [.watchQuestion(attempt: Sample.attempt.id, seconds: 600)])
        #expect(life.status.words == "asking")
        life.take(Event.answerNew.input)
        #expect(life.take(Event.answered.input).map(\.words) == ["storeSession", "forgetPending", "forgetNames"])
    }

    @Test func `R54 beside a session, the question survives, too`() throws {
        for (purpose, question, words) in [
            (SheetPurpose.signIn, Sample.question(), "asking known"),
            (.link, Sample.question(merge: Sample.merge), "asking merge"),
        ] {
            var life = SignInLifeCycle(policy: Sample.policy)
            let stored = StoredSignIn(
                session: Sample.session(user: nil), pending: try pending(purpose, question: question))
            #expect(life.take(.launched(stored)).map(\.words) == ["watchQuestion"])
            #expect(life.status.words == words)
        }
    }

    @Test func `R54 a question that has ended, or is from an earlier installation, is given up`() throws {
        let asked = try pending(name: Sample.grace)
        let later = Sample.hour.addingTimeInterval(600)
        for session in [nil, Sample.session(user: nil)] {
            var life = SignInLifeCycle(policy: Sample.policy)
            #expect(life.take(.launched(StoredSignIn(session: session, pending: asked)), at: later) == [kept, end])
            #expect(life.asked == nil)
            life = SignInLifeCycle(policy: Sample.policy)
            let reinstalled = StoredSignIn(session: session, pending: asked, isFirstRun: true)
            #expect(life.take(.launched(reinstalled)).prefix(2) == [kept, end])
            #expect(life.asked == nil)
        }
    }

    @Test func `R54 a question has its own end, whatever that of the attempt is`() throws {
        let early = OpenQuestion(
            id: Secret("question"), expiresAt: Sample.hour.addingTimeInterval(60), isAddressHidden: true)
        #expect(try pending(question: early).endsAt == Sample.hour.addingTimeInterval(60))
        #expect(try pending(question: nil).endsAt == Sample.attempt.expiresAt)
    }

    @Test func `R49 R54 the account of another window removes the name that it has sent`() {
        var life = asking()
        let session = Sample.session(account: Sample.account(name: Sample.grace))
        let effects = life.take(.sessionChanged(session, because: .byPerson)).map(\.words)
        #expect(effects == ["forgetPending", "forgetNames", "useSession"])
        #expect(life.status.words == "signedIn named" && life.asked == nil)
    }

    @Test func `R54 a task that is cancelled does not end the question`() {
        var life = asking()
        life.take(Event.typed.input)
        life.take(.cancelWanted(.signIn))
        #expect(life.status.words == "asking")
        life.take(.cancelWanted(nil))
        #expect(life.status.words == "signedOut notYet")
    }

    @Test func `R54 giving the question up ends the failure of its answer`() {
        var life = asking()
        life.take(Event.answerSession.input)
        #expect(life.status.words == "asking, not_supported")
        life.take(Event.cancel.input)
        #expect(life.status.words == "signedOut notYet")
    }

    @Test func `R54 during a question nothing is searched, and no identifier is fetched`() {
        var life = asking()
        #expect(life.take(.searchWanted).isEmpty)
        life = Situation.merging.life
        life.take(.foregrounded)
        #expect(life.take(.credentialAnswered(.state(.transferred), appleUser: "user-1")).isEmpty)
        #expect(life.status.words == "asking merge")
    }

    @Test func `R52 R54 a password that signs in during a question leaves it open`() {
        var life = asking()
        life.take(Event.typed.input)
        #expect(life.status.words == "exchanging asking")
        life.take(.passwordAnswered(.failed(.linkTicketInvalid), attempt: Secret("typed-2")))
        #expect(life.status.words == "asking, link_ticket_invalid")
        life.take(Event.typed.input)
        life.take(.passwordAnswered(.accepted(Sample.session(user: nil)), attempt: Secret("typed-3")))
        #expect(life.status.words == "asking known")
        #expect(life.take(Event.answerSession.input).map(\.words) == ["answer session"])
    }
}
