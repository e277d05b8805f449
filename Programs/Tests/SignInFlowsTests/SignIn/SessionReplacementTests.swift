import AccountStorage
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

/// A signed-in browser signs in again. It has one cookie, so the session of the old one must end.
struct SessionReplacementTests {
    private let world: World
    private let browser: Browser

    init() async throws {
        world = try World()
        browser = try await world.beginWeb()
    }

    private func complete(
        _ callback: AuthorizationCallback, replacing cookie: String?
    ) async throws(SignInError) -> WebSignInOutcome {
        try await WebSignIn(world.environment).complete(
            callback, browserProof: browser.begun.browserProof, replacing: cookie)
    }

    private func isAlive(_ signedIn: SignedIn) async throws -> Bool {
        let error = try await failure {
            try await SessionAuthentication(world.environment).authenticate(sessionCookie: signedIn.sessionCookie)
        }
        #expect(error == nil || error == .refused(.sessionEnded))
        return error == nil
    }

    @Test(arguments: [Person.ann, .ben])
    func `the session that the browser held ends with the commit, whoever signs in`(_ next: Person) async throws {
        let old = try await world.signInOnWeb(.ann)
        let elsewhere = try await world.signInOnWeb(.ann)
        let outcome = try await complete(world.form(next, browser), replacing: old.sessionCookie)
        let new = try #require(outcome.signedIn)
        #expect(try await isAlive(new))
        #expect(try await isAlive(elsewhere))
        #expect(try await !isAlive(old))
        #expect(try await world.session(old.session.id)?.endedAt == world.clock.now)
    }

    @Test func `a cookie that is not ours, or of a session long ended, stands in nobody's way`() async throws {
        let other = try await world.signInOnWeb(.ann)
        var cookies = ["", "s1..", String(other.sessionCookie.dropLast()) + "*", other.accessToken, other.refreshToken]
        let ended = try await world.signInOnWeb(.ann)
        let found = try await SessionAuthentication(world.environment).authenticate(sessionCookie: ended.sessionCookie)
        try await SignOut(world.environment).end(found)
        cookies.append(ended.sessionCookie)
        for cookie in cookies {
            let browser = try await world.beginWeb()
            let outcome = try await WebSignIn(world.environment).complete(
                world.form(.ann, browser), browserProof: browser.begun.browserProof, replacing: cookie)
            #expect(outcome.signedIn != nil, "\(cookie)")
        }
        #expect(try await isAlive(other))
    }

    @Test func `a sign-in that comes to nothing ends nothing`() async throws {
        let old = try await world.signInOnWeb(.ann)
        let cancelled = try await world.beginWeb()
        _ = try await WebSignIn(world.environment).complete(
            .cancelled(state: cancelled.state), browserProof: cancelled.begun.browserProof,
            replacing: old.sessionCookie)
        let stranger = try await failure {
            try await WebSignIn(world.environment).complete(
                world.form(.ben, browser), browserProof: nil, replacing: old.sessionCookie)
        }
        #expect(stranger == .refused(.browserProofMissing))
        // The first transaction claims the attempt, and the second is the commit.
        world.database.fail(.unavailable, after: 1)
        let error = try await failure {
            try await complete(world.form(.ben, browser), replacing: old.sessionCookie)
        }
        #expect(error == .unavailable(.databaseUnavailable, retryAfter: 5))
        #expect(try await isAlive(old))
    }
}
