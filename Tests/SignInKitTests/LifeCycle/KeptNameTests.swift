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

    /// Somebody wants to sign in, and Apple's sheet is shown.
    private func sheet(kept: [FirstTimeData]) -> SignInLifeCycle {
        var life = SignInLifeCycle(policy: Sample.policy)
        life.take(
            .launched(StoredSignIn(firstTimeData: kept)), .signInWanted, .attemptOpened(Sample.attempt, .signIn))
        return life
    }

    private func credential(name: PersonName?, token: String? = "token") -> SignInInput {
        .sheetEnded(.apple(Sample.credential(name: name, token: token)), attempt: Sample.attempt.id)
    }

    private func sent(_ effects: [SignInEffect]) -> PendingSignIn? {
        for case .submit(let pending) in effects { return pending }
        return nil
    }

    @Test func `R28 a name that Apple gives again replaces the kept one`() throws {
        var life = sheet(kept: [older])
        let pending = try #require(sent(life.take(credential(name: Sample.grace))))
        #expect(pending.name == Sample.grace && pending.keptAt == Sample.hour)
    }

    @Test func `R28 a kept name is sent, and remains as old as it is`() throws {
        var life = sheet(kept: [ofAda, older])
        let pending = try #require(sent(life.take(credential(name: nil))))
        #expect(pending.name == older.name && pending.keptAt == older.keptAt)
    }

    @Test func `a sign-in without any name is of now`() throws {
        var life = sheet(kept: [ofAda])
        let pending = try #require(sent(life.take(credential(name: nil))))
        #expect(pending.name == nil && pending.keptAt == Sample.hour)
    }

    @Test func `R29 a refused sign-in leaves one name of each person`() {
        var life = sheet(kept: [older, ofAda])
        life.take(credential(name: Sample.grace))
        #expect(life.take(Event.refused.input) == [.keepFirstTimeData([ofAda, newer]), .forgetPending])
    }

    @Test func `R29 an accepted sign-in removes the name of this person alone`() {
        var life = sheet(kept: [older, ofAda])
        life.take(credential(name: Sample.grace))
        let effects = life.take(Event.accepted.input)
        #expect(effects.dropFirst() == [.forgetPending, .keepFirstTimeData([ofAda])])
    }

    @Test func `R28 a name is kept even from a credential that cannot be used`() {
        var life = sheet(kept: [older, ofAda])
        #expect(life.take(credential(name: Sample.grace, token: nil)) == [.keepFirstTimeData([ofAda, newer])])
        #expect(life.status.words == "signedOut notYet, credential_incomplete")
    }

    @Test(arguments: [
        (Event.revoked, true), (.notFound, false), (.noAnswer, false), (.sessionEnded, false), (.signOut, false),
    ])
    func `R9 only a withdrawn permission removes the person's name, and no other`(event: Event, isRemoved: Bool) {
        var life = SignInLifeCycle(policy: Sample.policy)
        let stored = StoredSignIn(session: Sample.session(), firstTimeData: [older, ofAda], isFirstRun: true)
        life.take(.launched(stored))
        let kept = life.take(event.input).filter { $0.words == "keepFirstTimeData" }
        #expect(kept == (isRemoved ? [.keepFirstTimeData([ofAda])] : []))
        #expect(life.status.state.person == nil)
    }

    @Test(arguments: SheetPurpose.allCases)
    func `R29 a launch continues what signs in, and gives up what will begin again`(purpose: SheetPurpose) throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending(purpose))
        let effects = life.take(.launched(StoredSignIn(pending: pending)))
        let continues = purpose == .signIn || purpose == .search
        #expect(effects == [continues ? .submit(pending) : .forgetPending])
    }

    @Test func `R42 a sign-in that outlived the app's removal is given up, and its name is kept`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(.launched(StoredSignIn(pending: pending, firstTimeData: [ofAda], isFirstRun: true)))
        #expect(effects == [.keepFirstTimeData([ofAda, newer]), .forgetPending])
        #expect(life.status.words == "signedOut notYet")
    }

    @Test func `R29 a sign-in whose session was stored is complete, and its name is not sent again`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let session = Sample.session(attempt: Sample.attempt.id)
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(
            .launched(StoredSignIn(session: session, pending: pending, firstTimeData: [older, ofAda])))
        #expect(
            effects == [.forgetPending, .keepFirstTimeData([ofAda]), .checkCredential(appleUser: "user-1")])
    }

    @Test func `R29 a sign-in that is not that of the session leaves its name`() throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let session = Sample.session(attempt: Secret("attempt-b"))
        let pending = try #require(Sample.pending(name: Sample.grace))
        let effects = life.take(.launched(StoredSignIn(session: session, pending: pending)))
        #expect(
            effects == [.keepFirstTimeData([newer]), .forgetPending, .checkCredential(appleUser: "user-1")])
    }
}
