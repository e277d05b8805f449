import Foundation
import Testing

@testable import SignInKit

/// When the life cycle asks again, and from when on it does not.
@Suite struct LifeCycleTimeTests {
    @Test func `R29 the service is asked again after a second, and each pause is twice the last, up to a minute`() {
        let delays = (1...9).map { SignInLifeCycle.retryDelay(failures: $0, retryAfter: nil) }
        #expect(delays == [1, 2, 4, 8, 16, 32, 60, 60, 60])
        #expect(SignInLifeCycle.retryDelay(failures: 1_000_000, retryAfter: nil) == 60)
    }

    @Test func `R29 a service that says when to come back is not asked earlier, nor earlier than the back-off`() {
        #expect(SignInLifeCycle.retryDelay(failures: 1, retryAfter: 90) == 90)
        #expect(SignInLifeCycle.retryDelay(failures: 5, retryAfter: 3) == 16)
    }

    @Test func `R3 a device that does not answer is asked again after 5, 10, … 640 seconds`() {
        let delays = (1...10).map { SignInLifeCycle.checkDelay(unanswered: $0) }
        #expect(delays == [5, 10, 20, 40, 80, 160, 320, 640, 640, 640])
    }

    @Test func `R29 each failure of a sign-in makes the next pause longer`() {
        var life = Situation.sending.life
        for seconds in [1.0, 2, 4, 8] {
            let effects = life.take(Event.unreachable.input)
            #expect(effects == [.scheduleRetry(attempt: Sample.attempt.id, seconds: seconds)])
            life.take(Event.retryDue.input)
        }
    }

    @Test(arguments: [
        (598.0, "exchanging waiting, service_unreachable"), (599, "signedOut notYet, attempt_expired"),
        (600, "signedOut notYet, attempt_expired"),
    ])
    func `R29 an attempt that would expire during the pause is given up`(seconds: Double, words: String) {
        var life = Situation.sending.life
        life.take(Event.unreachable.input, at: Sample.hour.addingTimeInterval(seconds))
        #expect(life.status.words == words)
    }

    @Test(arguments: [
        (599.0, "exchanging asking, service_unreachable"), (600, "signedOut notYet, attempt_expired"),
    ])
    func `R29 an attempt that has expired is not sent again`(seconds: Double, words: String) {
        var life = Situation.waiting.life
        life.take(Event.retryDue.input, at: Sample.hour.addingTimeInterval(seconds))
        #expect(life.status.words == words)
    }

    @Test(arguments: [(599.0, "exchanging asking"), (600, "signedOut notYet")])
    func `R29 an attempt that has expired is not continued at launch`(seconds: Double, words: String) throws {
        var life = SignInLifeCycle(policy: Sample.policy)
        let pending = try #require(Sample.pending())
        life.take(.launched(StoredSignIn(pending: pending)), at: Sample.hour.addingTimeInterval(seconds))
        #expect(life.status.words == words)
    }

    @Test func `R46 the service is asked about a revocation at any age of the session, or as long as the app wants`() {
        let standard = RevocationTrust(isSimulator: false)
        #expect(standard.asksService(secondsSinceSignIn: 0) && standard.asksService(secondsSinceSignIn: 1e9))
        let hour = RevocationTrust(isSimulator: false, freshSeconds: 3600)
        #expect(hour.asksService(secondsSinceSignIn: 3599.9) && !hour.asksService(secondsSinceSignIn: 3600))
        #expect(RevocationTrust(isSimulator: true, freshSeconds: 0).asksService(secondsSinceSignIn: 0))
    }

    @Test func `R46 a device alone is believed ten minutes after a sign-in, a simulator never`() {
        let standard = RevocationTrust(isSimulator: false)
        let ages = [-1, 0, 599.9, 600, 1e9]
        #expect(ages.map { standard.believesDevice(secondsSinceSignIn: $0) } == [true, false, false, true, true])
        let simulator = RevocationTrust(isSimulator: true)
        #expect(ages.allSatisfy { !simulator.believesDevice(secondsSinceSignIn: $0) })
        let at = RevocationTrust(isSimulator: false, freshSeconds: 60)
        #expect([59.9, 60].map { at.believesDevice(secondsSinceSignIn: $0) } == [false, true])
        #expect(RevocationTrust(isSimulator: false, freshSeconds: -1).believesDevice(secondsSinceSignIn: 0))
    }

    #if !targetEnvironment(simulator)
        @Test func `R46 a device is trusted by default`() throws {
            #expect(RevocationTrust.standard == RevocationTrust(isSimulator: false))
            let configuration = SignInConfiguration(
                server: try AppUnderTest.address("https://sign-in.example.com"), client: "app")
            #expect(configuration.revocationTrust == .standard)
        }
    #endif

    @Test func `R3 an answer ends the pause and its growth`() {
        var life = Situation.signedIn.life
        life.take(.foregrounded, Event.noAnswer.input)
        life.take(.foregrounded, Event.noAnswer.input, at: Sample.hour.addingTimeInterval(5))
        let answered = Sample.hour.addingTimeInterval(6)
        life.take(.credentialRevoked, Event.authorized.input, at: answered)
        #expect(asksDevice(&life, at: answered), "the device answers again")
        life.take(Event.noAnswer.input, at: answered)
        #expect(!asksDevice(&life, at: answered.addingTimeInterval(4.9)))
        #expect(asksDevice(&life, at: answered.addingTimeInterval(5)), "the pause begins anew")
    }

