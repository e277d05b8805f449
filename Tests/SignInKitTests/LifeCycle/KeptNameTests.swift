import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// A name that Apple gave once is kept until the service has it, for the person it belongs to.
@Suite struct KeptNameTests {
    private let ofAda = FirstTimeData(
        appleUser: "user-2", name: PersonName(given: "Ada", family: "Lovelace"), keptAt: Sample.start)
    private let older = FirstTimeData(
        appleUser: "user-1", name: PersonName(given: "Grace", family: "Murray"), keptAt: Sample.start)
    private let newer = FirstTimeData(appleUser: "user-1", name: Sample.grace, keptAt: Sample.hour)
    private let end = SignInEffect.forgetPending(attempt: Sample.attempt.id)

    private func credential(
        name: PersonName?, token: String? = "token", kept: FirstTimeData? = nil
    ) -> SignInInput {
        .sheetEnded(.apple(Sample.credential(name: name, token: token)), attempt: Sample.attempt.id, kept: kept)
    }

    private func sent(_ effects: [SignInEffect]) -> PendingSignIn? {
        for case .submit(let pending) in effects { return pending }
        return nil
    }

    @Test func `R28 a name that Apple gives again replaces the kept one`() throws {
        var life = Situation.signInSheet.life
        let pending = try #require(sent(life.take(credential(name: Sample.grace, kept: older))))
        #expect(pending.name == Sample.grace && pending.keptAt == Sample.hour)
    }

    @Test func `R28 a kept name is sent, and remains as old as it is`() throws {
        var life = Situation.signInSheet.life
        let pending = try #require(sent(life.take(credential(name: nil, kept: older))))
        #expect(pending.name == older.name && pending.keptAt == older.keptAt)
    }

    @Test func `a sign-in without any name is of now`() throws {
        var life = Situation.signInSheet.life
        let pending = try #require(sent(life.take(credential(name: nil))))
        #expect(pending.name == nil && pending.keptAt == Sample.hour)
    }

    @Test func `R29 a refused sign-in leaves its name`() {
        var life = Situation.signInSheet.life
        life.take(credential(name: Sample.grace))
        #expect(life.take(Event.refused.input) == [.changeNames(.keep(newer)), end])
    }

