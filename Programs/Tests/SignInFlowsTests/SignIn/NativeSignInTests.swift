import AccountStorage
import Foundation
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

struct NativeSignInTests {
    @Test func `gives a new person an account, a session and a grant`() async throws {
        let world = try World()
        let name = FirstSignInUser(givenName: "Ann", familyName: "Archer")
        let signedIn = try await world.signInNatively(.ann, name: name)

        #expect(signedIn.isNewAccount)
        #expect(signedIn.account.givenName == "Ann")
        #expect(signedIn.account.familyName == "Archer")
        #expect(signedIn.account.email == "ann@example.com")
        #expect(signedIn.account.isEmailVerified)
        #expect(!signedIn.account.isPrivateEmail)
        #expect(signedIn.session.platform == .native)
        #expect(signedIn.session.clientID == "app")
        #expect(signedIn.expiresIn == 300)
        let stored = try await world.read { transaction throws(StorageFailure) in
            (try transaction.findAccount(signedIn.account.id), try transaction.findSession(signedIn.session.id))
        }
        #expect(stored.0 == signedIn.account)
        #expect(stored.1 == signedIn.session)
        let grant = try #require(try await world.grant(of: .ann, clientID: "com.example.app"))
        let sealed = try #require(grant.sealedRefreshToken)
        #expect(!String(decoding: sealed, as: UTF8.self).contains("rc1.0"))
        #expect(world.apple.exchanges.count == 1)
        #expect(world.apple.exchanges.first?["redirect_uri"] == nil)
    }

    @Test func `leads the same person to the same account, and exchanges each code`() async throws {
        let world = try World()
        let first = try await world.signInNatively(.ann)
        let second = try await world.signInNatively(.ann)

        #expect(second.account == first.account)
        #expect(!second.isNewAccount)
        #expect(second.session.id != first.session.id)
        #expect(world.apple.exchanges.count == 2)
    }

    @Test func `keeps people with one address apart`() async throws {
        let world = try World()
        var twin = Person.ben
        twin.email = Person.ann.email
        let ann = try await world.signInNatively(.ann)
        let ben = try await world.signInNatively(twin)

        #expect(ben.isNewAccount)
        #expect(ben.account.id != ann.account.id)
    }

    @Test func `keeps one subject of two teams apart`() async throws {
        let world = try World()
        let here = try await world.signInNatively(.ann)
        let there = try await world.signInNatively(.ann, client: "other")

        #expect(there.isNewAccount)
        #expect(there.account.id != here.account.id)
    }

    @Test func `leads app and website of one team to one account, each with a grant`() async throws {
        let world = try World()
        let app = try await world.signInNatively(.ann)
        let web = try await world.signInOnWeb(.ann)

        #expect(web.account.id == app.account.id)
        #expect(web.session.platform == .web)
        #expect(world.apple.exchanges.count == 2)
        #expect(try await world.grant(of: .ann, clientID: "com.example.web")?.sealedRefreshToken != nil)
    }

    @Test func `signs in without a code, and obtains the grant at the next sign-in`() async throws {
        let world = try World()
        var submission = try await world.nativeSubmission(.ann) { $0["c_hash"] = nil }
        submission = AppleAnswer(
            attempt: submission.attempt, identityToken: submission.identityToken, code: nil, name: nil)
        let signedIn = try await NativeSignIn(world.environment).complete(submission)

        #expect(signedIn.isNewAccount)
        let missing = try #require(try await world.grant(of: .ann, clientID: "com.example.app"))
        #expect(missing.sealedRefreshToken == nil)
        _ = try await world.signInNatively(.ann)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }

    @Test func `takes a relay address for what it is, and a newer address in place of an older`() async throws {
        let world = try World()
        var ann = Person.ann
        _ = try await world.signInNatively(ann)
        ann.email = "x1y2@privaterelay.appleid.com"
        ann.isPrivateEmail = true
        let hidden = try await world.signInNatively(ann)
        #expect(hidden.account.email == "x1y2@privaterelay.appleid.com")
        #expect(hidden.account.isPrivateEmail)

        ann.email = nil
        let without = try await world.signInNatively(ann)
        #expect(without.account.email == "x1y2@privaterelay.appleid.com")
    }

    @Test func `takes the name once and never overwrites it`() async throws {
        let world = try World()
        _ = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Ann", familyName: nil))
        let again = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Eve", familyName: "Evil"))
        #expect(again.account.givenName == "Ann")
        #expect(again.account.familyName == nil)
        let nameless = try await world.signInNatively(.ann)
        #expect(nameless.account.givenName == "Ann")
        #expect(try await world.keptName(of: .ann) == nil)
    }

    @Test func `tells each step in order, with the attempt and in the end the session`() async throws {
        let world = try World()
        let submission = try await world.nativeSubmission(.ann)
        let signedIn = try await NativeSignIn(world.environment).complete(submission)
        let points: [SignInStep.Point] = [
            .attemptBegun, .tokenVerified, .attemptClaimed, .exchangeStarted, .exchangeAnswered, .commitStarted,
            .committed,
        ]
        #expect(world.steps.all.map(\.point) == points)
        let attempt = try #require(NativeSignIn.attemptID(of: submission.attempt))
        #expect(world.steps.all.allSatisfy { $0.attempt == attempt })
        #expect(world.steps.all.last?.session == signedIn.session.id)
    }

