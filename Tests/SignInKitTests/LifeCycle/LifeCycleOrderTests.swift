import Foundation
import Testing

@testable import SignInKit

/// What one step leaves for the next one. ``LifeCycleTableTests`` tests each step alone.
@Suite struct LifeCycleOrderTests {
    @Test func `R2 the device's answer during a deletion changes nothing`() {
        var life = Situation.signedIn.life
        life.take(
            .foregrounded, .deletionWanted(nil), .attemptOpened(Sample.attempt, .deletion), Event.credential.input,
            Event.accepted.input)
        #expect(life.take(Event.revoked.input).isEmpty)
        #expect(life.status.words == "deleting")
    }

    @Test func `R46 a new confirmation by Apple is worth more than the answer to an older question`() {
        var life = Situation.confirmingLater.life
        life.take(.deletionWanted(nil), .attemptOpened(Sample.attempt, .deletion), Event.credential.input)
        life.take(Event.accepted.input, Event.notDeleted.input)
        #expect(life.take(Event.serviceAway.input).isEmpty)
        #expect(life.status.words == "signedIn, service_unreachable")
    }

    @Test func `R42 a deletion goes on if the service does not confirm a session with a password`() {
        var life = Situation.reinstalledPassword.life
        life.take(.deletionWanted(nil))
        #expect(life.take(Event.serviceAway.input).isEmpty)
        #expect(life.status.words == "deleting")
        life.take(Event.deleted.input)
        #expect(life.status.words == "signedOut accountDeleted")
    }

    @Test(arguments: [CredentialState.revoked, .notFound], [SessionAnswer.alive, .ended, .unreachable])
    func `R42 R46 on a simulator, the service confirms what outlived the app's removal`(
        state: CredentialState, answer: SessionAnswer
    ) {
        var life = SignInLifeCycle(policy: .init(revocationTrust: RevocationTrust(isSimulator: true)))
        life.take(.launched(StoredSignIn(session: Sample.session(), isFirstRun: true)))
        let effects = life.take(.credentialAnswered(.state(state), appleUser: "user-1"))
        #expect(effects == [.confirmSession])
        #expect(life.status.words == "checking")
        life.take(.sessionAnswered(answer))
        let reason = state == .revoked ? "credentialRevoked" : "credentialNotFound"
        switch answer {
        case .alive: #expect(life.status.words == "signedIn")
        case .ended: #expect(life.status.words == "signedOut " + reason)
        case .unreachable: #expect(life.status.words == "signedOut unconfirmedAfterReinstallation")
        }
    }

    @Test func `R44 the service is not asked about another Apple Account on the device`() {
        var life = Situation.foregroundCheck.life
        #expect(life.take(Event.notFound.input).map(\.words) == ["endSession"])
    }

    @Test func `R44 right after a sign-in, a device that knows nobody ends no session that the service has`() {
        var life = SignInLifeCycle(policy: Sample.policy)
        life.take(
            .launched(StoredSignIn(session: Sample.session(at: Sample.hour))),
            .credentialAnswered(.state(.notFound), appleUser: "user-1"))
        #expect(life.take(Event.serviceAway.input).isEmpty)
        #expect(life.status.words == "signedIn")
    }

    @Test func `R49 what another window has signed in ends the failure and the check of this one`() {
        var life = Situation.signInSheet.life
        life.take(Event.otherState.input, Event.signedInElsewhere.input)
        #expect(life.status.words == "signedIn")
        life = Situation.foregroundCheck.life
        life.take(Event.signedInElsewhere.input)
        #expect(life.isSettled)
        #expect(life.take(Event.revoked.input).isEmpty, "that was about the person before")
        #expect(life.status.state.person?.account.id == "account-2")
    }

    @Test(arguments: [
        (Sample.attempt.id, "forgetPending, forgetNames, useSession"),
        (Secret("b"), "keepName, forgetPending, useSession"),
    ])
    func `R49 a name is kept unless the other window has sent the same answer of Apple's`(
        attempt: Secret, effects: String
    ) {
        var life = Situation.signInSheet.life
        life.take(
            .sheetEnded(.apple(Sample.credential(name: Sample.grace)), attempt: Sample.attempt.id),
            Event.unreachable.input)
        let session = Sample.session(attempt: attempt)
        #expect(life.take(.sessionChanged(session, because: .byPerson)).map(\.words).joined(separator: ", ") == effects)
        #expect(life.isSettled && life.status.words == "signedIn")
    }

