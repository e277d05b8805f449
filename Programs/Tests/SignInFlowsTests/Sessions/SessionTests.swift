import AccountStorage
import Foundation
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

struct SessionRenewalTests {
    private func renew(_ world: World, _ token: String, client: String = "app") async throws(SignInError)
        -> RenewedSession
    {
        try await SessionRenewal(world.environment).renew(refreshToken: token, client: client)
    }

    @Test func `each renewal gives a new refresh token and one row update`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(60)
        let one = try await renew(world, signedIn.refreshToken)
        world.clock.advance(60)
        let two = try await renew(world, one.refreshToken)
        #expect(Set([signedIn.refreshToken, one.refreshToken, two.refreshToken]).count == 3)
        #expect(two.session.counter == 2)
        #expect(two.session.id == signedIn.session.id)
        #expect(two.account == signedIn.account)
        #expect(two.session.expiresAt == world.clock.now.addingTimeInterval(30 * 86_400))
        #expect(two.session.authenticatedAt == signedIn.session.authenticatedAt)
        _ = try await SessionAuthentication(world.environment).authenticate(accessToken: two.accessToken)
    }

    @Test func `a token whose answer was lost gives another successor after any time, and moves the expiry`()
        async throws
    {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        var given = [signedIn.refreshToken]
        for seconds in [0, 10, 31, 600, 86_400, 20 * 86_400] as [Double] {
            world.clock.advance(seconds)
            let renewed = try await renew(world, signedIn.refreshToken)
            #expect(renewed.session.expiresAt == world.clock.now.addingTimeInterval(30 * 86_400))
            #expect(try await world.session(signedIn.session.id) == renewed.session)
            given.append(renewed.refreshToken)
        }
        #expect(Set(given).count == given.count)
        #expect(world.incidents.all.isEmpty)
        _ = try await renew(world, given[3])
        world.clock.advance(1)
        #expect(try await failure { try await renew(world, given[4]) } == .refused(.refreshTokenReused))
    }

    @Test func `a token is good until a successor was used, which ends its siblings, and is then reported`()
        async throws
    {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let one = try await renew(world, signedIn.refreshToken)
        let two = try await renew(world, one.refreshToken)
        world.clock.advance(1)
        let error = try await failure { try await renew(world, signedIn.refreshToken) }
        #expect(error == .refused(.refreshTokenReused))
        #expect(world.incidents.all == [.refreshTokenReused(session: signedIn.session.id)])
        #expect(try await failure { try await renew(world, two.refreshToken) } == .refused(.sessionEnded))
        let access = try await failure {
            try await SessionAuthentication(world.environment).authenticate(accessToken: two.accessToken)
        }
        #expect(access == .refused(.sessionEnded))
    }

    @Test(arguments: [true, false])
    func `of two who hold one token the second who uses a successor is found out`(thiefIsFirst: Bool) async throws {
        let world = try World()
        let copied = try await world.signInNatively(.ann).refreshToken
        var holders = [try await renew(world, copied).refreshToken, try await renew(world, copied).refreshToken]
        if thiefIsFirst { holders.reverse() }
        for _ in 1...5 { holders[0] = try await renew(world, holders[0]).refreshToken }
        world.clock.advance(1)
        let second = holders[1]
        #expect(try await failure { try await renew(world, second) } == .refused(.refreshTokenReused))
    }

    @Test func `a repeat does not live past the absolute limit`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        for _ in 1...8 {
            world.clock.advance(20 * 86_400)
            _ = try await renew(world, signedIn.refreshToken)
        }
        world.clock.advance(20 * 86_400 - 1)
        let last = try await renew(world, signedIn.refreshToken)
        #expect(last.session.expiresAt == signedIn.session.createdAt.addingTimeInterval(180 * 86_400))
        world.clock.advance(1)
        #expect(try await failure { try await renew(world, signedIn.refreshToken) } == .refused(.sessionExpired))
    }

    @Test func `a request that two others overtook ends nothing: it is told to come again, and late then`()
        async throws
    {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.database.interrupt(after: 0) {
            world.clock.advance(0.001)
            let one = try? await renew(world, signedIn.refreshToken)
            world.clock.advance(0.001)
            _ = try? await renew(world, one?.refreshToken ?? "")
        }
        let error = try await failure { try await renew(world, signedIn.refreshToken) }
        #expect(error == .unavailable(.refreshOvertaken, retryAfter: 5))
        #expect(try await world.session(signedIn.session.id)?.counter == 2)
        #expect(try await world.session(signedIn.session.id)?.endedAt == nil)
        #expect(world.incidents.all.isEmpty)
        world.clock.advance(1)
        #expect(try await failure { try await renew(world, signedIn.refreshToken) } == .refused(.refreshTokenReused))
    }

    @Test func `a token two steps back ends the session at once`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let one = try await renew(world, signedIn.refreshToken)
        _ = try await renew(world, one.refreshToken)
        world.clock.advance(1)
        #expect(try await failure { try await renew(world, signedIn.refreshToken) } == .refused(.refreshTokenReused))
        #expect(try await world.session(signedIn.session.id)?.endedAt != nil)
    }

    @Test func `a token ahead of its row ends the session`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let row = signedIn.session
        let renewed = try await renew(world, signedIn.refreshToken)
        world.clock.advance(1)
        // As after restoring an old backup of the database.
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.removeExpiredSessions(before: .distantFuture, limit: 10)
            try transaction.recordSession(row)
        }
        #expect(try await failure { try await renew(world, renewed.refreshToken) } == .refused(.sessionEnded))
        #expect(world.incidents.all == [.refreshTokenAheadOfRow(session: row.id)])
        #expect(try await world.session(row.id)?.endedAt != nil)
    }

    @Test func `ends after thirty idle days, and after half a year of use`() async throws {
        let world = try World()
        let idle = try await world.signInNatively(.ann)
        world.clock.advance(30 * 86_400 - 1)
        let kept = try await renew(world, idle.refreshToken)
        world.clock.advance(30 * 86_400)
        #expect(try await failure { try await renew(world, kept.refreshToken) } == .refused(.sessionExpired))

        var token = try await world.signInNatively(.ann).refreshToken
        for _ in 1...8 {
            world.clock.advance(20 * 86_400)
            token = try await renew(world, token).refreshToken
        }
        world.clock.advance(20 * 86_400 - 1)
        token = try await renew(world, token).refreshToken
        world.clock.advance(1)
        #expect(try await failure { try await renew(world, token) } == .refused(.sessionExpired))
    }

    @Test func `a session found expired stays dead when the clock is set back`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(30 * 86_400)
        #expect(try await failure { try await renew(world, signedIn.refreshToken) } == .refused(.sessionExpired))
        world.clock.advance(-3_600)
        #expect(try await failure { try await renew(world, signedIn.refreshToken) } == .refused(.sessionEnded))
    }

    @Test(arguments: [3_600.0, -3_600])
    func `a clock step of an hour signs nobody out`(_ step: Double) async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let one = try await renew(world, signedIn.refreshToken)
        world.clock.advance(step)
        let two = try await renew(world, one.refreshToken)
        #expect(try await renew(world, one.refreshToken).refreshToken != two.refreshToken)
        #expect(try await world.session(signedIn.session.id)?.endedAt == nil)
    }

    @Test func `a clock that is set back makes no spent refresh token good again, and ends nothing`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let one = try await renew(world, signedIn.refreshToken)
        let two = try await renew(world, one.refreshToken)
        world.clock.advance(-3_600)
        for _ in 1...2 {
            let error = try await failure { try await renew(world, signedIn.refreshToken) }
            #expect(error == .unavailable(.refreshOvertaken, retryAfter: 5))
        }
        // After a use at the time of the corrected clock, later requests can be judged again.
        #expect(try await renew(world, two.refreshToken).session.counter == 3)
        world.clock.advance(1)
        #expect(try await failure { try await renew(world, signedIn.refreshToken) } == .refused(.refreshTokenReused))
    }

    @Test func `a browser that is seen again leaves the refresh tokens alone`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        world.clock.advance(3_600)
        let seen = try await SessionAuthentication(world.environment).authenticate(
            sessionCookie: signedIn.sessionCookie)
        var expected = signedIn.session
        (expected.renewedAt, expected.expiresAt) = (world.clock.now, world.clock.now.addingTimeInterval(30 * 86_400))
        #expect(seen.session == expected)
        #expect(try await renew(world, signedIn.refreshToken, client: "web").session.counter == 1)
    }

    @Test func `another client's use ends the session`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        #expect(try await renew(world, signedIn.refreshToken, client: "app").session.counter == 1)
        let error = try await failure { try await renew(world, signedIn.refreshToken, client: "web") }
        #expect(error == .refused(.refreshTokenWrongClient))
        #expect(world.incidents.all == [.refreshTokenFromAnotherClient(session: signedIn.session.id)])
        #expect(try await world.session(signedIn.session.id)?.endedAt != nil)
    }

    @Test func `takes no altered token`() async throws {
        let world = try World()
        let token = try await world.signInNatively(.ann).refreshToken
        var altered = [
            "", "v1", "v1...", token + "A", String(token.dropLast()), " " + token, token + "\n", token.uppercased(),
        ]
        for index in token.indices {
            var characters = Array(token)
            let position = token.distance(from: token.startIndex, to: index)
            characters[position] = characters[position] == "0" ? "1" : "0"
            altered.append(String(characters))
        }
        for other in altered {
            #expect(try await failure { try await renew(world, other) } == .refused(.refreshTokenInvalid), "\(other)")
        }
        #expect(try await renew(world, token).session.counter == 1)
    }

    @Test func `needs neither Apple nor a live grant`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.apple.areKeysDown = true
        world.apple.fault = .unreachable(.connectFailed)
        world.clock.advance(10 * 86_400)
        #expect(try await renew(world, signedIn.refreshToken).session.counter == 1)
    }
}

