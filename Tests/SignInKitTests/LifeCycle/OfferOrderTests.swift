import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// An offer to a person who has just signed in, over several events.
@Suite struct OfferOrderTests {
    private let end = SignInEffect.forgetPending(attempt: Sample.attempt.id)
    private let session = Sample.session(attempt: Sample.attempt.id, at: Sample.hour)

    /// A person who gave their name, has signed in, and is offered a merge.
    private func offered() -> SignInLifeCycle {
        var life = Situation.signInSheet.life
        life.take(
            .sheetEnded(.apple(Sample.credential(name: Sample.grace)), attempt: Sample.attempt.id),
            Event.acceptedWithOffer.input)
        return life
    }

    /// What is stored of the offer.
    private func stored() throws -> PendingSignIn {
        var pending = try #require(Sample.pending(name: Sample.grace))
        pending.question = Sample.question(merge: Sample.merge)
        pending.question?.isOffer = true
        return pending
    }

    private func launched(_ stored: StoredSignIn, at now: Date = Sample.hour) -> (SignInLifeCycle, [String]) {
        var life = SignInLifeCycle(policy: Sample.policy)
        let effects = life.take(.launched(stored), at: now).map(\.words)
        life.take(Event.authorized.input)
        return (life, effects)
    }

    @Test func `R59 the session and the name are settled before the offer is stored and shown`() throws {
        var life = Situation.signInSheet.life
        life.take(.sheetEnded(.apple(Sample.credential(name: Sample.grace)), attempt: Sample.attempt.id))
        let name = NameChange.forget(appleUser: "user-1", keptUntil: Sample.hour)
        let effects = life.take(Event.acceptedWithOffer.input)
        #expect(
            effects == [
                .storeSession(session), end, .changeNames(name), .keepPending(try stored()),
                .watchQuestion(attempt: Sample.attempt.id, seconds: 600),
            ])
        #expect(life.isSettled && life.status.state.person == session.person)
    }

    @Test func `R59 the app sees an offer with the account that it is about, and can only merge`() {
        guard case .asking(let question) = offered().status.state else {
            Issue.record("nothing was offered")
            return
        }
        #expect(question.isOffer && question.merge == Sample.merge && question.person == session.person)
        #expect(question.takes(.merge) && !question.takes(.session) && !question.takes(.new))
        #expect(!Sample.question(merge: Sample.merge).shown(to: session.person).isOffer)
    }

    @Test(arguments: [
        Event.cancel, .questionOverdue, .link, .confirm, .delete, .adopted, .signOut, .signedInElsewhere,
    ])
    func `R59 the name, which the service has, is not kept again when the offer ends`(event: Event) {
        var life = offered()
        let effects = life.take(event.input)
        #expect(effects.first == end && life.asked == nil)
        #expect(!effects.map(\.words).contains("keepName"))
    }

    @Test(arguments: [Event.cancel, .questionOverdue])
    func `R59 whoever ignores the offer stays signed in, without a failure`(event: Event) {
        var life = offered()
        life.take(Event.answerNew.input)
        #expect(life.status.words == "asking offer, not_supported")
        life.take(event.input)
        #expect(life.status == SignInStatus(state: .signedIn(session.person)))
    }

    @Test func `R59 an answer that comes too late is one to the person, who wanted something`() {
        for (seconds, words) in [(599.0, "linking"), (600, "signedIn, attempt_expired")] {
            var life = offered()
            life.take(.answerWanted(.merge), at: Sample.hour.addingTimeInterval(seconds))
            #expect(life.status.words == words, "\(seconds)")
        }
    }

    @Test func `R59 without a network the offer stays open, and is answered again`() {
        var life = offered()
        life.take(Event.answerMerge.input)
        let away = QuestionOutcome.failed(.unreachable(retryAfter: nil))
        #expect(life.take(.questionAnswered(away, attempt: Sample.attempt.id)).isEmpty)
        #expect(life.status.words == "asking offer, service_unreachable")
        life.take(Event.answerMerge.input, Event.merged.input)
        #expect(life.status.words == "signedIn named" && life.asked == nil)
    }

    @Test func `R58 R59 an offer delays nothing that is learned about the last Apple Account, and stays open`() {
        let withoutApple = Sample.session(user: nil, attempt: Sample.attempt.id, at: Sample.hour)
        for (input, words) in [
            (SignInInput.appleAccountsGone(signedInAt: Sample.hour), ["forgetAppleUser", "forgetNames"]),
            (.sessionChanged(withoutApple, because: .byPerson), ["useSession", "forgetNames"]),
        ] {
            var life = offered()
            #expect(life.take(input).map(\.words) == words)
            #expect(life.status.words == "asking offer" && life.status.state.person == withoutApple.person)
            #expect(life.take(Event.answerMerge.input).map(\.words) == ["forgetPending", "answer merge"])
        }
    }

    @Test func `R59 a restart shows the offer again beside its session`() throws {
        let (life, effects) = launched(StoredSignIn(session: session, pending: try stored()))
        #expect(effects == ["watchQuestion", "checkCredential"])
        #expect(life.status.words == "asking offer")
    }

    @Test func `R59 a restart shows no offer that has ended, or that is from an earlier installation`() throws {
        let pending = try stored()
        let later = Sample.hour.addingTimeInterval(600)
        let (late, ended) = launched(StoredSignIn(session: session, pending: pending), at: later)
        #expect(ended == ["forgetPending", "checkCredential"] && late.status.words == "signedIn")
        let (new, given) = launched(StoredSignIn(session: session, pending: pending, isFirstRun: true))
        #expect(given == ["forgetPending", "checkCredential"] && new.status.words == "signedIn")
    }

    @Test func `R59 without its session the offer is given up`() throws {
        let pending = try stored()
        let (nobody, left) = launched(StoredSignIn(pending: pending))
        #expect(left == ["forgetPending"] && nobody.status.words == "signedOut notYet")
        let (other, effects) = launched(StoredSignIn(session: Sample.session(), pending: pending))
        #expect(effects == ["forgetPending", "checkCredential"] && other.status.words == "signedIn")
    }

    @Test func `R52 R59 a password that confirms brings another session, which cannot answer`() {
        var life = offered()
        life.take(Event.typed.input)
        life.take(.passwordAnswered(.failed(.linkTicketInvalid), attempt: Secret("typed-2")))
        #expect(life.status.words == "asking offer, link_ticket_invalid")
        life.take(Event.typed.input)
        let next = SignInInput.passwordAnswered(.accepted(Sample.session(user: nil)), attempt: Secret("typed-3"))
        #expect(life.take(next).map(\.words) == ["forgetPending", "replaceSession"])
        #expect(life.status.words == "signedIn")
    }

    @Test func `R59 what is stored of an offer has no name to keep, and older versions stored none`() throws {
        let pending = try stored()
        #expect(pending.isOffer && pending.firstTimeData == nil)
        let data = try JSONEncoder().encode(pending)
        #expect(try JSONDecoder().decode(PendingSignIn.self, from: data) == pending)
        let question = try JSONEncoder().encode(Sample.question(merge: Sample.merge))
        #expect(!String(decoding: question, as: UTF8.self).contains("isOffer"))
    }
}
