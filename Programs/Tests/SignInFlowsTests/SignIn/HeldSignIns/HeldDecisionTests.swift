import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// The decision about a person who waits: taken once, recorded, and lost by no crash.
struct `A decision about a held person` {
    private let surroundings: Surroundings
    private let world: World

    init() throws {
        surroundings = try Surroundings()
        world = try World(surroundings, policy: Self.policy)
    }

    private static var policy: SignInPolicy {
        var policy = SignInPolicy.holding(.hold)
        policy.tellsBackend = true
        return policy
    }

    private func account() async throws -> Account {
        try #require(try await world.account(of: .ann))
    }

    @Test func `is taken once by 64 acceptances at once, and recorded once`() async throws {
        let world = world
        let held = try await world.held { try await world.signInNatively(.ann) }
        let backend = try await world.heldSignIns()
        let told = try await world.told {
            let errors = await together(64) { try? await failure { try await backend.accept(held.handle) } }
            #expect(errors.count { $0 == nil } == 1)
            #expect(errors.count { $0 == .refused(.heldSignInDecided) } == 63)
        }
        #expect(told.map(\.kind) == ["account.enabled"])
        let account = try await self.account()
        #expect(account.disabledAt == nil)
        #expect(try await world.history(account.id).count { $0.hasPrefix("person_accepted credential:") } == 1)
    }

    @Test func `is one of the two if the backend accepts and rejects at once`() async throws {
        for _ in 1...20 {
            let world = try World(policy: Self.policy)
            let held = try await world.held { try await world.signInNatively(.ann) }
            let backend = try await world.heldSignIns()
            async let accepted = failure { try await backend.accept(held.handle) }
            async let rejected = failure { try await backend.reject(held.handle) }
            let errors = try await [accepted, rejected]
            #expect(errors.count { $0 == nil } == 1 && errors.contains(.refused(.heldSignInDecided)))
            let isOpen = try await world.account(of: .ann)?.disabledAt == nil
            #expect(isOpen == (errors[0] == nil))
        }
    }

    @Test func `is an acceptance if the backend says who the person is in the app`() async throws {
        let answer = try await world.nativeSubmission(.ann)
        let held = try await world.held { try await NativeSignIn(world.environment).complete(answer) }
        let (waiting, accounts) = (try await account(), try await world.accounts())
        let told = try await world.told { _ = try await accounts.name(waiting.id, "user-1") }
        #expect(told.map(\.kind) == ["account.enabled"])
        let named = try await account()
        #expect(named.externalID == "user-1" && named.disabledAt == nil)
        #expect(try await world.history(named.id).count { $0.hasPrefix("person_accepted credential:") } == 1)
        let late = try await failure { try await world.heldSignIns().reject(held.handle) }
        #expect(late == .refused(.heldSignInDecided))
        #expect(try await NativeSignIn(world.environment).complete(answer).account.id == named.id)
    }

    @Test func `that was no is not undone if the backend says who the person is in the app`() async throws {
        let held = try await world.held { try await world.signInNatively(.ann) }
        try await world.heldSignIns().reject(held.handle)
        let rejected = try await account()
        let named = try await world.accounts().name(rejected.id, "user-1")
        #expect(named.externalID == "user-1" && named.disabledAt == rejected.disabledAt)
    }

    @Test func `makes one session of 64 browsers that ask at once`() async throws {
        let world = world
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        try await world.heldSignIns().accept(held.handle)
        let cookies = await together(64) {
            try? await HeldEntry(world.environment).enter(held.waiting).signedIn.sessionCookie
        }
        #expect(Set(cookies).count == 1 && cookies.allSatisfy { $0 != nil })
        #expect(try await world.liveSessions(of: account().id) == 1)
    }

    @Test func `outlives the process that took it: the person gets in by the same answer`() async throws {
        let name = FirstSignInUser(givenName: "Ann", familyName: nil)
        let answer = try await world.nativeSubmission(.ann, name: name)
        let held = try await world.held { try await NativeSignIn(world.environment).complete(answer) }
        try await world.heldSignIns().accept(held.handle)
        let restarted = try World(surroundings, policy: Self.policy)
        #expect(try await NativeSignIn(restarted.environment).complete(answer).account.givenName == "Ann")
    }

    @Test func `outlives the process: the person gets in by a new sign-in, days later`() async throws {
        let held = try await world.held { try await world.signInOnWeb(.ann) }
        try await world.heldSignIns().accept(held.handle)
        surroundings.clock.advance(30 * 86_400)
        let restarted = try World(surroundings, policy: Self.policy)
        #expect(try await restarted.signInNatively(.ann).account.id == account().id)
    }

