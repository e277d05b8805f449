import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// The reply is lost, and the same answer of Apple's is sent again.
@Suite struct RepeatedCompletionTests {
    private let world: World

    init() throws {
        world = try World(policy: .asking(.hiddenAddress))
    }

    private func complete(_ submission: AppleAnswer) async throws -> SignedIn {
        try await NativeSignIn(world.environment).complete(submission)
    }

    private func ask(_ submission: AppleAnswer) async throws -> AccountQuestion {
        guard case .asks(let question) = try await NativeSignIn(world.environment).completeOrAsk(submission) else {
            throw World.NobodyAsked()
        }
        return question
    }

    @Test(arguments: [0, 1, 300, 599])
    func `an app that sends it again within the attempt's life gets the same session, and Apple is asked once`(
        _ seconds: Double
    ) async throws {
        let name = FirstSignInUser(givenName: "Ann", familyName: nil)
        let submission = try await world.nativeSubmission(.ann, name: name)
        let first = try await complete(submission)
        world.clock.advance(seconds)
        let second = try await complete(submission)
        #expect(second.session == first.session && second.account == first.account)
        #expect(second.refreshToken == first.refreshToken && second.isNewAccount)
        #expect(!first.isRepeated && second.isRepeated)
        #expect(world.apple.exchanges.count == 1)
        // The new access token has its full lifetime, although that of the first reply would have expired.
        let session = try await SessionAuthentication(world.environment).authenticate(accessToken: second.accessToken)
        #expect(session.account.givenName == "Ann")
        #expect(try await world.audit(first.account.id) == ["signed_in"])
        let renewed = try await SessionRenewal(world.environment).renew(
            refreshToken: second.refreshToken, client: "app")
        #expect(renewed.session.id == first.session.id)
    }

    @Test func `a browser that posts the form again gets the same cookie and goes to the same place`() async throws {
        let browser = try await world.beginWeb(returnTo: "https://app.example.com/done")
        let callback = try world.form(.ann, browser)
        let first = try await world.complete(callback, browser)
        let second = try await world.complete(callback, browser)
        #expect(second.signedIn?.sessionCookie == first.signedIn?.sessionCookie)
        #expect(second.returnTarget == "https://app.example.com/done")
        #expect(world.apple.exchanges.count == 1)
    }

    @Test func `who was asked is asked the same again, until there is an answer`() async throws {
        let submission = try await world.nativeSubmission(.eve)
        let first = try await ask(submission)
        world.clock.advance(60)
        let second = try await ask(submission)
        #expect(second.question == first.question && second.isAddressHidden && !second.isAboutMerging)
        #expect(second.expiresIn == first.expiresIn - 60)
        _ = try await AccountAnswers(world.environment).answerNew(second.question)
        #expect(try await failure { try await ask(submission) } == .refused(.attemptUsed))
        #expect(world.apple.exchanges.count == 1)
    }

    @Test func `an answer is repeated although its token has expired`() async throws {
        let expiry = Int(world.clock.now.timeIntervalSince1970) + 60
        let submission = try await world.nativeSubmission(.ann) { $0["exp"] = .number(JSONNumber(expiry)) }
        let browser = try await world.beginWeb()
        let callback = try world.form(.ben, browser) { $0["exp"] = .number(JSONNumber(expiry)) }
        let first = (try await complete(submission), try await world.complete(callback, browser).signedIn)
        world.clock.advance(300)
        #expect(try await complete(submission).session == first.0.session)
        #expect(try await world.complete(callback, browser).signedIn?.session == first.1?.session)
    }

    @Test func `an answer is repeated although Apple's keys cannot be had`() async throws {
        let submission = try await world.nativeSubmission(.ann)
        let browser = try await world.beginWeb()
        let callback = try world.form(.ben, browser)
        let first = (try await complete(submission), try await world.complete(callback, browser).signedIn)
        // Another process has no keys yet.
        world.apple.areKeysDown = true
        let other = try World(world.surroundings)
        let native = try await NativeSignIn(other.environment).complete(submission)
        #expect(native.isRepeated && native.session == first.0.session)
        #expect(try await other.complete(callback, browser).signedIn?.session == first.1?.session)
    }

