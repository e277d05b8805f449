import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// An app's attempt is signed when it begins, and stored only once its answer arrives or fails verification.
struct SignedAttemptTests {
    private func find(_ attempt: String, in world: World) async throws -> SignInAttempt? {
        let id = try #require(NativeSignIn.attemptID(of: attempt))
        return try await world.read { records throws(StorageFailure) in try records.findAttempt(id) }
    }

    @Test func `whoever only begins leaves nothing behind, and needs no database`() async throws {
        let world = try World()
        let count = world.database.count
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        #expect(world.database.count == count)
        #expect(try await find(begun.attempt, in: world) == nil)
    }

    @Test func `an attempt to link is stored when it begins`() async throws {
        let world = try World()
        let session = try await world.signedInSession()
        let begun = try await NativeSignIn(world.environment).begin(client: "app", linking: .session(session))
        #expect(try await find(begun.attempt, in: world)?.link?.account == session.account.id)
    }

    @Test func `Apple's answer stores the attempt as taken, with the time it was begun`() async throws {
        let world = try World()
        let begunAt = world.clock.now
        let answer = try await world.nativeSubmission(.ann)
        world.clock.advance(5)
        _ = try await NativeSignIn(world.environment).complete(answer)
        let row = try #require(try await find(answer.attempt, in: world))
        #expect(row.state == .claimed)
        #expect(row.createdAt == begunAt)
        #expect(row.expiresAt == begunAt + 600)
        #expect(row.claim?.claimedAt == world.clock.now)
        #expect(row.client == "app")
    }

    @Test func `an answer that proves nobody is counted in two transactions, and the right one needs two as well`()
        async throws
    {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let bad = AppleAnswer(attempt: answer.attempt, identityToken: "a.b.c", code: nil, name: nil)
        for sent in [bad, answer] {
            let before = world.database.count
            _ = try await failure { try await NativeSignIn(world.environment).complete(sent) }
            // A bad one is read and counted, the right one claimed and committed.
            #expect(world.database.count == before + 2)
        }
        let row = try #require(try await find(answer.attempt, in: world))
        #expect(row.state == .claimed && row.failures == 1)
    }

    @Test func `an attempt of which one bit was changed is unknown`() async throws {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let bytes = try Base64URL.decode(answer.attempt)
        for bit in 0..<(bytes.count * 8) {
            var changed = bytes
            changed[bit / 8] ^= 1 << (bit % 8)
            let error = try await failure {
                try await NativeSignIn(world.environment).complete(
                    AppleAnswer(
                        attempt: Base64URL.encode(changed), identityToken: answer.identityToken, code: nil, name: nil))
            }
            #expect(error == .refused(.attemptUnknown), "bit \(bit)")
        }
    }

    @Test func `an attempt is good for the client that began it, and at the service that signed it`() async throws {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let without = try World(world.surroundings, without: ["app"])
        var elsewhere = world.surroundings
        elsewhere.secrets = try #require(ServerSecrets(master: Array(repeating: 8, count: 32)))
        for other in [without, try World(elsewhere)] {
            let error = try await failure { try await NativeSignIn(other.environment).complete(answer) }
            #expect(error == .refused(.attemptUnknown))
        }
        // An attempt signed for one app, with a genuine token for another one.
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let given = try world.apple.authorize(
            .ann, client: "com.example.other", nonce: World.hash(begun.nonce), changing: { _ in })
        let mixed = AppleAnswer(
            attempt: begun.attempt, identityToken: given.identityToken, code: given.code, name: nil)
        let error = try await failure { try await NativeSignIn(world.environment).complete(mixed) }
        #expect(error == .refused(.token(.audienceMismatch)))
    }

    @Test func `a browser cannot finish an app's attempt`() async throws {
        let world = try World()
        let begun = try await NativeSignIn(world.environment).begin(client: "app")
        let browser = try await world.beginWeb()
        let given = try world.apple.authorize(
            .ann, client: "com.example.web", nonce: browser.nonce, changing: { _ in })
        let callback = AuthorizationCallback.authorized(
            code: AuthorizationCode(secretValue: given.code), identityToken: given.identityToken,
            state: begun.attempt, user: nil)
        let error = try await failure {
            try await WebSignIn(world.environment).complete(callback, browserProof: browser.begun.browserProof)
        }
        #expect(error == .refused(.attemptWrongFlow))
    }

    @Test func `an attempt is good for ten minutes, whether a failure stored it or not`() async throws {
        let world = try World()
        let (early, late) = (try await world.nativeSubmission(.ann), try await world.nativeSubmission(.ann))
        let bad = AppleAnswer(attempt: early.attempt, identityToken: "a.b.c", code: nil, name: nil)
        _ = try await failure { try await NativeSignIn(world.environment).complete(bad) }
        #expect(try await find(early.attempt, in: world)?.failures == 1)
        world.clock.advance(600)
        for answer in [early, late] {
            let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
            #expect(error == .refused(.attemptExpired))
        }
    }

    @Test func `a sweep under a clock that runs ahead by an hour at most leaves taken answers taken`() async throws {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let first = try await NativeSignIn(world.environment).complete(answer)
        _ = try await SessionRenewal(world.environment).renew(refreshToken: first.refreshToken)
        for minutes in [11, 40] {
            world.clock.advance(TimeInterval(minutes) * 60)
            _ = try await ExpiredRecords(world.environment).remove(.attempts, at: world.clock.now, limit: 10)
            world.clock.advance(-TimeInterval(minutes) * 60)
            let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
            #expect(error == .refused(.attemptUsed))
        }
        world.clock.advance(600 + 3_601)
        #expect(try await ExpiredRecords(world.environment).remove(.attempts, at: world.clock.now, limit: 10) == 1)
    }

    @Test func `beyond that the session that the answer began stands in the way`() async throws {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let first = try await NativeSignIn(world.environment).complete(answer)
        world.clock.advance(75 * 60)
        #expect(try await ExpiredRecords(world.environment).remove(.attempts, at: world.clock.now, limit: 10) == 1)
        world.clock.advance(-75 * 60)
        let error = try await failure { try await NativeSignIn(world.environment).complete(answer) }
        #expect(error == .unavailable(.databaseUnavailable, retryAfter: world.environment.policy.retryAfter))
        #expect(try await world.session(first.session.id) == first.session)
    }

    @Test func `an attempt that ends while Apple is asked for its keys is expired`() async throws {
        let world = try World()
        let answer = try await world.nativeSubmission(.ann)
        let late = try World(
            world.surroundings,
            observe: { step in if step.point == .tokenVerified { world.clock.advance(600) } })
        let error = try await failure { try await NativeSignIn(late.environment).complete(answer) }
        #expect(error == .refused(.attemptExpired))
    }
}