struct SessionAuthenticationTests {
    private func authenticate(_ world: World, _ token: String) async throws(SignInError) -> SignedInSession {
        try await SessionAuthentication(world.environment).authenticate(accessToken: token)
    }

    private func authenticate(_ world: World, cookie: String) async throws(SignInError) -> SignedInSession {
        try await SessionAuthentication(world.environment).authenticate(sessionCookie: cookie)
    }

    @Test func `knows its holder by token and by cookie`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        for found in [
            try await authenticate(world, signedIn.accessToken),
            try await authenticate(world, cookie: signedIn.sessionCookie),
        ] {
            #expect(found.account == signedIn.account)
            #expect(found.session == signedIn.session)
        }
    }

    @Test func `refuses a session at once after sign-out`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        let found = try await authenticate(world, signedIn.accessToken)
        try await SignOut(world.environment).end(found)
        try await SignOut(world.environment).end(found)
        #expect(try await failure { try await authenticate(world, signedIn.accessToken) } == .refused(.sessionEnded))
        let cookie = try await failure { try await authenticate(world, cookie: signedIn.sessionCookie) }
        #expect(cookie == .refused(.sessionEnded))
        let ended = try await world.read { transaction throws(StorageFailure) in
            try transaction.findEndedSessions(since: .distantPast, limit: 10)
        }
        #expect(ended.map(\.id) == [signedIn.session.id])
        #expect(try await world.history(signedIn.account.id).count { $0 == "session_ended person" } == 1)
    }

    @Test func `an access token lives five minutes`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(299)
        _ = try await authenticate(world, signedIn.accessToken)
        world.clock.advance(1)
        #expect(
            try await failure { try await authenticate(world, signedIn.accessToken) } == .refused(.accessTokenExpired))
    }

    @Test(arguments: ["web", "android"])
    func `a browser in use stays signed in, up to the absolute limit, and seldom writes`(
        _ client: String
    ) async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann, client: client)
        world.clock.advance(3_599)
        #expect(try await authenticate(world, cookie: signedIn.sessionCookie).session == signedIn.session)
        world.clock.advance(1)
        let slid = try await authenticate(world, cookie: signedIn.sessionCookie)
        #expect(slid.session.expiresAt == world.clock.now.addingTimeInterval(30 * 86_400))
        for _ in 1...8 {
            world.clock.advance(20 * 86_400)
            _ = try await authenticate(world, cookie: signedIn.sessionCookie)
        }
        world.clock.advance(20 * 86_400)
        let error = try await failure { try await authenticate(world, cookie: signedIn.sessionCookie) }
        #expect(error == .refused(.sessionExpired))
    }

    @Test func `a browser left alone is signed out after thirty days`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        world.clock.advance(30 * 86_400)
        let error = try await failure { try await authenticate(world, cookie: signedIn.sessionCookie) }
        #expect(error == .refused(.sessionExpired))
    }

    @Test func `a disabled account is refused everywhere at the next request`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        try await world.disable(signedIn.account)
        let refused = SignInError.refused(.accountDisabled)
        #expect(try await failure { try await authenticate(world, signedIn.accessToken) } == refused)
        #expect(try await failure { try await authenticate(world, cookie: signedIn.sessionCookie) } == refused)
        let renewal = try await failure {
            try await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
        }
        #expect(renewal == refused)
        // The code is not exchanged, so no grant is left at Apple.
        let sent = world.apple.exchanges.count
        #expect(try await failure { try await world.signInNatively(.ann) } == refused)
        #expect(world.apple.exchanges.count == sent)
    }

    @Test func `takes neither Apple's token nor a refresh token nor the other's proof`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        let browser = try await world.beginWeb()
        guard case .authorized(_, let identityToken?, _, _) = try world.form(.ann, browser) else { return }
        for token in [identityToken, signedIn.refreshToken, signedIn.sessionCookie, "", "a.b.c"] {
            #expect(try await failure { try await authenticate(world, token) } == .refused(.accessTokenInvalid))
        }
        for cookie in [identityToken, signedIn.refreshToken, signedIn.accessToken, "", "s1.."] {
            let error = try await failure { try await authenticate(world, cookie: cookie) }
            #expect(error == .refused(.sessionCookieInvalid))
        }
        let error = try await failure {
            try await SessionRenewal(world.environment).renew(refreshToken: signedIn.sessionCookie)
        }
        #expect(error == .refused(.refreshTokenInvalid))
        // The verifier for Apple's tokens refuses the service's own.
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let own = try await failure {
            try await NativeSignIn(world.environment).complete(
                AppleAnswer(attempt: begun.attempt, identityToken: signedIn.accessToken, code: nil, name: nil))
        }
        #expect(own == .refused(.token(.algorithmNotAllowed)))
    }

    @Test func `an identity whose account is gone revives nobody's session, and sends no code to Apple`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let gone = try #require(AccountID(bytes: Array(repeating: 6, count: 16)))
        var session = signedIn.session
        session.accountID = gone
        let old = session
        let identity = AppleIdentity(
            id: world.identity(of: .ben), accountID: gone, issuer: world.apple.issuer, teamID: "TEAM000001",
            subject: Person.ben.subject, createdAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.removeExpiredSessions(before: .distantFuture, limit: 10)
            try transaction.recordSession(old)
            try transaction.recordIdentity(identity)
        }
        let sent = world.apple.exchanges.count
        let name = FirstSignInUser(givenName: "Ben", familyName: nil)
        let error = try await failure { try await world.signInOnWeb(.ben, name: name) }
        #expect(error == .misconfigured(.databaseCorrupt))
        #expect(try await world.account(of: .ben) == nil)
        #expect(world.apple.exchanges.count == sent)
        // Apple sends the name once. It is kept until the operator has repaired the database.
        #expect(try await world.keptName(of: .ben) != nil)
        let revived = try await failure { try await authenticate(world, cookie: signedIn.sessionCookie) }
        #expect(revived == .refused(.sessionEnded))
    }

    @Test func `a broken database lets nobody in`() async throws {
        let world = try World()
        let signedIn = try await world.signInOnWeb(.ann)
        world.database.outage = .unavailable
        let down = SignInError.unavailable(.databaseUnavailable, retryAfter: 5)
        #expect(try await failure { try await authenticate(world, signedIn.accessToken) } == down)
        #expect(try await failure { try await authenticate(world, cookie: signedIn.sessionCookie) } == down)
    }
}