    @Test func `a browser that holds another session meanwhile has one session afterwards`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let first = try #require(try await world.complete(callback, browser).signedIn)
        let other = try await world.signInOnWeb(.ben)
        let web = WebSignIn(world.environment)
        let again = try await web.complete(
            callback, browserProof: browser.begun.browserProof, replacing: other.sessionCookie
        ).signedIn
        #expect(again?.session.id == first.session.id)
        #expect(try await world.session(other.session.id)?.endedAt != nil)
        #expect(try await world.session(first.session.id)?.endedAt == nil)
    }

    @Test func `a browser that holds the session already keeps it when it posts the form again`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let first = try #require(try await world.complete(callback, browser).signedIn)
        let again = try await WebSignIn(world.environment).complete(
            callback, browserProof: browser.begun.browserProof, replacing: first.sessionCookie
        ).signedIn
        #expect(again?.session.id == first.session.id)
        #expect(try await world.session(first.session.id)?.endedAt == nil)
    }

    @Test func `a commit whose answer the database lost is found by the repeat`() async throws {
        let submission = try await world.nativeSubmission(.ann)
        world.database.loseAnswer(after: 1)
        let error = try await failure { try await complete(submission) }
        #expect(error == .unavailable(.databaseUnavailable, retryAfter: 5))
        #expect(try await complete(submission).isRepeated)
        #expect(world.apple.exchanges.count == 1)
    }

    @Test func `another answer is refused: another code, no code, another token`() async throws {
        let submission = try await world.nativeSubmission(.ann)
        _ = try await complete(submission)
        let other = try await world.nativeSubmission(.ann)
        for (token, code) in [
            (submission.identityToken, other.code?.secretValue), (submission.identityToken, nil),
            (other.identityToken, submission.code?.secretValue), (other.identityToken, other.code?.secretValue),
        ] {
            let strange = AppleAnswer(attempt: submission.attempt, identityToken: token, code: code, name: nil)
            #expect(try await failure { try await complete(strange) } == .refused(.attemptUsed))
        }
    }

    @Test func `another browser is refused, and one that cancels afterwards`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        _ = try await world.complete(callback, browser)
        let web = WebSignIn(world.environment)
        let stranger = try await world.beginWeb()
        for proof in [nil, stranger.begun.browserProof] {
            #expect(
                try await failure { try await web.complete(callback, browserProof: proof) } == .refused(.attemptUsed))
        }
        let cancelled = AuthorizationCallback.cancelled(state: browser.state)
        #expect(try await failure { try await world.complete(cancelled, browser) } == .refused(.attemptUsed))
    }

    @Test func `a form without an identity token is refused afterwards`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let first = try await world.complete(callback, browser)
        let tokenless = AuthorizationCallback.authorized(
            code: AuthorizationCode(secretValue: "code"), identityToken: nil, state: browser.state, user: nil)
        #expect(try await failure { try await world.complete(tokenless, browser) } == .refused(.attemptUsed))
        #expect(try await world.complete(callback, browser).signedIn?.session == first.signedIn?.session)
    }

    @Test func `nothing is given again once the session was renewed or ended, or the attempt's life is over`()
        async throws
    {
        let renewed = try await world.nativeSubmission(.ann)
        let inUse = try await complete(renewed)
        _ = try await SessionRenewal(world.environment).renew(refreshToken: inUse.refreshToken, client: "app")
        #expect(try await failure { try await complete(renewed) } == .refused(.attemptUsed))

        let signedOut = try await world.nativeSubmission(.ann)
        let session = try await SessionAuthentication(world.environment).authenticate(
            accessToken: complete(signedOut).accessToken)
        try await SignOut(world.environment).end(session)
        #expect(try await failure { try await complete(signedOut) } == .refused(.attemptUsed))

        let late = try await world.nativeSubmission(.ann)
        _ = try await complete(late)
        world.clock.advance(600)
        #expect(try await failure { try await complete(late) } == .refused(.attemptUsed))
    }

    @Test func `a closed account is told of, not opened`() async throws {
        let submission = try await world.nativeSubmission(.ann)
        try await world.disable(try await complete(submission).account)
        #expect(try await failure { try await complete(submission) } == .refused(.accountDisabled))
    }

    @Test func `who brings another answer does not learn that the account is closed`() async throws {
        let submission = try await world.nativeSubmission(.ann)
        try await world.disable(try await complete(submission).account)
        let other = AppleAnswer(
            attempt: submission.attempt, identityToken: submission.identityToken, code: nil, name: nil)
        #expect(try await failure { try await complete(other) } == .refused(.attemptUsed))
    }

    @Test func `while the first request is worked on the second one waits, for half a minute at most`() async throws {
        let freezer = Freezer()
        let slow = try World(world.surroundings) { step in
            if step.point == .exchangeStarted { await freezer.freeze() }
        }
        let submission = try await slow.nativeSubmission(.ann)
        Task.detached { _ = try? await NativeSignIn(slow.environment).complete(submission) }
        await freezer.waitUntilFrozen()
        #expect(try await failure { try await complete(submission) } == .refused(.attemptUnderWay, retryAfter: 1))
        world.clock.advance(30)
        #expect(try await failure { try await complete(submission) } == .refused(.attemptUnderWay, retryAfter: 1))
        // After the time limit the process must have died, so the person has to begin a new sign-in.
        world.clock.advance(1)
        #expect(try await failure { try await complete(submission) } == .refused(.attemptUsed))
    }
}

