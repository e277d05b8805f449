import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

@Suite struct TokenEndpointTests {
    private let app = ClientUnderTest.app
    private let code = AuthorizationCode(secretValue: "c1.0.mrtv.x")
    private let refreshToken = RefreshToken(secretValue: "r1")

    // MARK: A code is sent once

    @Test(arguments: [
        RecordingTransport.Answer.json(ClientUnderTest.granted), .refusal("invalid_grant"), .refusal("invalid_request"),
        .json("", status: 503), .json("", status: 429), .json("", status: 302), .json("<html>"), .failure(.timedOut),
        .failure(.protocolViolated), .failure(.responseTooLarge), .failure(.cancelled),
    ])
    func `never sends a code again once it may have reached Apple`(answer: RecordingTransport.Answer) async throws {
        let transport = RecordingTransport([answer])
        let test = try ClientUnderTest(transport)
        _ = try? await test.client.exchange(code, for: app, redirectURI: nil)
        for seconds in [0, 1, 598] as [TimeInterval] {
            test.clock.advance(by: seconds)
            await #expect(throws: AppleCallFailure.notSent(.codeAlreadySent)) {
                try await test.client.exchange(code, for: app, redirectURI: nil)
            }
        }
        #expect(await transport.requests.count == 1)
        _ = try? await test.client.exchange(AuthorizationCode(secretValue: "another"), for: app, redirectURI: nil)
        #expect(await transport.requests.count == 2)
    }

    @Test(arguments: [
        RecordingTransport.Answer.failure(.connectFailed), .failure(.tlsFailed), .failure(.addressRefused),
        .refusal("invalid_client"),
    ])
    func `lets a code be sent that Apple cannot have looked at`(answer: RecordingTransport.Answer) async throws {
        let transport = RecordingTransport([answer, .json(ClientUnderTest.granted)])
        let test = try ClientUnderTest(transport)
        await #expect(throws: AppleCallFailure.self) {
            try await test.client.exchange(code, for: app, redirectURI: nil)
        }
        _ = try await test.client.exchange(code, for: app, redirectURI: nil)
        #expect(await transport.requests.count == 2)
    }

    @Test func `of many equal exchanges at once one goes out`() async throws {
        let transport = RecordingTransport([.json(ClientUnderTest.granted)])
        let test = try ClientUnderTest(transport)
        let granted = await withTaskGroup(of: Bool.self) { group in
            for _ in 0..<64 {
                group.addTask { (try? await test.client.exchange(code, for: app, redirectURI: nil)) != nil }
            }
            return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
        }
        #expect(granted == 1)
        #expect(await transport.requests.count == 1)
    }

    @Test func `remembers as many codes as it has to, and no more`() {
        let codes = SentCodes()
        let clock = TestClock(0)
        for number in 0..<120_000 {
            #expect(codes.claim(AuthorizationCode(secretValue: "c\(number)"), at: clock.now))
            clock.advance(by: 0.001)
        }
        #expect(!codes.claim(AuthorizationCode(secretValue: "c119999"), at: clock.now))
        #expect(!codes.claim(AuthorizationCode(secretValue: "c80000"), at: clock.now))
        #expect(codes.claim(AuthorizationCode(secretValue: "c0"), at: clock.now))
    }

    // MARK: Two keys

    @Test func `the first key signs for as long as Apple takes it`() async throws {
        let transport = RecordingTransport([.json(ClientUnderTest.granted), .refusal("invalid_grant")])
        let test = try ClientUnderTest(transport)
        for _ in 0..<3 {
            _ = try? await test.client.refresh(refreshToken, for: app)
            test.clock.advance(by: 600)
        }
        #expect(await transport.signers == ["KEY1234567", "KEY1234567", "KEY1234567"])
    }

    @Test func `the second key takes over as soon as Apple refuses the first, for that client only`() async throws {
        let transport = RecordingTransport([.refusal("invalid_client"), .json(ClientUnderTest.granted)])
        let test = try ClientUnderTest(transport)
        _ = try await test.client.refresh(refreshToken, for: app)
        _ = try await test.client.refresh(refreshToken, for: app)
        _ = try await test.client.refresh(refreshToken, for: ClientUnderTest.web)
        #expect(await transport.signers == ["KEY1234567", "KEY7654321", "KEY7654321", "KEY1234567"])
        #expect(test.log.events.map(\.signingKeyID) == ["KEY1234567", "KEY7654321", "KEY7654321", "KEY1234567"])
    }

    @Test func `an exchange is not repeated with the second key, but the next one uses it`() async throws {
        let transport = RecordingTransport([.refusal("invalid_client"), .json(ClientUnderTest.granted)])
        let test = try ClientUnderTest(transport)
        await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: "invalid_client"))) {
            try await test.client.exchange(code, for: app, redirectURI: nil)
        }
        #expect(await transport.requests.count == 1)
        _ = try await test.client.exchange(AuthorizationCode(secretValue: "c2"), for: app, redirectURI: nil)
        #expect(await transport.signers == ["KEY1234567", "KEY7654321"])
    }

    @Test func `when Apple refuses both keys each is tried in turn, so that neither sticks`() async throws {
        let transport = RecordingTransport([.refusal("invalid_client")])
        let test = try ClientUnderTest(transport)
        for _ in 0..<2 {
            await #expect(throws: AppleCallFailure.refused(TokenEndpointError(code: "invalid_client"))) {
                try await test.client.refresh(refreshToken, for: app)
            }
        }
        #expect(await transport.signers == ["KEY1234567", "KEY7654321", "KEY1234567", "KEY7654321"])
    }

    @Test func `with one key a refused secret is not used again, nor is the call repeated`() async throws {
        let transport = RecordingTransport([.refusal("invalid_client")])
        let test = try ClientUnderTest(transport, signingKeys: [ClientUnderTest.signingKeys[0]])
        for _ in 0..<2 {
            await #expect(throws: AppleCallFailure.self) { try await test.client.refresh(refreshToken, for: app) }
        }
        #expect(await transport.requests.count == 2)
        let secrets = [await transport.form(0), await transport.form(1)].map { $0["client_secret"] }
        #expect(secrets[0] != secrets[1])
    }

    // MARK: Revocation

    /// Apple's observed behaviour: 200 to every revocation, `invalid_grant` to the refresh of any token that is not
    /// alive for this client.
    private func test(
        alive tokens: [String: ClientID], description: String? = nil, forgets: Bool = true
    ) throws -> (ClientUnderTest, RecordingTransport) {
        let alive = Guarded(tokens)
        let transport = RecordingTransport { request in
            let form = FormEncoding.decode(request.body) ?? []
            let value = { name in form.first { $0.name == name }?.value ?? "" }
            let client = ClientID(rawValue: value("client_id"))
            if request.url.hasSuffix("revoke") {
                if forgets { alive.access { if $0[value("token")] == client { $0[value("token")] = nil } } }
                return .json("")
            }
            let isAlive = alive.access { $0[value("refresh_token")] == client }
            return isAlive ? .json(ClientUnderTest.granted) : .refusal("invalid_grant", description: description)
        }
        return (try ClientUnderTest(transport), transport)
    }

    @Test func `confirms no revocation of a token that was never alive`() async throws {
        let (test, transport) = try test(alive: [:])
        let garbage = RefreshToken(secretValue: "garbage")
        #expect(try await test.client.revokeAndConfirm(garbage, for: app) == .alreadyDead)
        #expect(await transport.paths == ["token"])
    }

    @Test(arguments: ["client_id mismatch. The code was not issued to com.example.web.", nil])
    func `confirms no revocation of another client's token`(description: String?) async throws {
        let (test, _) = try test(alive: ["r1": app], description: description)
        let outcome = try await test.client.revokeAndConfirm(refreshToken, for: ClientUnderTest.web)
        #expect(outcome == (description == nil ? .alreadyDead : .otherClient))
        // The authorization still exists.
        _ = try await test.client.refresh(refreshToken, for: app)
    }

    @Test func `Apple's word that a token is another client's weighs more than a caller's memory`() async throws {
        let (test, _) = try test(alive: ["r1": app], description: "client_id mismatch. The code was not issued to x.")
        let outcome = try await test.client.revokeAndConfirm(
            refreshToken, for: ClientUnderTest.web, seenAliveAt: test.clock.now)
        #expect(outcome == .otherClient)
    }

    @Test func `who did not see the token alive pays a refresh for the proof`() async throws {
        let (test, transport) = try test(alive: ["r1": app])
        #expect(try await test.client.revokeAndConfirm(refreshToken, for: app) == .confirmed)
        #expect(await transport.paths == ["token", "revoke", "token"])
    }

    @Test func `a moment ahead of the clock is no sighting`() async throws {
        let (test, transport) = try test(alive: [:])
        let later = test.clock.now.addingTimeInterval(1)
        #expect(try await test.client.revokeAndConfirm(refreshToken, for: app, seenAliveAt: later) == .alreadyDead)
        #expect(await transport.paths == ["token"])
    }

    @Test func `a token that lives on after its revocation is told`() async throws {
        let (test, _) = try test(alive: ["r1": app], forgets: false)
        #expect(try await test.client.revokeAndConfirm(refreshToken, for: app) == .stillAlive)
    }

    @Test(arguments: [
        RecordingTransport.Answer.json("", status: 429), .failure(.timedOut), .refusal("invalid_request"),
    ])
    func `revokes nothing where the sighting says nothing`(answer: RecordingTransport.Answer) async throws {
        let transport = RecordingTransport([answer])
        let test = try ClientUnderTest(transport)
        await #expect(throws: AppleCallFailure.self) {
            try await test.client.revokeAndConfirm(refreshToken, for: app)
        }
        #expect(await transport.paths == ["token"])
    }

    @Test func `a refused revocation is no proof by itself`() async throws {
        let transport = RecordingTransport([.refusal("invalid_grant"), .json(ClientUnderTest.granted)])
        let test = try ClientUnderTest(transport)
        let outcome = try await test.client.revokeAndConfirm(refreshToken, for: app, seenAliveAt: test.clock.now)
        #expect(outcome == .stillAlive)
    }

    @Test func `a refused revocation of a dead token is not called proven`() async throws {
        let transport = RecordingTransport([.refusal("invalid_grant"), .refusal("invalid_grant")])
        let test = try ClientUnderTest(transport)
        let outcome = try await test.client.revokeAndConfirm(refreshToken, for: app, seenAliveAt: test.clock.now)
        #expect(outcome == .alreadyDead)
    }

    @Test(
        arguments: [
            (.failure(.timedOut), .timedOut), (.json("", status: 503), .serverError),
        ] as [(RecordingTransport.Answer, AppleFailureCode)])
    func `a revocation whose answer is lost after the sighting may have happened`(
        answer: RecordingTransport.Answer, reason: AppleFailureCode
    ) async throws {
        let transport = RecordingTransport([.json(ClientUnderTest.granted), answer])
        let test = try ClientUnderTest(transport)
        let outcome = try await test.client.revokeAndConfirm(refreshToken, for: app)
        #expect(outcome == .unknown(.unavailable(reason: reason, retryAfter: nil)))
        #expect(await transport.paths == ["token", "revoke"])
    }

    @Test func `a proof that failed is made up for, by who saw the token alive`() async throws {
        let (test, _) = try test(alive: [:])
        let seen = test.clock.now
        #expect(await test.client.confirmRevocation(of: refreshToken, for: app, seenAliveAt: seen) == .confirmed)
        #expect(await test.client.confirmRevocation(of: refreshToken, for: app, seenAliveAt: nil) == .alreadyDead)
        let away = try ClientUnderTest(RecordingTransport([.failure(.timedOut)]))
        let failure = AppleCallFailure.unavailable(reason: .timedOut, retryAfter: nil)
        #expect(
            await away.client.confirmRevocation(of: refreshToken, for: app, seenAliveAt: seen) == .unknown(failure))
    }

    @Test func `every outcome has a code of its own`() {
        let outcomes: [RevocationOutcome] = [
            .confirmed, .stillAlive, .alreadyDead, .otherClient,
            .unknown(.unavailable(reason: .timedOut, retryAfter: nil)),
        ]
        #expect(
            outcomes.map(\.code) == ["confirmed", "still_alive", "already_dead", "other_client", "apple_timed_out"])
    }

    @Test(
        arguments: [
            (.refusal("invalid_grant"), .confirmed), (.json(ClientUnderTest.granted), .stillAlive),
            (
                .refusal("invalid_request"),
                .unknown(.refused(TokenEndpointError(code: "invalid_request")))
            ),
            (.json("", status: 503), .unknown(.unavailable(reason: .serverError, retryAfter: nil))),
            (.json("", status: 429), .unknown(.unavailable(reason: .throttled, retryAfter: nil))),
            (.failure(.timedOut), .unknown(.unavailable(reason: .timedOut, retryAfter: nil))),
            (.json("<html>"), .unknown(.malformedReply(.replyNotJSON))),
        ] as [(RecordingTransport.Answer, RevocationOutcome)])
    func `proves a revocation by a refresh that must fail`(
        answer: RecordingTransport.Answer, outcome: RevocationOutcome
    ) async throws {
        let transport = RecordingTransport([.json(""), answer])
        let test = try ClientUnderTest(transport)
        let seen = test.clock.now
        #expect(try await test.client.revokeAndConfirm(refreshToken, for: app, seenAliveAt: seen) == outcome)
        #expect(await transport.paths == ["revoke", "token"])
        #expect(await transport.form(0)["token"] == "r1")
        #expect(await transport.form(1)["refresh_token"] == "r1")
    }

    @Test func `proves nothing where Apple did not take the request`() async throws {
        let transport = RecordingTransport([.json("", status: 500)])
        let test = try ClientUnderTest(transport)
        await #expect(throws: AppleCallFailure.unavailable(reason: .serverError, retryAfter: nil)) {
            try await test.client.revokeAndConfirm(refreshToken, for: app, seenAliveAt: test.clock.now)
        }
        #expect(await transport.paths == ["revoke"])
    }

    @Test func `revokes by an access token where no refresh token was kept`() async throws {
        let transport = RecordingTransport([.json("")])
        try await ClientUnderTest(transport).client.revoke(AccessToken(secretValue: "a1"), for: app)
        #expect(await transport.form(0)["token_type_hint"] == "access_token")
        #expect(await transport.form(0)["token"] == "a1")
    }

    // MARK: Answers

    @Test(
        arguments: [
            ("\"Bearer\"", "\"mac\"", [.tokenType]), ("\"Bearer\"", "1", [.tokenType]), ("3600", "-1", [.expiresIn]),
            ("3600", "\"3600\"", [.expiresIn]), ("3600", "null", [.expiresIn]), ("3600", "1e300", [.expiresIn]),
            ("\"a.b.c\"", "{}", [.identityToken]), ("\"a.b.c\"", "\"a\\nb\"", [.identityToken]), ("3600", "1800.0", []),
        ] as [(String, String, [TokenReplyOddity])])
    func `keeps the refresh token of an answer with an odd member, and says that it was odd`(
        member: String, odd: String, oddities: [TokenReplyOddity]
    ) async throws {
        let answer = ClientUnderTest.granted.replacingOccurrences(of: member, with: odd)
        let test = try ClientUnderTest(RecordingTransport([.json(answer)]))
        let reply = try await test.client.exchange(code, for: app, redirectURI: nil)
        #expect(reply.refreshToken?.secretValue == "r1" && reply.accessToken.secretValue == "a1")
        #expect(reply.expiresIn == (odd == "1800.0" ? 1_800 : 3_600))
        #expect(reply.identityToken == (oddities == [.identityToken] ? nil : "a.b.c"))
        #expect(test.log.events.map(\.oddities) == [oddities])
        #expect(!"\(test.log.events)".contains("a1") && !"\(test.log.events)".contains("mac"))
    }

    @Test func `an access token is all that an answer needs`() async throws {
        let test = try ClientUnderTest(RecordingTransport([.json(#"{"access_token":"a1","refresh_token":7}"#)]))
        let reply = try await test.client.exchange(code, for: app, redirectURI: nil)
        #expect(
            reply
                == TokenReply(
                    accessToken: AccessToken(secretValue: "a1"), refreshToken: nil, expiresIn: 3_600, identityToken: nil
                ))
        #expect(test.log.events.map(\.oddities) == [[.tokenType, .expiresIn, .refreshToken]])
    }

    @Test(
        arguments: [
            ("The code has already been used.", .codeAlreadyUsed),
            ("The code has expired or has been revoked.", .codeExpired),
            ("client_id mismatch. The code was not issued to com.example.app.", .clientMismatch),
            ("client_id mismatch. The code was not issued to com.example.app", .clientMismatch),
            ("redirect_uri mismatch. The code was not issued to https://example.com/", .redirectMismatch),
            ("The token has expired or has been revoked.", .tokenRevoked), ("Something new.", nil), (nil, nil),
        ] as [(String?, TokenEndpointError.Cause?)])
    func `names the cause behind a description of Apple's that was seen`(
        description: String?, cause: TokenEndpointError.Cause?
    ) async throws {
        let transport = RecordingTransport([.refusal("invalid_grant", description: description)])
        let test = try ClientUnderTest(transport)
        do throws(AppleCallFailure) {
            _ = try await test.client.refresh(refreshToken, for: app)
            Issue.record("Apple refused")
        } catch {
            guard case .refused(let refusal) = error else {
                Issue.record("\(error)")
                return
            }
            #expect(refusal.cause == cause)
        }
        #expect(TokenEndpointError(code: "invalid_request", description: description).cause == nil)
    }

    @Test func `gives a call as long as it is told to, and takes no more than it asked for`() async throws {
        let large = ClientUnderTest.granted + String(repeating: " ", count: 65_536)
        let transport = RecordingTransport([.json(large)])
        let test = try ClientUnderTest(transport, callDeadline: 25)
        await #expect(throws: AppleCallFailure.malformedReply(.replyTooLarge)) {
            try await test.client.refresh(refreshToken, for: app)
        }
        let request = try #require(await transport.requests.first)
        #expect(request.deadline == 25 && request.maximumResponseBytes == 65_536)
    }

    @Test func `gives a call ten seconds unless it is told otherwise`() async throws {
        let transport = RecordingTransport([.json(ClientUnderTest.granted)])
        let client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: ClientUnderTest.signingKeys, clientIDs: [app]),
            keys: AppleKeySet(transport: transport), transport: transport)
        _ = try await client.refresh(refreshToken, for: app)
        #expect(await transport.requests.map(\.deadline) == [10])
    }

    @Test func `reports each call with its time and what came of it`() async throws {
        let test = try ClientUnderTest(RecordingTransport([]))
        let slow = RecordingTransport { [clock = test.clock] _ in
            clock.advance(by: 3)
            return .refusal("invalid_grant")
        }
        let log = EventLog<AppleCallEvent>()
        let client = AppleClient(
            configuration: test.client.configuration, keys: AppleKeySet(transport: slow, now: { Date() }),
            transport: slow,
            now: { [clock = test.clock] in clock.now }, observe: { log.record($0) })
        _ = try? await client.exchange(code, for: app, redirectURI: nil)
        #expect(
            log.events == [
                AppleCallEvent(
                    call: .exchange, client: app, signingKeyID: "KEY1234567", seconds: 3,
                    failure: .refused(TokenEndpointError(code: "invalid_grant")))
            ])
    }
}