    @Test func `R3 a sign-in ends the pause and its growth, too`() {
        var life = Situation.signedIn.life
        life.take(.foregrounded, Event.noAnswer.input)
        life.take(
            .deletionWanted(Sample.tap), .attemptOpened(Sample.attempt, .deletion), Event.credential.input,
            Event.accepted.input, Event.notDeleted.input)
        #expect(life.status.words == "signedIn, service_unreachable")
        #expect(asksDevice(&life, at: Sample.hour))
        life.take(Event.noAnswer.input)
        #expect(asksDevice(&life, at: Sample.hour.addingTimeInterval(5)))
    }

    @Test(arguments: [(4.9, false), (5, true), (-4.9, false), (-5, true)])
    func `R48 a tap that arrives although a sheet was requested five seconds ago shows another one`(
        seconds: Double, isShown: Bool
    ) {
        let now = Sample.hour.addingTimeInterval(seconds)
        for (situation, input, purpose) in [
            (Situation.signInSheet, SignInInput.signInWanted(Sample.tap), "signIn"),
            (.deletionSheet, .deletionWanted(Sample.tap), "deletion"),
        ] {
            var life = situation.life
            let effects = life.take(input, at: now).map(\.words)
            #expect(effects == (isShown ? ["dismissSheet", "openAttempt " + purpose] : []), "\(situation)")
        }
    }

    @Test func `R48 a call without a tap, and a tap in another window, prove nothing about the sheet`() {
        let now = Sample.hour.addingTimeInterval(5)
        for tap in [nil, Sample.tapElsewhere] {
            for (situation, input) in [
                (Situation.signInSheet, SignInInput.signInWanted(tap)), (.deletionSheet, .deletionWanted(tap)),
            ] {
                var life = situation.life
                let before = life
                #expect(life.take(input, at: now).isEmpty, "\(situation)")
                #expect(life == before, "\(situation)")
            }
        }
    }

    @Test func `R48 a sheet that no tap asked for is replaced by a tap in any window`() {
        var life = Situation.signedOut.life
        life.take(.signInWanted(nil), .attemptOpened(Sample.attempt, .signIn))
        let effects = life.take(.signInWanted(Sample.tapElsewhere), at: Sample.hour.addingTimeInterval(5))
        #expect(effects.map(\.words) == ["dismissSheet", "openAttempt signIn"])
    }

    @Test(arguments: [(59.9, false), (60, true), (-60, true)])
    func `R48 a sheet that was read for a long time is closed only after a minute in the background`(
        seconds: Double, isClosed: Bool
    ) {
        for situation in [Situation.searchSheet, .signInSheet, .transferSheet, .deletionSheet] {
            var life = situation.life
            let left = Sample.hour.addingTimeInterval(300)
            life.take(.backgrounded, at: left)
            let effects = life.take(.foregrounded, at: left.addingTimeInterval(seconds)).map(\.words)
            #expect(effects.contains("dismissSheet") == isClosed, "\(situation)")
        }
    }

    @Test func `R48 each absence counts alone, and a second signal of one return does not count`() {
        var life = Situation.signInSheet.life
        for minute in [1.0, 2, 3] {
            let left = Sample.hour.addingTimeInterval(60 * minute)
            life.take(.backgrounded, at: left)
            for seconds in [10.0, 11] {
                #expect(life.take(.foregrounded, at: left.addingTimeInterval(seconds)).isEmpty)
            }
        }
        let left = Sample.hour.addingTimeInterval(240)
        life.take(.backgrounded, at: left)
        for seconds in [10.0, 65] {
            #expect(life.take(.foregrounded, at: left.addingTimeInterval(seconds)).isEmpty, "it was away for 10 s")
        }
    }

    @Test func `R48 the absence of an earlier sheet says nothing about the next one`() {
        var life = Situation.signInSheet.life
        life.take(.backgrounded, .cancelWanted(nil))
        let later = Sample.hour.addingTimeInterval(300)
        life.take(.signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .again(.signIn)), at: later)
        #expect(life.take(.foregrounded, at: later.addingTimeInterval(59)).isEmpty)
    }

    @Test func `R48 a sheet that cannot be closed stays in the foreground, because it may still be answered`() {
        var policy = Sample.policy
        policy.closesSheets = false
        var life = SignInLifeCycle(policy: policy)
        life.take(.launched(StoredSignIn()), .signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .signIn))
        #expect(life.take(.foregrounded, at: Sample.hour.addingTimeInterval(600)).isEmpty)
        #expect(life.take(Event.credential.input).map(\.words) == ["keepPending", "submit"])
    }

    @Test(arguments: [(59.9, false), (60, true), (-59.9, false), (-60, true)])
    func `R48 a sheet that was requested a minute ago is closed when the app comes to the foreground`(
        seconds: Double, isClosed: Bool
    ) {
        for situation in [Situation.searchSheet, .signInSheet, .transferSheet, .deletionSheet] {
            var life = situation.life
            let before = life.status
            let effects = life.take(.foregrounded, at: Sample.hour.addingTimeInterval(seconds)).map(\.words)
            #expect(effects.contains("dismissSheet") == isClosed, "\(situation)")
            #expect((life.status == before) == !isClosed, "\(situation)")
            #expect(life.status.failure == nil)
        }
    }

    @Test func `R48 each sheet has its own time`() {
        var life = Situation.signInSheet.life
        let later = Sample.hour.addingTimeInterval(5)
        life.take(.signInWanted(Sample.tap), .attemptOpened(Sample.attempt, .again(.signIn)), at: later)
        #expect(life.take(.signInWanted(Sample.tap), at: later.addingTimeInterval(4)).isEmpty)
        #expect(life.take(.signInWanted(Sample.tap), at: later.addingTimeInterval(5)).count == 2)
    }

    private func asksDevice(_ life: inout SignInLifeCycle, at now: Date) -> Bool {
        life.take(.foregrounded, at: now) == [.checkCredential(appleUser: "user-1")]
    }
}