    @Test func `R37 a transfer does not replace a deletion that the person wants`() {
        var life = Situation.signedIn.life
        life.take(.foregrounded, .deletionWanted(nil))
        #expect(life.take(Event.transferred.input).isEmpty)
        #expect(life.status.words == "deleting")
    }

    @Test(arguments: [SheetPurpose.deletion, .confirmation])
    func `R40 R56 a person whom the device calls transferred confirms with the new identifier`(
        purpose: SheetPurpose
    ) {
        var life = Situation.transferOpening.life
        life.take(purpose == .deletion ? Event.delete.input : Event.confirm.input)
        life.take(.attemptOpened(Sample.attempt, .again(purpose)))
        #expect(life.take(Event.credentialOfOther.input).map(\.words) == ["keepPending", "submit"])
        // The service decides whose account it is.
        var refused = life
        #expect(refused.take(Event.otherAccount.input).map(\.words) == ["endUnusedSession", "forgetPending"])
        #expect(refused.status.words == "signedIn, other_account")
        life.take(Event.accepted.input)
        #expect(life.status.failure == nil && life.status.state.person?.account.id == "account-1")
    }

    @Test func `R40 a device that calls the person authorized again makes the other identifier somebody else's`() {
        var life = Situation.transferOpening.life
        life.take(.cancelWanted(nil), .foregrounded, Event.authorized.input, Event.delete.input)
        life.take(.attemptOpened(Sample.attempt, .again(.deletion)))
        life.take(Event.credentialOfOther.input)
        #expect(life.status.words == "signedIn, other_person")
    }

    @Test(arguments: [(3_599.0, false), (3_600, true)])
    func `R37 a transfer that failed signs nobody out, and is tried again after an hour`(
        seconds: Double, isTried: Bool
    ) {
        var life = Situation.transferOpening.life
        #expect(life.take(Event.notOpenedTransfer.input).map(\.words) == ["report service_unreachable"])
        #expect(life.status.words == "signedIn")
        let later = Sample.hour.addingTimeInterval(seconds)
        let effects = life.take(.foregrounded, Event.transferred.input, at: later).map(\.words)
        #expect(effects == (isTried ? ["openAttempt transfer"] : []))
        #expect(life.status.state.person?.account.id == "account-1")
    }

    @Test func `the account of somebody else is not shown`() {
        var life = Situation.signedIn.life
        let before = life
        life.take(.accountRead(Sample.account("account-2", name: Sample.grace)))
        #expect(life == before)
    }

    @Test(arguments: [
        (Situation.searchOpening, SheetPurpose.search), (.searchSheet, .search), (.password, .search),
        (.signInOpening, .signIn), (.signInSheet, .signIn), (.sending, .signIn), (.waiting, .signIn),
        (.held, .signIn), (.unreadOpening, .signIn),
        (.transferOpening, .transfer), (.transferSheet, .transfer), (.transferSending, .transfer),
        (.deletionOpening, .deletion), (.deletionSheet, .deletion), (.deletionSending, .deletion),
        (.offeringSheet, .signIn), (.typedPassword, .signIn), (.linkOpening, .link), (.linkSheet, .link),
        (.confirmOpening, .confirmation), (.confirmSheet, .confirmation), (.confirmSending, .confirmation),
        (.confirmingPassword, .confirmation),
    ])
    func `R19 a task that is cancelled ends the work that it began, and no other`(
        situation: Situation, purpose: SheetPurpose
    ) {
        for other in SheetPurpose.allCases {
            var life = situation.life
            let before = life
            life.take(.cancelWanted(other))
            #expect((life == before) == (other != purpose), "\(situation) \(other)")
            #expect(other != purpose || life.isSettled, "\(situation)")
        }
    }

