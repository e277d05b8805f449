import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// Links, confirmations and other ways to sign in, over several events.
@Suite struct LinkOrderTests {
    private func tap(_ options: SignInOptions) -> SignInInput { .signInWanted(Sample.tap, options: options) }
    private let ticket = SignInOptions(ticket: LinkTicket("ticket"))

    private func request(_ effects: [SignInEffect]) -> SheetRequest? {
        for case .present(let request) in effects { return request }
        return nil
    }

    // MARK: Tickets

    @Test func `R51 the attempt is opened for the ticket`() {
        var life = Situation.signedOut.life
        let opening = Opening(purpose: .signIn, number: 1, options: ticket)
        #expect(life.take(tap(ticket)) == [.openAttempt(opening)])
        #expect(request(life.take(.attemptOpened(Sample.attempt, opening)))?.scopes == [.fullName, .email])
    }

    @Test func `R51 the same ticket joins, and another one replaces`() {
        for sheet in [false, true] {
            var life = Situation.signedOut.life
            life.take(tap(ticket))
            if sheet { life.take(.attemptOpened(Sample.attempt, .signIn)) }
            #expect(life.take(tap(ticket)).isEmpty)
            #expect(life.take(.signInWanted(Sample.tap)).isEmpty, "a tap on the plain button joins")
            let effects = life.take(tap(SignInOptions(ticket: LinkTicket("another")))).map(\.words)
            #expect(effects == (sheet ? ["dismissSheet"] : []) + ["openAttempt signIn"])
        }
    }

    @Test func `R51 a ticket is for one sign-in`() {
        var life = Situation.signedOut.life
        life.take(tap(ticket), .cancelWanted(nil), .signInWanted(Sample.tap))
        #expect(life.options == SignInOptions())
    }

    @Test(arguments: [
        ("ticket", true), (" \nticket\r\n", true), ("t", true), ("!~", true),
        (String(repeating: "t", count: 2_048), true),
        ("", false), ("  ", false), ("tic ket", false), ("tic\nket", false), ("tïcket", false), ("\u{7F}", false),
        (String(repeating: "t", count: 2_049), false), (String(repeating: "t", count: 10_240), false),
    ])
    func `R51 a text that cannot be a ticket is not sent`(text: String, isTicket: Bool) {
        var life = Situation.signedOut.life
        #expect(life.take(tap(SignInOptions(ticket: LinkTicket(text)))).isEmpty != isTicket)
        #expect((life.status.failure?.code == "link_ticket_invalid") != isTicket)
        life = Situation.asking.life
        #expect(life.take(.answerWanted(.ticket(LinkTicket(text)))).isEmpty != isTicket)
    }

    // MARK: Saved passwords

    @Test func `R50 a sheet that offers passwords makes no account, so it asks for nothing`() throws {
        var life = Situation.signedOut.life
        life.take(Event.signInOffering.input)
        let offer = try #require(request(life.take(Event.openedSignIn.input)))
        #expect(offer.includesPasswords && offer.scopes.isEmpty && !offer.isSilent && offer.purpose == .signIn)
    }

    @Test(arguments: [Event.nothingFound, .sheetFailed])
    func `R50 if the device has nothing, the sheet for an Apple ID alone follows, with the same attempt`(
        event: Event
    ) throws {
        var life = Situation.offeringSheet.life
        let later = Sample.hour.addingTimeInterval(7)
        let alone = try #require(request(life.take(event.input, at: later)))
        #expect(!alone.includesPasswords && alone.scopes == [.fullName, .email] && alone.attempt == Sample.attempt)
        #expect(life.take(.signInWanted(Sample.tap), at: later).isEmpty, "its time begins anew")
        life.take(event == .nothingFound ? Event.sheetFailed.input : Event.nothingFound.input)
        #expect(life.status.state == .signedOut(.notYet), "the second one is a sheet like any other")
    }

    @Test(arguments: [("AKAuthenticationError", -7003), ("AKOtherError", -7089)])
    func `R50 who closes the sheet is shown no other one`(domain: String, code: Int) {
        var life = Situation.offeringSheet.life
        let closed = FrameworkError(
            domain: SheetFailure.domain, code: 1001, underlying: [FrameworkError(domain: domain, code: code)])
        #expect(life.take(.sheetEnded(.error(closed), attempt: Sample.attempt.id)).isEmpty)
        #expect(life.status.words == "signedOut notYet")
    }

