import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// Apple's answers about tokens, and its notifications, while an app moves: a move is never taken for a departure.
@Suite struct TransferGrantTests {
    /// Somebody signed in a day ago, and the app may have moved since.
    private func world(_ state: TransferState?) async throws -> (world: World, signedIn: SignedIn) {
        let world = try World.moving()
        let signedIn = try await world.signInNatively(.ann)
        if let state { try await world.record(state) }
        return (world, signedIn)
    }

    private func check(_ world: World) async throws {
        for _ in 0..<52 {
            let (start, end) = (world.clock.now, world.clock.now.addingTimeInterval(3_600))
            _ = try await GrantValidation(world.environment).plan(from: start, to: end)
            world.clock.advance(3_600)
            _ = try await AppleOutbox(world.environment).work()
        }
    }

    @Test(arguments: TransferState.allCases)
    func `a refused token ends sessions only while it is certain that the app has not moved`(
        _ state: TransferState
    ) async throws {
        let (world, ann) = try await world(state)
        world.apple.endRefreshTokens()
        try await check(world)
        let isCertain = state == .planned || state == .canceled
        #expect(await world.isLive(ann) == !isCertain)
        let grant = try await world.grant(of: .ann, clientID: "com.example.app")
        #expect((grant?.sealedRefreshToken == nil) == isCertain)
    }

    @Test func `Apple is not asked about the former team's tokens once the app has moved`() async throws {
        let (world, _) = try await world(.moved)
        let before = world.apple.exchanges.count
        try await check(world)
        #expect(world.apple.exchanges.count == before)
    }

    @Test func `Apple is not asked about the tokens of who has moved, when the transfer is no longer configured`()
        async throws
    {
        let (moving, _, _) = try await moved()
        let world = try World(moving.surroundings, without: ["other"], ofTeam: World.recipient)
        let before = world.apple.exchanges.count
        try await check(world)
        let asked = world.apple.exchanges.dropFirst(before).compactMap { $0["refresh_token"] }
        #expect(Set(asked).count == 1)
    }

    @Test func `whoever has moved is still checked for a client that did not move`() async throws {
        let world = try World(withSecondGroup: true, isMoving: true)
        _ = try await world.signInNatively(.ann)
        let staying = try await world.signInNatively(.ann, client: "second")
        try await world.record(.ready)
        try await world.export(.ann)
        world.acceptTransfer()
        world.clock.advance(60)
        let moved = try await world.signInMoved(.ann)
        world.apple.endRefreshTokens(of: "com.example.second")
        let before = world.apple.exchanges.count
        try await check(world)
        let asked = world.apple.exchanges.dropFirst(before).filter { $0["refresh_token"] != nil }
        #expect(Set(asked.compactMap { $0["client_id"] }) == ["com.example.app", "com.example.second"])
        // The token that the former team got for the app is not among them.
        #expect(Set(asked.compactMap { $0["refresh_token"] }).count == 2)
        #expect(await !world.isLive(staying))
        #expect(await world.isLive(moved))
    }

    @Test func `a team that was changed without a transfer signs nobody out`() async throws {
        let world = try World()
        let ann = try await world.signInNatively(.ann)
        let (id, account) = (world.identity(of: .ann), ann.account.id)
        try await world.write { transaction throws(StorageFailure) in
            guard var identity = try transaction.findIdentity(id), let grant = try transaction.findGrants(of: id).first
            else { throw .corrupt }
            _ = try transaction.removeIdentity(id)
            identity.teamID = "TEAM000009"
            identity.accountID = account
            try transaction.recordIdentity(identity)
            try transaction.recordGrant(grant)
        }
        world.apple.endRefreshTokens()
        try await check(world)
        #expect(await world.isLive(ann))
    }

