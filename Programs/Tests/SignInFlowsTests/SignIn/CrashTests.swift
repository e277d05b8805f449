import AccountStorage
import Foundation
import SignInFlows
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

struct CrashTests {
    static let points: [SignInStep.Point] = [
        .attemptBegun, .tokenVerified, .attemptClaimed, .exchangeStarted, .exchangeAnswered, .commitStarted,
        .committed,
    ]
    static let name = FirstSignInUser(givenName: "Ann", familyName: "Archer")

    @Test(arguments: points)
    func `after a kill on the web the person gets in, with their name, to one account`(
        _ point: SignInStep.Point
    ) async throws {
        let surroundings = try Surroundings()
        let freezer = Freezer()
        let dying = try World(surroundings) { step in
            if step.point == point { await freezer.freeze() }
        }
        let sent = Mutex<(Browser, AuthorizationCallback)?>(nil)
        Task.detached {
            let browser = try await dying.beginWeb()
            let callback = try dying.form(.ann, browser, name: Self.name)
            sent.withLock { $0 = (browser, callback) }
            _ = try await dying.complete(callback, browser)
        }
        await freezer.waitUntilFrozen()

        let restarted = try World(surroundings)
        let atDeath = try await restarted.account(of: .ann)
        #expect((atDeath != nil) == (point == .committed))
        if let (browser, callback) = sent.withLock(\.self) {
            // The browser posts the same form again. If the process died after the claim, it is told to wait until the
            // time limit.
            let error = try await failure { try await restarted.complete(callback, browser) }
            let isDecided = point == .tokenVerified || point == .committed
            #expect(error == (isDecided ? nil : .refused(.attemptUnderWay, retryAfter: 1)))
            surroundings.clock.advance(31)
            let late = try await failure { try await restarted.complete(callback, browser) }
            #expect(late == (isDecided ? nil : .refused(.attemptUsed)))
        }
        // Apple does not send the name again.
        let signedIn = try await restarted.signInOnWeb(.ann, name: point == .attemptBegun ? Self.name : nil)
        #expect(signedIn.account.givenName == "Ann")
        #expect(signedIn.account.familyName == "Archer")
        #expect(try await restarted.keptName(of: .ann) == nil)
        #expect(try await restarted.grant(of: .ann, clientID: "com.example.web")?.sealedRefreshToken != nil)
        if let atDeath { #expect(signedIn.account.id == atDeath.id) }
    }

    @Test(arguments: points)
    func `after a kill in the native flow the person gets in, with their name`(
        _ point: SignInStep.Point
    ) async throws {
        let surroundings = try Surroundings()
        let freezer = Freezer()
        let dying = try World(surroundings) { step in
            if step.point == point { await freezer.freeze() }
        }
        let sent = Mutex<AppleAnswer?>(nil)
        Task.detached {
            let submission = try await dying.nativeSubmission(.ann, name: Self.name)
            sent.withLock { $0 = submission }
            _ = try await NativeSignIn(dying.environment).complete(submission)
        }
        await freezer.waitUntilFrozen()

        let restarted = try World(surroundings)
        var completed: SignedIn?
        if let submission = sent.withLock(\.self) {
            // The app sends the same answer again. If the process died after the claim, it is told to wait until the
            // time limit.
            let isDecided = point == .tokenVerified || point == .committed
            for refusal in [SignInError.refused(.attemptUnderWay, retryAfter: 1), .refused(.attemptUsed)] {
                let error = try await failure {
                    completed = try await NativeSignIn(restarted.environment).complete(submission)
                }
                #expect(error == (isDecided ? nil : refusal))
                surroundings.clock.advance(31)
            }
        }
        // Apple's sheet returns the name only once.
        if completed == nil {
            completed = try await restarted.signInNatively(.ann, name: point == .attemptBegun ? Self.name : nil)
        }
        let signedIn = try #require(completed)
        #expect(signedIn.account.givenName == "Ann")
        #expect(signedIn.account.familyName == "Archer")
        #expect(signedIn.isNewAccount)
    }

    @Test(arguments: 0...1, [StorageFailure.unavailable, .full, .conflict])
    func `a database that fails once at any transaction gives no half sign-in`(
        _ others: Int, _ storageFailure: StorageFailure
    ) async throws {
        let world = try World()
        // The beginning of a browser's attempt stores nothing. The completion has two transactions: claim and commit.
        let browser = try await world.beginWeb()
        #expect(world.database.count == 0)
        let callback = try world.form(.ann, browser, name: Self.name)
        world.database.fail(storageFailure, after: others)
        let error = try await failure { try await world.complete(callback, browser) }
        if storageFailure == .conflict {
            #expect(error == nil)
            // The two, and one of them again.
            #expect(world.database.count == 3)
        } else {
            let code: ErrorCode = storageFailure == .full ? .databaseFull : .databaseUnavailable
            #expect(error == .unavailable(code, retryAfter: 5))
            #expect(try await world.account(of: .ann) == nil)
        }
        var completed: SignedIn?
        // The same answer is accepted again as long as no claim was stored.
        let second = try await failure { completed = try await world.complete(callback, browser).signedIn }
        // A failed commit may have been stored anyway, so the repeated request is told to wait. This one was not stored.
        let isUnsure = error != nil && others == 1
        #expect(second == (isUnsure ? .refused(.attemptUnderWay, retryAfter: 1) : nil))
        // Apple sends the name once, so a new attempt gets none.
        if completed == nil { completed = try await world.signInOnWeb(.ann) }
        let again = try #require(completed)
        #expect(again.account.givenName == "Ann")
        #expect(again.account.familyName == "Archer")
        #expect(again.isNewAccount && again.isRepeated == (error == nil))
    }

    @Test func `a lost answer of the token endpoint costs the code, not the person`() async throws {
        let world = try World()
        world.apple.fault = .answerLost
        _ = try await failure { try await world.signInOnWeb(.ann, name: Self.name) }
        world.apple.fault = nil
        let signedIn = try await world.signInOnWeb(.ann)
        #expect(signedIn.account.givenName == "Ann")
        #expect(Set(world.apple.exchanges.compactMap { $0["code"] }).count == world.apple.exchanges.count)
    }
}

struct KeptNameTests {
    static let name = FirstSignInUser(givenName: "Ann", familyName: nil)