    @Test func `R29 an accepted sign-in removes the name that it sent, and no later one`() {
        var life = Situation.signInSheet.life
        life.take(credential(name: nil, kept: older))
        let effects = life.take(Event.accepted.input)
        #expect(
            effects.dropFirst() == [end, .changeNames(.forget(appleUser: "user-1", keptUntil: older.keptAt))])
    }

    @Test func `R29 an accepted sign-in without a name removes none`() {
        var life = Situation.signInSheet.life
        life.take(credential(name: nil))
        #expect(life.take(Event.accepted.input).dropFirst() == [end])
    }

    @Test func `R28 a name is kept even from a credential that cannot be used`() {
        var life = Situation.signInSheet.life
        #expect(life.take(credential(name: Sample.grace, token: nil)) == [.changeNames(.keep(newer))])
        #expect(life.status.words == "signedOut notYet, credential_incomplete")
    }

    @Test(arguments: [Situation.signInSheet, .deletionSheet])
    func `R28 a name is kept that comes after the sheet was given up`(situation: Situation) {
        for input in [SignInInput.cancelWanted(nil), .sheetOverdue(attempt: Sample.attempt.id)] {
            var life = situation.life
            life.take(input)
            let before = life
            #expect(life.take(credential(name: Sample.grace)) == [.changeNames(.keep(newer))])
            #expect(life == before)
        }
    }

    @Test func `R26 R28 a late answer with another state brings no name`() {
        var life = Situation.signedOut.life
        let other = SignInAttempt(id: Secret("x"), nonce: Secret("y"), expiresAt: Sample.hour)
        let late = SheetResult.apple(Sample.credential(for: other, name: Sample.grace))
        #expect(life.take(.sheetEnded(late, attempt: Sample.attempt.id)).isEmpty)
    }

    @Test(arguments: [
        (Event.revoked, true), (.notFound, false), (.noAnswer, false), (.sessionEnded, false), (.signOut, false),
    ])
    func `R9 only a withdrawn permission removes the person's name`(event: Event, isRemoved: Bool) {
        var life = SignInLifeCycle(policy: Sample.policy)
        life.take(.launched(StoredSignIn(session: Sample.session(), isFirstRun: true)))
        let changes = life.take(event.input).filter { $0.words.hasSuffix("Names") || $0.words == "keepName" }
        let all = SignInEffect.changeNames(.forget(appleUser: "user-1", keptUntil: .distantFuture))
        #expect(changes == (isRemoved ? [all] : []))
        #expect(life.status.state.person == nil)
    }

    @Test func `R58 what is kept of a former Apple Account is removed, and no other name`() {
        var life = Situation.signedIn.life
        let gone = SignInEffect.changeNames(.forget(appleUser: "user-1", keptUntil: .distantFuture))
        #expect(life.take(Event.appleGone.input) == [.forgetAppleUser, gone])
    }

    @Test(arguments: SheetPurpose.allCases)
    func `R29 a launch continues what signs in, and gives up what will begin again`(purpose: SheetPurpose) throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending(purpose))
        let effects = life.take(.launched(StoredSignIn(pending: pending)))
        let continues = purpose == .signIn || purpose == .search
        #expect(effects == [continues ? .submit(pending) : end])
    }

    @Test func `R42 a sign-in that outlived the app's removal is given up, and its name is kept`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(.launched(StoredSignIn(pending: pending, isFirstRun: true)))
        #expect(effects == [.changeNames(.keep(newer)), end])
        #expect(life.status.words == "signedOut notYet")
    }

    @Test func `R29 a sign-in whose session was stored is complete, and its name is not sent again`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let session = Sample.session(attempt: Sample.attempt.id)
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(.launched(StoredSignIn(session: session, pending: pending)))
        let sent = SignInEffect.changeNames(.forget(appleUser: "user-1", keptUntil: Sample.hour))
        #expect(effects == [end, sent, .checkCredential(appleUser: "user-1")])
    }

    @Test func `R29 a sign-in that is not that of the session leaves its name`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let session = Sample.session(attempt: Secret("attempt-b"))
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(.launched(StoredSignIn(session: session, pending: pending)))
        #expect(effects == [.changeNames(.keep(newer)), end, .checkCredential(appleUser: "user-1")])
    }

    @Test func `R29 a name has arrived with the session of its answer, or in the account of its person`() throws {
        let pending = try #require(Sample.pending(name: Sample.grace))
        let (named, other) = (Sample.account(name: Sample.grace), Sample.account(name: ofAda.name))
        #expect(pending.hasArrived(with: Sample.session(attempt: Sample.attempt.id)))
        #expect(pending.hasArrived(with: Sample.session(account: named)))
        #expect(!pending.hasArrived(with: Sample.session(account: other)))
        #expect(!pending.hasArrived(with: Sample.session(user: "user-2", account: named)))
        #expect(!pending.hasArrived(with: Sample.session(user: nil, account: named)))
    }

    @Test func `R29 R49 a name that another client has sent is not kept for the next sign-in`() throws {
        let session = Sample.session(account: Sample.account(name: Sample.grace), attempt: Secret("attempt-b"))
        let gone = SignInEffect.changeNames(.forget(appleUser: "user-1", keptUntil: Sample.hour))
        var life = Situation.signInSheet.life
        life.take(credential(name: Sample.grace), Event.unreachable.input)
        #expect(life.take(.sessionChanged(session, because: .byPerson)) == [end, gone, .useSession(session)])
        life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(.launched(StoredSignIn(session: session, pending: pending)))
        #expect(effects == [end, gone, .checkCredential(appleUser: "user-1")])
    }

    // MARK: The changes

    @Test func `R28 there is one name of each person, and no older one replaces it`() {
        #expect(NameChange.keep(newer).applied(to: [older, ofAda]) == [ofAda, newer])
        #expect(NameChange.keep(older).applied(to: [newer, ofAda]) == [newer, ofAda])
        #expect(NameChange.keep(ofAda).applied(to: [newer]) == [newer, ofAda])
        let another = FirstTimeData(appleUser: "user-1", name: Sample.grace, keptAt: older.keptAt)
        #expect(NameChange.keep(another).applied(to: [older]) == [another])
    }

    @Test func `R29 what is forgotten is the name of this person, unless it came later`() {
        let sent = NameChange.forget(appleUser: "user-1", keptUntil: Sample.start)
        #expect(sent.applied(to: [older, ofAda]) == [ofAda])
        #expect(sent.applied(to: [newer, ofAda]) == [newer, ofAda])
    }
}
