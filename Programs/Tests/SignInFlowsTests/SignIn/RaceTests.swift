import AccountStorage
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing

/// Many equal requests at the same time have exactly one effect.
struct RaceTests {
    @Test(arguments: 1...10)
    func `of 64 equal callbacks one goes on`(_ round: Int) async throws {
        let world = try World()
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let results = await together(64) { () async -> Result<WebSignInOutcome, SignInError> in
            do throws(SignInError) {
                return .success(try await world.complete(callback, browser))
            } catch {
                return .failure(error)
            }
        }
        let signedIn = results.compactMap { try? $0.get().signedIn }
        #expect(signedIn.count { !$0.isRepeated } == 1)
        #expect(Set(signedIn.map(\.session.id)).count == 1)
        let errors = results.compactMap { result -> SignInError? in
            guard case .failure(let error) = result else { return nil }
            return error
        }
        #expect(errors.allSatisfy { $0 == .refused(.attemptUnderWay, retryAfter: 1) })
        let late = try await world.complete(callback, browser).signedIn
        #expect(late?.session.id == signedIn.first?.session.id)
        #expect(world.apple.exchanges.count == 1)
    }

    @Test func `of 64 equal native submissions one goes on`() async throws {
        let world = try World()
        let submission = try await world.nativeSubmission(.ann)
        let results = await together(64) {
            try? await NativeSignIn(world.environment).complete(submission)
        }
        let signedIn = results.compactMap(\.self)
        #expect(signedIn.count { !$0.isRepeated } == 1)
        #expect(Set(signedIn.map(\.refreshToken)).count == 1)
        #expect(world.apple.exchanges.count == 1)
    }

    @Test(arguments: 1...20)
    func `two first sign-ins at once make one account`(_ round: Int) async throws {
        let world = try World()
        let submissions = try await [world.nativeSubmission(.ann), world.nativeSubmission(.ann)]
        let signedIn = try await withThrowingTaskGroup(of: SignedIn.self) { group in
            for submission in submissions {
                group.addTask { try await NativeSignIn(world.environment).complete(submission) }
            }
            return try await group.reduce(into: [SignedIn]()) { $0.append($1) }
        }
        #expect(Set(signedIn.map(\.account.id)).count == 1)
        #expect(signedIn.filter(\.isNewAccount).count == 1)
        #expect(Set(signedIn.map(\.session.id)).count == 2)
    }

    @Test func `64 refreshes with one token give 64 successors, each good until another is used`() async throws {
        let world = try World()
        let signedIn = try await world.signInNatively(.ann)
        let renewed = await together(64) {
            try? await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
        }
        #expect(renewed.compactMap(\.self).count == 64)
        let successors = renewed.compactMap { $0?.refreshToken }
        #expect(Set(successors).count == 64)
        #expect(try await world.session(signedIn.session.id)?.counter == 64)
        let next = try await SessionRenewal(world.environment).renew(
            refreshToken: try #require(successors.randomElement()))
        #expect(next.session.counter == 65)
        #expect(try await world.session(signedIn.session.id)?.endedAt == nil)
    }

    @Test func `a cancellation and a callback at once have one winner`() async throws {
        let world = try World()
        for _ in 1...20 {
            let browser = try await world.beginWeb()
            let callback = try world.form(.ann, browser)
            async let cancelled = try? world.complete(.cancelled(state: browser.state), browser)
            async let signedIn = try? world.complete(callback, browser)
            let outcomes = await [cancelled, signedIn].compactMap(\.self)
            #expect(outcomes.count == 1)
        }
    }

    @Test func `a sign-in whose exchange failed finds the person known meanwhile, and leaves their grant alone`()
        async throws
    {
        let surroundings = try Surroundings()
        let quick = try World(surroundings)
        let slow = try World(surroundings) { step in
            guard step.point == .commitStarted else { return }
            surroundings.apple.fault = nil
            _ = try? await quick.signInNatively(.ann)
        }
        surroundings.apple.fault = .unreachable(.timedOut)
        let signedIn = try await slow.signInNatively(.ann)
        #expect(!signedIn.isNewAccount)
        #expect(try await quick.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken != nil)
    }
}