    /// An answer without a code, for which Apple need not be asked.
    private func submissionWithoutCode(_ world: World) async throws -> AppleAnswer {
        let given = try await world.nativeSubmission(.ann)
        return AppleAnswer(attempt: given.attempt, identityToken: given.identityToken, code: nil, name: nil)
    }

    @Test func `claims and stores together where Apple need not be asked`() async throws {
        let world = try World()
        _ = try await world.signInNatively(.ann)
        let submission = try await submissionWithoutCode(world)
        let (steps, transactions) = (world.steps.all.count, world.database.count)
        _ = try await NativeSignIn(world.environment).complete(submission)
        #expect(world.steps.all[steps...].map(\.point) == [.tokenVerified, .attemptClaimed, .committed])
        #expect(world.database.count - transactions == 1)
    }

    @Test(arguments: [StorageFailure.unavailable, .conflict])
    func `a known person whose one transaction fails sends the same again`(_ failure: StorageFailure) async throws {
        let world = try World()
        let known = try await world.signInNatively(.ann).account
        let submission = try await submissionWithoutCode(world)
        world.database.fail(failure, after: 0)
        var signedIn = try? await NativeSignIn(world.environment).complete(submission)
        #expect((signedIn == nil) == (failure == .unavailable))
        if signedIn == nil { signedIn = try await NativeSignIn(world.environment).complete(submission) }
        #expect(signedIn?.account.id == known.id)
    }

    @Test func `stores nothing that completes a sign-in`() async throws {
        let world = try World()
        let submission = try await world.nativeSubmission(.ann)
        _ = try await NativeSignIn(world.environment).complete(submission)
        let id = try #require(NativeSignIn.attemptID(of: submission.attempt))
        let row = try #require(
            try await world.read { transaction throws(StorageFailure) in
                try transaction.findAttempt(id)
            })
        let dumped = String(reflecting: row)
        #expect(!dumped.contains(submission.attempt))
        #expect(NativeSignIn.attemptID(of: row.id.text) == nil)
    }

    @Test func `counts failed verifications without using the attempt up, and ends it at the fifth`() async throws {
        let world = try World()
        let good = try await world.nativeSubmission(.ann)
        let bad = AppleAnswer(
            attempt: good.attempt, identityToken: good.identityToken + "A", code: good.code?.secretValue, name: nil)
        for _ in 1...4 {
            let error = try await failure { try await NativeSignIn(world.environment).complete(bad) }
            #expect(error == .refused(.token(.signatureInvalid)) || error == .refused(.token(.tokenMalformed)))
        }
        let signedIn = try await NativeSignIn(world.environment).complete(good)
        #expect(signedIn.isNewAccount)

        let other = try await world.nativeSubmission(.ben)
        let worse = AppleAnswer(
            attempt: other.attempt, identityToken: "a.b.c", code: other.code?.secretValue, name: nil)
        for _ in 1...5 {
            _ = try await failure { try await NativeSignIn(world.environment).complete(worse) }
        }
        for late in [other, worse] {
            let error = try await failure { try await NativeSignIn(world.environment).complete(late) }
            #expect(error == .refused(.attemptEnded))
        }
    }

    @Test func `a fifth failure that is counted after the right answer was taken leaves that sign-in alone`()
        async throws
    {
        let world = try World()
        let good = try await world.nativeSubmission(.ann)
        let bad = AppleAnswer(
            attempt: good.attempt, identityToken: "a.b.c", code: good.code?.secretValue, name: nil)
        for _ in 1...4 {
            _ = try await failure { try await NativeSignIn(world.environment).complete(bad) }
        }
        // After the fifth token was refused, before its failure is counted.
        world.database.interrupt(after: 1) { _ = try? await NativeSignIn(world.environment).complete(good) }
        _ = try await failure { try await NativeSignIn(world.environment).complete(bad) }
        #expect(try await NativeSignIn(world.environment).complete(good).isRepeated)
    }

    @Test func `a session counts as authenticated from when Apple issued the token`() async throws {
        let world = try World()
        let submission = try await world.nativeSubmission(.ann)
        let issuedAt = world.clock.now
        world.clock.advance(60)
        let session = try await NativeSignIn(world.environment).complete(submission).session
        #expect(session.authenticatedAt == issuedAt)
        #expect(session.createdAt == world.clock.now)
    }

    @Test func `takes the same answer, name and all, once Apple's keys can be had again`() async throws {
        let world = try World()
        world.apple.areKeysDown = true
        let name = FirstSignInUser(givenName: "Ann", familyName: "Archer")
        let submission = try await world.nativeSubmission(.ann, name: name)
        for _ in 1...6 {
            let error = try await failure { try await NativeSignIn(world.environment).complete(submission) }
            guard case .unavailable(.appleUnavailable, _)? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
        }
        world.apple.areKeysDown = false
        world.clock.advance(61)
        let signedIn = try await NativeSignIn(world.environment).complete(submission)
        #expect(signedIn.isNewAccount)
        #expect(signedIn.account.givenName == "Ann")
        #expect(signedIn.account.familyName == "Archer")
    }
}
