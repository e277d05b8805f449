import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// People who count as moved at last: after a merge, after the way back, or after they were stored under the wrong team.
@Suite struct TransferSettlingTests {
    private let world: World

    init() throws {
        world = try World.moving()
    }

    private var operations: TransferOperations {
        get throws { TransferOperations(world.environment, try world.transfer) }
    }

    /// Stores what the new team calls Ann, for an account.
    private func store(movedTo other: IdentityID?, for account: AccountID) async throws -> IdentityID {
        let moved = Person.ann.moved.person
        let new = AppleIdentity(
            id: world.identity(of: moved, team: World.recipient), accountID: account, issuer: world.apple.issuer,
            teamID: World.recipient, subject: moved.subject, createdAt: world.clock.now, movedTo: other)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordIdentity(new) }
        return new.id
    }

    @Test func `a conflict is over once the two accounts are merged`() async throws {
        let first = try await world.signInNatively(.ann)
        try await world.record(.moved)
        world.acceptTransfer()
        _ = try await world.signInNatively(Person.ann.moved.person)
        try await world.export(.ann)
        _ = try await world.signInMoved(.ann)
        #expect(try await operations.standing().atRisk == 1)
        let session = try await world.session(of: first)
        let outcome = try await NativeSignIn(world.environment).completeOrAsk(
            world.submission(Person.ann.moved.person, linking: .session(session)), under: session)
        guard case .asks(let question) = outcome else { throw World.NobodyAsked() }
        _ = try await AccountAnswers(world.environment).answerMerge(question.question, as: session)
        let new = try #require(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient))
        #expect(try await world.entry(of: .ann)?.state == .arrived)
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.movedTo == new.id)
        #expect(try await operations.standing().atRisk == 0)
        #expect(try await world.signInMoved(.ann).account.id == first.account.id)
    }

    @Test func `whoever has both identities already counts as arrived when they sign in`() async throws {
        let before = try await world.signInNatively(.ann)
        let new = try await store(movedTo: nil, for: before.account.id)
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        #expect(try await world.signInMoved(.ann).account.id == before.account.id)
        #expect(try await world.entry(of: .ann)?.state == .arrived)
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.movedTo == new)
    }

    @Test(arguments: [true, false])
    func `whose app comes back to a team is called there as before`(_ isClaiming: Bool) async throws {
        let before = try await world.signInNatively(.ann)
        let former = world.identity(of: .ann)
        let new = try await store(movedTo: former, for: before.account.id)
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        let after =
            try await isClaiming ? world.signInMoved(.ann) : world.signInNatively(Person.ann.moved.person)
        #expect(after.account.id == before.account.id)
        #expect(try await world.storedIdentity(of: .ann, team: World.giver)?.movedTo == new)
        let listed = try await AccountIdentities(world.environment).list(of: world.session(of: after))
        #expect(listed.map(\.identity.id) == [new])
        #expect(try await world.recorded(.identityMoved) == ["sign_in": 1])
        #expect(try await world.entry(of: .ann)?.state == .arrived)
    }

    @Test func `a subject that was stored and exported under the wrong team is settled`() async throws {
        let moved = Person.ann.moved.person
        try await world.record(.ready)
        world.acceptTransfer()
        let before = try await world.signInNatively(moved)
        let export = TransferExport(world.environment, try world.transfer)
        #expect(try await export.collect(isDry: false) == 1)
        #expect(try await operations.standing().atRisk == 1)
        #expect(try await world.signInMoved(.ann).account.id == before.account.id)
        #expect(try await world.entry(of: moved)?.state == .arrived)
        #expect(try await operations.standing().atRisk == 0)
    }

    @Test func `a new person of the wrong team is moved once every token is surely the new team's`() async throws {
        let moved = Person.ann.moved.person
        try await world.record(.ready)
        world.acceptTransfer()
        let before = try await world.signInNatively(moved)
        _ = try await TransferExport(world.environment, try world.transfer).collect(isDry: false)
        // The first transfer identifier.
        #expect(try await failure { try await world.signInMoved(.ben) } == .refused(.transferUnmatched))
        world.clock.advance(3_600)
        #expect(try await world.signInNatively(moved).account.id == before.account.id)
        #expect(try await world.storedIdentity(of: moved, team: World.recipient) == nil)
        world.clock.advance(1)
        #expect(try await world.signInNatively(moved).account.id == before.account.id)
        let new = try #require(try await world.storedIdentity(of: moved, team: World.recipient))
        #expect(new.accountID == before.account.id)
        #expect(try await world.storedIdentity(of: moved, team: World.giver)?.movedTo == new.id)
        #expect(try await world.entry(of: moved)?.state == .arrived)
    }
}