    @Test func `a kept name waits seven days and no longer`() async throws {
        for (seconds, isKept) in [(7 * 86_400.0 - 1, true), (7 * 86_400.0, false)] {
            let world = try World()
            world.apple.fault = .unreachable(.timedOut)
            _ = try await failure { try await world.signInOnWeb(.ann, name: Self.name) }
            world.apple.fault = nil
            world.clock.advance(seconds)
            let signedIn = try await world.signInOnWeb(.ann)
            #expect((signedIn.account.givenName == "Ann") == isKept)
            #expect(try await world.keptName(of: .ann) == nil)
        }
    }

    @Test func `a kept name is not readable in the database, nor under another identity`() async throws {
        let world = try World()
        world.apple.fault = .unreachable(.timedOut)
        _ = try await failure { try await world.signInOnWeb(.ann, name: Self.name) }
        let kept = try #require(try await world.keptName(of: .ann))
        #expect(!String(decoding: kept.sealedName, as: UTF8.self).contains("Ann"))
        #expect(kept.expiresAt == kept.keptAt.addingTimeInterval(7 * 86_400))

        let moved = KeptName(
            identityID: world.identity(of: .ben), sealedName: kept.sealedName, keptAt: kept.keptAt,
            expiresAt: kept.expiresAt)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordKeptName(moved) }
        world.apple.fault = nil
        let ben = try await world.signInOnWeb(.ben)
        #expect(ben.account.givenName == nil)
        #expect(world.incidents.all.last == .sealedValueUnreadable)
        #expect(try await world.signInOnWeb(.ann).account.givenName == "Ann")
    }

    @Test func `a name that cannot be opened waits for the key that opens it`() async throws {
        let surroundings = try Surroundings()
        let world = try World(surroundings)
        world.apple.fault = .unreachable(.timedOut)
        _ = try await failure { try await world.signInOnWeb(.ann, name: Self.name) }
        world.apple.fault = nil

        var mistaken = surroundings
        mistaken.secrets = try #require(ServerSecrets(master: Array(repeating: 8, count: 32)))
        let wrong = try World(mistaken)
        #expect(try await wrong.signInOnWeb(.ann).account.givenName == nil)
        #expect(wrong.incidents.all == [.sealedValueUnreadable])

        #expect(try await world.signInOnWeb(.ann).account.givenName == "Ann")
        #expect(try await world.keptName(of: .ann) == nil)
    }

    @Test func `a newer name of a person without an account replaces an older`() async throws {
        let world = try World()
        world.apple.fault = .unreachable(.timedOut)
        _ = try await failure { try await world.signInOnWeb(.ann, name: Self.name) }
        let other = FirstSignInUser(givenName: "Anna", familyName: "Archer")
        _ = try await failure { try await world.signInOnWeb(.ann, name: other) }
        world.apple.fault = nil
        let signedIn = try await world.signInOnWeb(.ann)
        #expect(signedIn.account.givenName == "Anna")
        #expect(signedIn.account.familyName == "Archer")
    }
}
