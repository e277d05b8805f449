import AccountStorage
import Foundation
import SignInFlows
import SignInWithApple
import StorageSupport
import TestDoubles
import Testing

/// Other limits than those at the sign-in, and rows that another request changed meanwhile.
@Suite struct OvertakenSessionTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private func authenticate(_ world: World, cookie: String) async throws(SignInError) -> SignedInSession {
        try await SessionAuthentication(world.environment).authenticate(sessionCookie: cookie)
    }

    @Test func `a shorter absolute limit counts for those who are signed in already`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        var policy = SignInPolicy()
        policy.absoluteLifetime = .seconds(86_400)
        let stricter = try World(world.surroundings, policy: policy)
        world.clock.advance(86_399)
        _ = try await authenticate(stricter, cookie: signedIn.sessionCookie)
        world.clock.advance(1)
        let error = try await failure { try await authenticate(stricter, cookie: signedIn.sessionCookie) }
        #expect(error == .refused(.sessionExpired))
    }

    @Test func `an app's session is not prolonged by its cookie`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(3_600)
        #expect(try await authenticate(world, cookie: signedIn.sessionCookie).session == signedIn.session)
        #expect(try await world.session(signedIn.session.id) == signedIn.session)
    }

    @Test func `a browser that is seen twice at once stays signed in as the later request says`() async throws {
        let signedIn = try await world.signInOnWeb(.ann)
        world.clock.advance(3_600)
        let world = world
        // After the session was read, before it is prolonged.
        world.database.interrupt(after: 1) {
            world.clock.advance(10)
            _ = try? await SessionAuthentication(world.environment).authenticate(
                sessionCookie: signedIn.sessionCookie)
        }
        let seen = try await authenticate(world, cookie: signedIn.sessionCookie)
        #expect(seen.session.renewedAt == world.clock.now)
        #expect(seen.session.expiresAt == world.clock.now.addingTimeInterval(30 * 86_400))
        #expect(try await world.session(signedIn.session.id) == seen.session)
    }

    @Test func `a renewal whose row is always changed by others gives no token`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let contested = BrokenStatements(
            world.database, in: "UPDATE sessions SET counter = counter + 1", "ended_at IS NULL AND",
            by: "ended_at IS NULL AND 1 = 0 AND")
        let renewal = SessionRenewal(world.environment(on: contested))
        let error = try await failure { try await renewal.renew(refreshToken: signedIn.refreshToken) }
        #expect(error == .unavailable(.databaseUnavailable, retryAfter: 5))
        #expect(contested.brokenCount == 2)
        #expect(try await world.session(signedIn.session.id) == signedIn.session)
    }

    @Test func `a session that another request has just ended is not reported as ended again`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let late = BrokenStatements(
            world.database, in: "UPDATE sessions SET ended_at = $2 WHERE id", "WHERE id", by: "WHERE 1 = 0 AND id")
        let renewal = SessionRenewal(world.environment(on: late))
        let error = try await failure {
            try await renewal.renew(refreshToken: signedIn.refreshToken, client: "web")
        }
        #expect(error == .refused(.refreshTokenWrongClient))
        #expect(late.brokenCount == 1)
        #expect(try await world.history(signedIn.account.id) == ["signed_in new"])
    }
}