    @Test func `R24 the answer to an opening that was given up does not count for the next one`() {
        var life = Situation.signInOpening.life
        life.take(.cancelWanted(nil), .signInWanted(nil))
        let before = life
        let away = SignInFailure.unreachable(retryAfter: nil)
        for late in [SignInInput.attemptFailed(away, .signIn), .attemptOpened(Sample.attempt, .signIn)] {
            #expect(life.take(late).isEmpty)
            #expect(life == before)
        }
        #expect(life.take(.attemptOpened(Sample.attempt, .again(.signIn))).map(\.words) == ["present signIn"])
    }

    @Test func `R15 the answer to a password that was given up does not count for the next one`() {
        var life = Situation.password.life
        let other = SignInAttempt(id: Secret("attempt-b"), nonce: Secret("n"), expiresAt: Sample.hour)
        life.take(.cancelWanted(nil), .searchWanted, .attemptOpened(other, .again(.search)))
        let chosen = PasswordCredential(user: "ann", password: Secret("p"))
        life.take(.sheetEnded(.password(chosen), attempt: other.id))
        let before = life
        #expect(life.take(Event.passwordFailed.input).isEmpty)
        #expect(life == before)
        #expect(life.take(Event.passwordAccepted.input).map(\.words) == ["endUnusedSession"])
        life.take(.passwordAnswered(.accepted(Sample.session(user: nil)), attempt: other.id))
        #expect(life.status.words == "signedIn")
    }

    @Test func `R42 what is read after a tap without the storage is judged like at the launch`() {
        for stored in [StoredSignIn(session: Sample.session(), isFirstRun: true), StoredSignIn()] {
            var life = Situation.unread.life
            life.take(.signInWanted(nil))
            #expect(!life.awaitsStorage, "the person is signing in")
            life.take(.cancelWanted(nil))
            #expect(life.awaitsStorage)
            life.take(.launched(stored))
            #expect(life.status.words == (stored.isFirstRun ? "checking" : "signedOut notYet"))
            #expect(!life.awaitsStorage)
        }
    }

    @Test func `R42 a sign-in without the storage ends the question what was stored before`() {
        var life = Situation.unread.life
        life.take(
            .signInWanted(nil), .attemptOpened(Sample.attempt, .signIn), Event.credential.input, Event.accepted.input)
        life.take(.signOutWanted)
        #expect(!life.awaitsStorage)
        #expect(life.take(Event.signedInElsewhere.input).map(\.words) == ["useSession"])
        life = Situation.unread.life
        life.take(.searchWanted, .attemptOpened(Sample.attempt, .search), Event.password.input)
        life.take(Event.passwordAccepted.input, .signOutWanted)
        #expect(life.take(Event.signedInElsewhere.input).map(\.words) == ["useSession"])
    }

    @Test func `R42 the failure of a tap without the storage ends when a stored session is found`() {
        var life = Situation.unread.life
        life.take(.signInWanted(nil), Event.notOpenedSignIn.input)
        #expect(life.status.words == "signedOut notYet, service_unreachable")
        life.take(.launched(StoredSignIn(session: Sample.session())))
        #expect(life.status.words == "checking")
    }

    @Test func `R49 what is stored elsewhere before the storage was read does not count unjudged`() {
        var life = Situation.unread.life
        life.take(.signInWanted(nil))
        #expect(life.take(Event.signedInElsewhere.input).isEmpty)
        #expect(life.status.words == "authorizing")
    }

    @Test(arguments: Situation.allCases)
    func `R48 a launch and a return wait for checks and work, but not for a sheet that a person answers`(
        situation: Situation
    ) {
        let isOver: Bool =
            switch situation {
            case .unknown, .unread, .signedOut, .signedIn, .passwordPerson, .waiting, .held: true
            case .searchSheet, .signInSheet, .deletionSheet: true
            case .unreadOpening, .searchOpening, .signInOpening, .sending, .password, .launchCheck, .reinstalled: false
            case .foregroundCheck, .confirming, .confirmingLater, .reinstalledPassword: false
            case .transferOpening, .transferSheet, .transferSending: false
            case .deletionOpening, .deletionSending, .erasing: false
            case .offeringSheet, .asking, .askingKnown, .linkSheet, .linkWaiting, .merging, .confirmSheet: true
            case .offered: true
            case .typedPassword, .answering, .answeringSession, .linkOpening, .linkSending, .answeringMerge: false
            case .answeringOffer: false
            case .confirmOpening, .confirmSending, .confirmingPassword: false
            }
        #expect(situation.life.isChecked == isOver)
    }

