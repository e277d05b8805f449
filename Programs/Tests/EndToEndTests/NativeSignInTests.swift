import Foundation
import SignInAPI
import Testing

/// Sign-in by an app, over HTTP from the first request to the last.
@Suite(.serialized, .sharedSystem)
struct NativeSignInTests {
    @Test func `Apple gives the name once, and the account keeps it`() async throws {
        let app = NativeApp(try await SharedSystem.system.newPerson(), try SharedSystem.system)
        let submission = try await app.submission()
        #expect(submission.name == PersonName(given: "Grace", family: "Hopper"))
        let first = try await app.submit(submission).decoded(SessionReply.self)
        #expect(first.account.name == submission.name)
        #expect(first.account.email == app.person + "@example.com" && !first.account.isPrivateEmail)
        #expect(first.tokenType == "Bearer" && first.expiresIn == 300)

        let again = try await app.submission()
        #expect(again.name == nil, "the emulator gave the name twice")
        let second = try await app.submit(again).decoded(SessionReply.self)
        #expect(second.account == first.account)
        #expect(second.refreshToken != first.refreshToken, "both sign-ins share a session")
    }

    @Test(arguments: [true, false])
    func `an address of a managed Apple Account is as proven as Apple says`(isVerified: Bool) async throws {
        let system = try SharedSystem.system
        let key = "managed-" + UUID().uuidString.lowercased()
        try await system.control(
            "/people",
            [
                "key": key, "email": key + "@school.example", "name": ["first": "Grace", "last": "Hopper"],
                "managed": ["org_id": "ORG1", "email_verified": isVerified],
            ])
        let reply = try await NativeApp(key, system).signsIn()
        #expect(reply.account.email == key + "@school.example" && reply.account.isEmailVerified == isVerified)
        let visitor = try await Visitor(key, system).signsIn()
        #expect(visitor == reply.account)
    }

    @Test func `an answer that comes again gets the same session, until that is used`() async throws {
        let system = try SharedSystem.system
        let app = NativeApp(try await system.newPerson(), system)
        let submission = try await app.submission()
        try await system.clearAppleLog()
        let first = try await app.submit(submission).decoded(SessionReply.self)
        let second = try await app.submit(submission).decoded(SessionReply.self)
        #expect(second.refreshToken == first.refreshToken && second.account == first.account)
        #expect(try await system.appleLog().count { $0.path == "/auth/token" } == 1)
        #expect(try await refresh(first.refreshToken).status == 200)
        let replay = try await app.submit(submission)
        #expect(replay.status == 409 && replay.errorCode == "attempt_used")
    }

    @Test func `a token replayed into a new attempt is refused`() async throws {
        let app = NativeApp(try await SharedSystem.system.newPerson(), try SharedSystem.system)
        var stolen = try await app.submission()
        #expect(try await app.submit(stolen).status == 200)
        stolen.attempt = try await app.begin().attempt
        let replay = try await app.submit(stolen)
        #expect(replay.status == 401 && replay.errorCode == "nonce_mismatch")
    }

    @Test func `the nonce of another open attempt is refused, and the attempt stays open`() async throws {
        let system = try SharedSystem.system
        let (victim, attacker) = (NativeApp(try await system.newPerson(), system), NativeApp("ada", system))
        let attempt = try await victim.begin()
        var mixed = try await attacker.submission()
        mixed.attempt = attempt.attempt
        let refused = try await victim.submit(mixed)
        #expect(refused.status == 401 && refused.errorCode == "nonce_mismatch")
        let honest = try await victim.submit(try await victim.submission(to: attempt))
        #expect(honest.status == 200, "a wrong token used the attempt up")
    }

    /// One app is unknown to the service; the other is known, but is another client of the same team.
    @Test(arguments: ["com.example.stranger", "com.example.second"])
    func `a token that Apple made for another app is refused`(bundleID: String) async throws {
        let system = try SharedSystem.system
        let app = NativeApp(try await system.newPerson(), system)
        var other = app
        other.bundleID = bundleID
        let answer = try await app.submit(try await other.submission(to: try await app.begin()))
        #expect(answer.status == 401 && answer.errorCode == "audience_mismatch", "\(answer.status) \(answer.body)")
        // The same token is accepted for its own client.
        if bundleID == "com.example.second" {
            other.client = "second"
            #expect(try await other.triesToSignIn().status == 200)
        }
    }

    @Test func `a code that does not belong to the token is refused`() async throws {
        let system = try SharedSystem.system
        let app = NativeApp(try await system.newPerson(), system)
        let attempt = try await app.begin()
        var submission = try await app.submission(to: attempt)
        let attackers = try await NativeApp("ada", system).submission()
        submission.code = attackers.code
        // A native token has no c_hash, so the mismatch is found at the latest when the code is exchanged.
        let answer = try await app.submit(submission)
        #expect(answer.status == 401, "\(answer.status) \(answer.body)")
        #expect(["code_hash_mismatch", "exchanged_token_disagrees"].contains(answer.errorCode))
    }

    @Test func `account, refresh and end belong to one session, and the end holds at once`() async throws {
        let system = try SharedSystem.system
        let first = try await NativeApp(try await system.newPerson(), system).signsIn()
        let read = try await system.get(Paths.account, accessToken: first.accessToken)
        #expect(try read.decoded(AccountReply.self) == first.account)

        let renewed = try await refresh(first.refreshToken).decoded(SessionReply.self)
        #expect(renewed.refreshToken != first.refreshToken && renewed.account == first.account)
        #expect(try await system.get(Paths.account, accessToken: renewed.accessToken).status == 200)

        let end = try await Browser.send(
            .post, system.publicURL + Paths.sessionEnd, headers: ["authorization": "Bearer \(renewed.accessToken)"])
        #expect(end.status == 204)
        for token in [first.accessToken, renewed.accessToken] {
            let late = try await system.get(Paths.account, accessToken: token)
            #expect(late.status == 401 && late.errorCode == "session_ended")
        }
        #expect(try await refresh(renewed.refreshToken).errorCode == "session_ended")
        #expect(try await refresh(first.refreshToken).errorCode == "session_ended")
    }

    @Test func `a refresh token that was replaced twice over ends the session`() async throws {
        let system = try SharedSystem.system
        let first = try await NativeApp(try await system.newPerson(), system).signsIn()
        let second = try await refresh(first.refreshToken).decoded(SessionReply.self)
        let third = try await refresh(second.refreshToken).decoded(SessionReply.self)
        var stolen = try await refresh(first.refreshToken)
        // A request in the same millisecond as the last renewal is told to come again.
        for _ in 1...5 where stolen.errorCode == "refresh_overtaken" { stolen = try await refresh(first.refreshToken) }
        #expect(stolen.status == 401 && stolen.errorCode == "refresh_token_reused")
        #expect(try await system.get(Paths.account, accessToken: third.accessToken).errorCode == "session_ended")
    }

    private func refresh(_ token: String) async throws -> Browser.Answer {
        try await SharedSystem.system.post(
            Paths.sessionRefresh, SessionRefreshRequest(refreshToken: token, client: "app"))
    }
}