    @Test func `nothing proves the revocation of a token that may be the other team's`() async throws {
        let (world, ann) = try await world(.moved)
        world.acceptTransfer()
        world.apple.endRefreshTokens()
        _ = try await AccountDeletion(world.environment).erase(ann.account.id, reason: "test")
        try await world.workOutbox()
        #expect(try await world.recorded(.revocationImpossible) == ["team_transferred": 1])
        #expect(try await world.recorded(.revocationConfirmed).isEmpty)
    }

    @Test func `a token that Apple accepts from the new team is revoked with its key`() async throws {
        let (world, ann) = try await world(.ready)
        world.acceptTransfer()
        _ = try await AccountDeletion(world.environment).erase(ann.account.id, reason: "test")
        try await world.workOutbox()
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await world.recorded(.revocationConfirmed).values.reduce(0, +) == 1)
    }

    private func moved() async throws -> (world: World, before: SignedIn, after: SignedIn) {
        let (world, before) = try await world(.ready)
        try await world.export(.ann)
        world.acceptTransfer()
        world.clock.advance(60)
        let after = try await world.signInMoved(.ann)
        world.clock.advance(60)
        return (world, before, after)
    }

    private func receive(_ type: String, about person: Person, _ world: World) async throws -> String {
        let payload = try world.apple.notification(type, about: person)
        return try await AppleNotifications(world.environment).receive(payload: payload).effect
    }

    @Test(arguments: ["consent-revoked", "email-disabled", "email-enabled"])
    func `an event about the former identifier changes nothing after the move`(_ type: String) async throws {
        let (world, before, after) = try await moved()
        #expect(try await receive(type, about: .ann, world) == "identity_moved")
        #expect(await world.isLive(before))
        #expect(await world.isLive(after))
    }

    @Test func `whoever stops using the app after the move loses the sessions from before as well`() async throws {
        let (world, before, after) = try await moved()
        #expect(try await receive("consent-revoked", about: Person.ann.moved.person, world) == "sessions_ended")
        #expect(await !world.isLive(before))
        #expect(await !world.isLive(after))
    }

    @Test func `a deleted Apple Account is gone under both identifiers`() async throws {
        for person in [Person.ann, Person.ann.moved.person] {
            let (world, before, after) = try await moved()
            #expect(try await receive("account-deleted", about: person, world) == "identity_removed")
            #expect(await !world.isLive(before))
            #expect(await !world.isLive(after))
            #expect(try await world.storedIdentity(of: .ann, team: World.giver) == nil)
            #expect(try await world.storedIdentity(of: Person.ann.moved.person, team: World.recipient) == nil)
            #expect(try await world.entry(of: .ann) == nil)
        }
    }

    @Test func `an event before the move applies, and its repetition afterwards changes nothing`() async throws {
        let (world, before) = try await world(.ready)
        let payload = try world.apple.notification("email-disabled", about: .ann)
        let first = try await AppleNotifications(world.environment).receive(payload: payload)
        #expect(first.effect == "forwarding_off" && !first.isRepeat)
        try await world.export(.ann)
        world.acceptTransfer()
        _ = try await world.signInMoved(.ann)
        let again = try await AppleNotifications(world.environment).receive(payload: payload)
        #expect(again.effect == "forwarding_off" && again.isRepeat)
        #expect(await world.isLive(before))
    }

    @Test func `unlinking the new identity removes the former one, and no identifier leads back`() async throws {
        let (world, _, after) = try await moved()
        let new = world.identity(of: Person.ann.moved.person, team: World.recipient)
        let listed = try await AccountIdentities(world.environment).list(of: world.session(of: after))
        #expect(listed.map(\.identity.id) == [new])
        _ = try await world.link(.ben, to: after)
        let session = try await world.session(of: world.signInNatively(.ben))
        try await AccountIdentities(world.environment).unlink(new.text, by: session)
        #expect(try await world.storedIdentity(of: .ann, team: World.giver) == nil)
        #expect(try await world.entry(of: .ann) == nil)
        #expect(try await failure { try await world.signInMoved(.ann) } == .refused(.transferUnmatched))
    }
}