    @Test func `a new request ends the failure of the last one`() {
        var life = Situation.signInSheet.life
        life.take(Event.otherState.input)
        #expect(life.status.words == "signedOut notYet, state_mismatch")
        life.take(.signInWanted(nil))
        #expect(life.status.words == "authorizing")
    }

    @Test func `a new deletion and signing out end the failure of the last deletion`() {
        var life = Situation.passwordPerson.life
        life.take(.deletionWanted(nil), Event.notDeleted.input)
        #expect(life.status.words == "signedIn, service_unreachable")
        var next = life
        next.take(.deletionWanted(nil))
        #expect(next.status.words == "deleting")
        life.take(.signOutWanted)
        #expect(life.status.words == "signedOut byPerson")
    }

    @Test func `R1 once the device has answered, it is asked at the next return`() {
        var life = Situation.foregroundCheck.life
        life.take(Event.authorized.input)
        #expect(life.isSettled)
        #expect(life.take(.foregrounded).map(\.words) == ["checkCredential"])
    }

    @Test func `R1 once the service has answered, the device is asked at the next return`() {
        var life = Situation.confirming.life
        #expect(!life.isSettled)
        life.take(Event.alive.input)
        #expect(life.isSettled)
        #expect(life.take(.foregrounded).map(\.words) == ["checkCredential"])
    }

    @Test func `R1 signing out ends the check, and the next person is checked`() {
        var life = Situation.foregroundCheck.life
        life.take(.signOutWanted)
        #expect(life.isSettled)
        life.take(
            .signInWanted(nil), .attemptOpened(Sample.attempt, .signIn), Event.credential.input, Event.accepted.input)
        #expect(life.take(.foregrounded).map(\.words) == ["checkCredential"])
    }

    @Test func `somebody can sign in after a deletion`() {
        var life = Situation.erasing.life
        life.take(Event.deleted.input)
        #expect(life.take(.signInWanted(nil)).map(\.words) == ["openAttempt signIn"])
    }

    @Test func `R12 a device that cannot search quietly searches if the app takes passwords`() {
        var policy = Sample.policy
        policy.searchesQuietly = false
        var life = SignInLifeCycle(policy: policy)
        life.take(.launched(StoredSignIn()))
        #expect(life.take(.searchWanted).map(\.words) == ["openAttempt search"])
    }

    @Test func `R10 R15 an app without passwords searches by default, and uses no password that is found`() {
        var life = SignInLifeCycle()
        life.take(.launched(StoredSignIn()))
        #expect(life.take(.searchWanted).map(\.words) == ["openAttempt search"])
        life.take(.attemptOpened(Sample.attempt, .search))
        #expect(life.take(Event.password.input).isEmpty)
        #expect(life.status.words == "signedOut notYet")
    }

    @Test(arguments: [
        (Situation.searchOpening, SheetPurpose.search), (.signInOpening, .signIn), (.transferOpening, .transfer),
        (.deletionOpening, .deletion), (.linkOpening, .link), (.confirmOpening, .confirmation),
    ])
    func `R11 R37 only a search offers passwords, only a transfer names the person, and neither may show more`(
        situation: Situation, purpose: SheetPurpose
    ) throws {
        var life = situation.life
        let effect = try #require(life.take(.attemptOpened(Sample.attempt, Opening(purpose: purpose, number: 1))).first)
        guard case .present(let request) = effect else { throw SheetFailure.unknown }
        #expect(request.includesPasswords == (purpose == .search))
        #expect(request.appleUser == (purpose == .transfer ? "user-1" : nil))
        #expect(request.isSilent == (purpose == .search || purpose == .transfer))
        #expect(request.scopes == (purpose == .signIn ? [.fullName, .email] : []))
    }
}