    @Test func `loses nobody if the reply with the session is lost`() async throws {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        try await world.heldSignIns().accept(held.handle)
        let entry = HeldEntry(world.environment)
        // The read, and then the session.
        world.database.loseAnswer(after: 1)
        let lost = try await failure { try await entry.enter(held.waiting) }
        #expect(lost?.code == "database_unavailable")
        #expect(try await world.isLive(entry.enter(held.waiting).signedIn))
        #expect(try await world.liveSessions(of: account().id) == 1)
    }

    @Test func `can be asked for by two first sign-ins of one person at once`() async throws {
        let world = world
        let answers = try await [world.nativeSubmission(.ann), world.nativeSubmission(.ann)]
        let handles = await withTaskGroup(of: String?.self) { group in
            for answer in answers {
                group.addTask {
                    try? await world.held { try await NativeSignIn(world.environment).complete(answer) }.handle
                }
            }
            return await group.reduce(into: [String]()) { if let handle = $1 { $0.append(handle) } }
        }
        let backend = try await world.heldSignIns()
        var good = 0
        for handle in handles {
            let error = try await failure { try await backend.find(handle) }
            if error == nil { good += 1 }
        }
        #expect(handles.count == 2 && good == 1)
    }

    @Test func `closes the account if the person is rejected, and the same Apple Account does not begin anew`()
        async throws
    {
        let browser = try await world.beginWeb()
        let callback = try world.form(.ann, browser)
        let held = try await world.held { try await world.complete(callback, browser) }
        let told = try await world.told { try await world.heldSignIns().reject(held.handle) }
        #expect(told.map(\.kind) == ["account.disabled"])
        let account = try await self.account()
        #expect(account.disabledReason == .operatorDecision)
        #expect(try await world.history(account.id).contains { $0.hasPrefix("person_rejected credential:") })
        let entry = try await failure { try await HeldEntry(world.environment).enter(held.waiting) }
        #expect(entry == .refused(.accountDisabled))
        #expect(try await failure { try await world.signInNatively(.ann) } == .refused(.accountDisabled))
        let again = try await failure { try await world.heldSignIns().accept(held.handle) }
        #expect(again == .refused(.heldSignInDecided))
    }

    @Test(arguments: [true, false])
    func `keeps the account from being erased, however it was taken`(_ isAccepted: Bool) async throws {
        let held = try await world.held { try await world.signInNatively(.ann) }
        let backend = try await world.heldSignIns()
        try await isAccepted ? backend.accept(held.handle) : backend.reject(held.handle)
        surroundings.clock.advance(30 * 86_400)
        #expect(try await ExpiredRecords(world.environment).findAccountsToErase(at: world.clock.now, limit: 9).isEmpty)
        #expect(try await AccountDeletion(world.environment).eraseDue(account().id) == false)
    }

    @Test func `that nobody takes within the days for it erases the account and revokes the token`() async throws {
        _ = try await world.held { try await world.signInNatively(.ann) }
        let id = try await account().id
        let deletion = AccountDeletion(world.environment)
        surroundings.clock.advance(7 * 86_400 - 1)
        #expect(try await deletion.eraseDue(id) == false)
        surroundings.clock.advance(1)
        #expect(try await ExpiredRecords(world.environment).findAccountsToErase(at: world.clock.now, limit: 9) == [id])
        let told = try await world.told { () async throws in #expect(try await deletion.eraseDue(id)) }
        #expect(told.map(\.reason) == ["undecided"])
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `is no longer due once a backend gives the account an external id, which is not erased`() async throws {
        _ = try await world.held { try await world.signInNatively(.ann) }
        let id = try await account().id
        _ = try await world.accounts().name(id, "user-1")
        surroundings.clock.advance(30 * 86_400)
        #expect(try await AccountDeletion(world.environment).eraseDue(id) == false)
        #expect(try await !account().isWaiting)
    }

    @Test func `is asked of the operator, who sees who waits, the most urgent first, and nobody else`() async throws {
        _ = try await World(surroundings).signInNatively(.ben)
        _ = try await world.held { try await world.signInNatively(.eve) }
        surroundings.clock.advance(60)
        let held = try await world.held { try await world.signInNatively(.ann) }
        let operations = AccountOperations(world.environment)
        let first = try #require(try await world.account(of: .eve))
        #expect(try await operations.findWaiting(limit: 9).map(\.id) == [first.id, account().id])
        #expect(try await operations.findWaiting(limit: 1).map(\.id) == [first.id])
        try await world.heldSignIns().accept(held.handle)
        #expect(try await operations.findWaiting(limit: 9).map(\.id) == [first.id])
    }

    @Test func `counts as a registration and a review on its day`() async throws {
        let held = try await world.held { try await world.signInNatively(.ann) }
        try await world.heldSignIns().accept(held.handle)
        #expect(try await world.recorded(.realPersonDecided) == ["hold": 1])
        let accepted = try await world.recorded(.personAccepted)
        #expect(accepted.values.reduce(0, +) == 1)
    }
}