    @Test func `R50 an app without passwords, and a sign-in with a ticket, offer none`() throws {
        let both = SignInOptions(ticket: LinkTicket("ticket"), offersPasswords: true)
        for (policy, options) in [
            (SignInLifeCycle.Policy(), SignInOptions(offersPasswords: true)), (Sample.policy, both),
        ] {
            var life = SignInLifeCycle(policy: policy)
            life.take(.launched(StoredSignIn()), tap(options))
            let shown = try #require(request(life.take(Event.openedSignIn.input)))
            #expect(!shown.includesPasswords && shown.scopes == [.fullName, .email])
            life.take(Event.password.input)
            #expect(life.status.words == "signedOut notYet, sheet_unexpected_credential")
        }
    }

    @Test func `R50 a search after a sign-in that offered passwords is one like any other`() {
        var life = Situation.offeringSheet.life
        life.take(Event.cancel.input, .searchWanted)
        life.take(.attemptOpened(Sample.attempt, .again(.search)), Event.nothingFound.input)
        #expect(life.status.words == "signedOut notYet")
    }

    // MARK: Passwords and other logins

    @Test func `R52 an app without a login for passwords says so, and ends nothing`() {
        var life = SignInLifeCycle()
        life.take(.launched(StoredSignIn()), .signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .signIn))
        #expect(life.take(Event.typed.input).isEmpty)
        #expect(life.status.words == "authorizing, not_supported")
    }

    @Test func `R52 a typed password ends the failure of the last one`() {
        var life = Situation.typedPassword.life
        life.take(Event.typedFailed.input, Event.typed.input)
        #expect(life.status.words == "exchanging asking")
    }

    @Test(arguments: [Event.typedAccepted, .adopted])
    func `R52 R53 the next session of a person keeps their Apple Account, and needs no check`(event: Event) {
        var life = Situation.reinstalled.life
        if event == .typedAccepted { life.take(Event.typed.input) }
        life.take(event.input)
        #expect(life.status.state.person?.appleUser == "user-1" && life.check == .idle)
        #expect(life.take(Event.noAnswer.input).isEmpty, "the device is not asked any longer")
    }

    @Test func `R53 an Apple Account that the other login names counts`() {
        var life = Situation.signedIn.life
        life.take(.sessionAdopted(Sample.session(user: "user-2")))
        #expect(life.status.state.person?.appleUser == "user-2")
    }

    @Test func `R53 a session of another login ends the failure, the check and the question what was stored`() {
        var life = Situation.unread.life
        life.take(.signInWanted(nil), Event.notOpenedSignIn.input, Event.adopted.input)
        #expect(life.status.words == "signedIn" && !life.awaitsStorage)
        life.take(Event.adoptedOther.input)
        #expect(life.status.words == "signedIn, other_account")
        life.take(Event.adopted.input)
        #expect(life.status.words == "signedIn")
    }

    @Test func `R28 R53 a name that was sent is kept when another login is faster`() {
        var life = Situation.signInSheet.life
        life.take(.sheetEnded(.apple(Sample.credential(name: Sample.grace)), attempt: Sample.attempt.id))
        #expect(life.take(Event.adopted.input).map(\.words) == ["keepName", "forgetPending", "storeSession"])
    }

    // MARK: Links

    @Test func `R55 a link is repeated until the attempt expires`() throws {
        var life = Situation.linkWaiting.life
        life.take(.retryDue(attempt: Sample.attempt.id), at: Sample.hour.addingTimeInterval(599))
        #expect(
            life.take(Event.unreachable.input, at: Sample.hour.addingTimeInterval(599)).map(\.words) == [
                "forgetPending"
            ])
        #expect(life.status.words == "signedIn, attempt_expired")
    }

    @Test(arguments: [Situation.linkSending, .linkWaiting])
    func `R55 a link that was sent cannot be cancelled, because it may have ended the session`(situation: Situation) {
        for purpose in [nil, SheetPurpose.link] {
            var life = situation.life
            let before = life
            #expect(life.take(.cancelWanted(purpose)).isEmpty)
            #expect(life == before)
        }
    }

    @Test(arguments: [SheetPurpose.link, .upgrade])
    func `R55 a launch continues a link beside the session that began it`(purpose: SheetPurpose) throws {
        let pending = try #require(Sample.pending(purpose))
        let session = Sample.session(user: nil)
        var life = SignInLifeCycle(policy: Sample.policy)
        #expect(life.take(.launched(StoredSignIn(session: session, pending: pending))) == [.submit(pending)])
        #expect(life.status.words == "linking")
        life.take(Event.accepted.input)
        #expect(life.status.words == "signedIn" && life.status.state.person?.appleUser == "user-1")
    }

    @Test func `R55 a launch gives up a link that has expired, or that outlived the app's removal`() throws {
        let pending = try #require(Sample.pending(.link))
        let stored = StoredSignIn(session: Sample.session(user: nil), pending: pending)
        var life = SignInLifeCycle(policy: Sample.policy)
        #expect(life.take(.launched(stored), at: Sample.attempt.expiresAt).map(\.words) == ["forgetPending"])
        var reinstalled = stored
        reinstalled.isFirstRun = true
        life = SignInLifeCycle(policy: Sample.policy)
        #expect(life.take(.launched(reinstalled)).map(\.words) == ["forgetPending", "confirmSession"])
    }

    @Test func `R29 a launch gives up what was not sent as a link, whose person begins again`() throws {
        for purpose in [SheetPurpose.confirmation, .deletion, .transfer] {
            let pending = try #require(Sample.pending(purpose))
            var life = SignInLifeCycle(policy: Sample.policy)
            let stored = StoredSignIn(session: Sample.session(user: nil), pending: pending)
            #expect(life.take(.launched(stored)).map(\.words) == ["forgetPending"], "\(purpose)")
        }
    }

    // MARK: Confirmations

    @Test func `R56 who signed in with a password cannot confirm with Apple`() {
        var life = Situation.passwordPerson.life
        #expect(life.take(Event.confirm.input).isEmpty)
        #expect(life.take(Event.link.input).map(\.words) == ["openAttempt link"])
    }

    @Test func `R56 a change is no sign-in, no search and no deletion`() {
        for purpose in [SheetPurpose.signIn, .search, .transfer, .deletion] {
            var life = Situation.signedIn.life
            #expect(life.take(.changeWanted(purpose, nil)).isEmpty, "\(purpose)")
        }
    }

    @Test func `R48 a sheet of a change that did not appear is shown again after five seconds`() {
        for (seconds, count) in [(4.0, 0), (5, 2)] {
            var life = Situation.confirmSheet.life
            let effects = life.take(Event.confirm.input, at: Sample.hour.addingTimeInterval(seconds))
            #expect(effects.count == count, "\(seconds)")
            life = Situation.confirmSheet.life
            #expect(life.take(Event.link.input, at: Sample.hour.addingTimeInterval(seconds)).isEmpty)
        }
    }

    // MARK: A former Apple Account

    /// The session of the situations after another client has learned that no Apple Account opens the account any longer.
    private let withoutApple = Sample.session(user: nil, account: Sample.account(name: Sample.grace))

    @Test func `R58 R49 what another client has learned ends the check, and the stored session is used`() {
        var life = Situation.foregroundCheck.life
        let names = SignInEffect.changeNames(.forget(appleUser: "user-1", keptUntil: .distantFuture))
        #expect(life.take(.sessionChanged(withoutApple, because: .byPerson)) == [.useSession(withoutApple), names])
        #expect(life.status.state == .signedIn(withoutApple.person) && life.isSettled)
    }

    @Test(arguments: [Situation.linkSheet, .linkSending, .merging, .confirmSheet, .deletionSheet, .reinstalled])
    func `R58 R49 what another client has learned ends nothing that is under way`(situation: Situation) {
        var life = situation.life
        let before = life
        #expect(life.take(.sessionChanged(withoutApple, because: .byPerson)).isEmpty)
        #expect(life == before)
    }

    @Test(arguments: [
        Sample.session(attempt: Secret("attempt-b")), Sample.session(user: nil, at: Sample.hour),
        Sample.session(user: nil, account: Sample.account("account-2")),
    ])
    func `R49 another session of another client takes the place of this one`(stored: StoredSession) {
        var life = Situation.linkSheet.life
        #expect(life.take(.sessionChanged(stored, because: .byPerson)) == [.dismissSheet, .useSession(stored)])
    }

    @Test func `R49 the next session of another client is followed by a person without an Apple Account, too`() {
        var life = Situation.passwordPerson.life
        let next = Sample.session(user: nil, attempt: Secret("attempt-b"))
        #expect(life.take(.sessionChanged(next, because: .byPerson)) == [.useSession(next)])
    }
}