/// Tests the decision alone.
struct AttemptRepeatTests {
    private let claimedAt = Date(timeIntervalSince1970: 1_790_000_000)

    private func decide(
        _ ending: AttemptRepeat.Ending, state: SignInAttempt.State = .claimed, hash: [UInt8] = [1], after: Double = 0
    ) -> AttemptRepeat {
        let attempt = SignInAttempt(
            id: .init(high: 1, low: 1), kind: .native, client: "app", browserProofHash: nil, returnTarget: nil,
            createdAt: claimedAt, expiresAt: claimedAt + 600, state: state, failures: 0,
            claim: state == .open ? nil : AttemptClaimMark(claimedAt: claimedAt, answerHash: [1]))
        return AttemptRepeat.decide(
            attempt, answerHash: hash, ending: ending, longest: .seconds(30), at: claimedAt + after)
    }

    @Test func `replies again while the sign-in is done and unused, within the attempt's life`() {
        #expect(decide(.session(isUsed: false), after: 599.999) == .replyAgain)
        #expect(decide(.question, after: 599.999) == .replyAgain)
        #expect(decide(.session(isUsed: true)) == .used)
        #expect(decide(.endedSession) == .used)
        #expect(decide(.session(isUsed: false), after: 600) == .used)
        #expect(decide(.question, after: 600) == .used)
    }

    @Test func `says "under way" for half a minute, and not when the clock was set back further than clocks differ`() {
        #expect(decide(.nothing) == .underWay)
        #expect(decide(.nothing, after: 30) == .underWay)
        #expect(decide(.nothing, after: 30.001) == .used)
        #expect(decide(.nothing, after: -60) == .underWay)
        #expect(decide(.nothing, after: -60.001) == .used)
    }

    @Test(arguments: [AttemptRepeat.Ending.session(isUsed: false), .question, .nothing])
    func `gives nothing for another answer, and nothing where the attempt was ended`(_ ending: AttemptRepeat.Ending) {
        #expect(decide(ending, hash: [2]) == .used)
        #expect(decide(ending, state: .ended) == .used)
        #expect(decide(ending, state: .open) == .used)
    }
}
