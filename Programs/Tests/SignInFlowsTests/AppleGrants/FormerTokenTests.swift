import AccountStorage
import Foundation
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

/// What becomes of the tokens that a team got from Apple before it gave the app away.
@Suite struct FormerTokenTests {
    private static let month: TimeInterval = 30 * 86_400

    /// Removes what is due, as one round of the housekeeping does, and returns how many identities were looked at.
    @discardableResult
    private func remove(in world: World, limit: Int = 100) async throws -> Int {
        let former = FormerTokens(world.environment)
        var sum = 0
        while true {
            let looked = try await former.remove(at: world.clock.now, limit: limit)
            sum += looked
            try #require(sum <= 1_000, "the round does not end")
            if looked < limit { return sum }
        }
    }

    private func close(_ world: World) async throws {
        try await world.record(.settled)
        world.clock.advance(60)
        let operations = TransferOperations(world.environment, try world.transfer)
        #expect(try await operations.close() == nil)
    }

    private func hasToken(
        _ world: World, _ person: Person, team: String = World.giver, client: String = "com.example.app"
    ) async throws -> Bool {
        let id = world.identity(of: person, team: team)
        let grant = try await world.read { transaction throws(StorageFailure) in
            try transaction.findGrant(id, client: client)
        }
        return grant?.sealedRefreshToken != nil
    }

    @Test func `a token that the new team has replaced goes when the transfer is closed, and not before`() async throws
    {
        let world = try World.moving()
        for _ in 0..<2 { _ = try await world.signInNatively(.ann) }
        let before = try await world.signInNatively(.ann)
        try await world.export(.ann)
        try await world.record(.ready)
        world.acceptTransfer()
        world.clock.advance(60)
        let after = try await world.signInMoved(.ann)
        #expect(try await remove(in: world) == 0)
        #expect(try await hasToken(world, .ann))
        #expect(try await world.replacedGrants(of: .ann).count == 2)
        try await close(world)
        #expect(try await remove(in: world) == 2)
        #expect(try await !hasToken(world, .ann))
        #expect(try await world.replacedGrants(of: .ann).isEmpty)
        #expect(try await hasToken(world, Person.ann.moved.person, team: World.recipient))
        // Nobody is signed out by it, and it is no departure.
        #expect(await world.isLive(before))
        #expect(await world.isLive(after))
        #expect(try await world.recorded(.grantGone).isEmpty)
        let story = try await AccountStory.read(before.account.id, in: world.environment)
        #expect(story?.links.map(\.replacedClients).contains(["com.example.app"]) == true)
        world.clock.advance(Self.month)
        #expect(try await remove(in: world) == 2)
        #expect(try await hasToken(world, Person.ann.moved.person, team: World.recipient))
    }

    @Test func `a person of whom the new team has no token is one whose token it has not replaced`() async throws {
        let world = try World.moving()
        _ = try await world.signInNatively(.ann)
        try await world.export(.ann)
        world.acceptTransfer()
        _ = try await world.signInMoved(.ann)
        let (new, now) = (world.identity(of: Person.ann.moved.person, team: World.recipient), world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordGrant(
                AppleGrant(identityID: new, clientID: "com.example.app", sealedRefreshToken: nil, obtainedAt: now))
        }
        try await close(world)
        #expect(try await remove(in: world) == 2)
        #expect(try await hasToken(world, .ann))
    }

    @Test func `a token that the new team has not replaced is kept for thirty days`() async throws {
        let world = try World.moving()
        for _ in 0..<2 { _ = try await world.signInNatively(.ann) }
        try await close(world)
        try await remove(in: world)
        world.clock.advance(Self.month - 1)
        try await remove(in: world)
        #expect(try await hasToken(world, .ann))
        #expect(try await world.replacedGrants(of: .ann).count == 1)
        world.clock.advance(1)
        try await remove(in: world)
        #expect(try await !hasToken(world, .ann))
        #expect(try await world.replacedGrants(of: .ann).isEmpty)
    }

    @Test(arguments: [false, true])
    func `a deletion revokes the former team's token while it is kept, and nothing afterwards`(
        _ isOver: Bool
    ) async throws {
        let world = try World.moving()
        let ann = try await world.signInNatively(.ann)
        try await close(world)
        world.clock.advance(isOver ? Self.month : Self.month - 1)
        try await remove(in: world)
        _ = try await AccountDeletion(world.environment).erase(ann.account.id, reason: "test")
        #expect(try await world.queued(.ann).map(\.kind) == (isOver ? [] : [.revocation]))
    }

    @Test func `tokens of clients that stay, and of other teams, are kept`() async throws {
        let world = try World(withSecondGroup: true, isMoving: true)
        _ = try await world.signInNatively(.ann)
        _ = try await world.signInNatively(.ann, client: "second")
        _ = try await world.signInNatively(.ann, client: "other")
        let elsewhere = AppleIdentity(
            id: .derived(issuer: "elsewhere", teamID: World.giver, subject: Person.ben.subject),
            accountID: .init(high: 1, low: 1), issuer: "elsewhere", teamID: World.giver, subject: Person.ben.subject,
            createdAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordIdentity(elsewhere)
            try transaction.recordGrant(
                AppleGrant(
                    identityID: elsewhere.id, clientID: "com.example.app", sealedRefreshToken: [1],
                    obtainedAt: elsewhere.createdAt))
        }
        try await close(world)
        world.clock.advance(Self.month)
        try await remove(in: world)
        let other = try await world.read { transaction throws(StorageFailure) in
            try transaction.findGrant(elsewhere.id, client: "com.example.app")
        }
        #expect(other?.sealedRefreshToken == [1])
        #expect(try await !hasToken(world, .ann))
        #expect(try await hasToken(world, .ann, client: "com.example.second"))
        #expect(try await hasToken(world, .ann, team: World.recipient, client: "com.example.other"))
    }

    @Test func `replaced tokens of clients that stay are kept`() async throws {
        let world = try World(withSecondGroup: true, isMoving: true)
        for client in ["app", "app", "second", "second"] { _ = try await world.signInNatively(.ann, client: client) }
        try await close(world)
        world.clock.advance(Self.month)
        try await remove(in: world)
        #expect(try await world.replacedGrants(of: .ann).map(\.clientID) == ["com.example.second"])
    }

    @Test func `a token that was missing before keeps its time`() async throws {
        let world = try World.moving()
        _ = try await world.signInNatively(.ann)
        let missing = AppleGrant(
            identityID: world.identity(of: .ann), clientID: "com.example.app", sealedRefreshToken: nil,
            obtainedAt: world.clock.now)
        try await world.write { transaction throws(StorageFailure) in try transaction.recordGrant(missing) }
        try await close(world)
        world.clock.advance(Self.month)
        try await remove(in: world)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app") == missing)
    }

    @Test func `a token from after the end stays`() async throws {
        let world = try World.moving()
        _ = try await world.signInNatively(.ann)
        try await close(world)
        let (id, now) = (world.identity(of: .ann), world.clock.now)
        let token = AppleGrant(
            identityID: id, clientID: "com.example.app", sealedRefreshToken: [1], obtainedAt: now)
        let replaced = ReplacedGrant(
            id: .init(high: 1, low: 1), identityID: id, clientID: "com.example.app", sealedRefreshToken: [2],
            aliveAt: now, replacedAt: now)
        try await world.write { transaction throws(StorageFailure) in
            try transaction.recordGrant(token)
            try transaction.recordReplacedGrant(replaced)
        }
        world.clock.advance(Self.month)
        try await remove(in: world)
        #expect(try await hasToken(world, .ann))
        #expect(try await world.replacedGrants(of: .ann).map(\.id) == [replaced.id])
    }

    @Test func `a check that waits for Apple goes with its token`() async throws {
        let world = try World.moving()
        _ = try await world.signInNatively(.ann)
        try await close(world)
        world.clock.advance(Self.month)
        let grant = try #require(try await world.grant(of: .ann, clientID: "com.example.app"))
        let now = world.clock.now
        try await world.write { transaction throws(StorageFailure) in
            _ = try ValidationRequest(grant: grant, dueAt: now, now: now).apply(in: transaction)
        }
        #expect(try await world.queued(.ann).count == 1)
        try await remove(in: world)
        #expect(try await world.queued(.ann).isEmpty)
    }

    @Test(arguments: [1, 2, 100])
    func `everybody is looked at once, page by page, and then nobody before the next date`(_ limit: Int) async throws {
        let world = try World.moving()
        for person in [Person.ann, .ben] { _ = try await world.signInNatively(person) }
        try await close(world)
        #expect(try await remove(in: world, limit: limit) == 2)
        #expect(try await remove(in: world, limit: limit) == 0)
        world.clock.advance(Self.month - 1)
        #expect(try await remove(in: world, limit: limit) == 0)
        world.clock.advance(1)
        #expect(try await remove(in: world, limit: limit) == 2)
        for person in [Person.ann, .ben] { #expect(try await !hasToken(world, person)) }
        world.clock.advance(Self.month)
        #expect(try await remove(in: world, limit: limit) == 0)
    }

    @Test func `a round that fails half way keeps what it did, and the next one does the rest`() async throws {
        let world = try World.moving()
        for person in [Person.ann, .ben] { _ = try await world.signInNatively(person) }
        try await close(world)
        world.clock.advance(Self.month)
        func left() async throws -> Int {
            let held = [try await hasToken(world, .ann), try await hasToken(world, .ben)]
            return held.count { $0 }
        }
        // The first page is read and changed, the second one is only read.
        world.database.fail(.unavailable, after: 3)
        let failed = try await failure { try await remove(in: world, limit: 1) }
        #expect(failed != nil)
        #expect(try await left() == 1)
        #expect(try await remove(in: world, limit: 1) == 2)
        #expect(try await left() == 0)
    }

    @Test func `a transaction changes few people, however long a page is`() async throws {
        let world = try World.moving()
        let (issuer, now) = (world.apple.issuer, world.clock.now)
        let count = 2 * FormerTokens.together + 1
        try await world.write { transaction throws(StorageFailure) in
            for number in 0..<count {
                let identity = AppleIdentity(
                    id: .init(high: 1, low: UInt64(number)), accountID: .init(high: 2, low: UInt64(number)),
                    issuer: issuer, teamID: World.giver, subject: "\(number)", createdAt: now)
                try transaction.recordIdentity(identity)
                try transaction.recordGrant(
                    AppleGrant(
                        identityID: identity.id, clientID: "com.example.app", sealedRefreshToken: [1], obtainedAt: now))
            }
        }
        try await close(world)
        world.clock.advance(Self.month)
        let before = world.database.count
        #expect(try await remove(in: world, limit: count + 1) == count)
        // One reads, three change people, and one stores that the round is over.
        #expect(world.database.count - before == 5)
        let held = try await world.read { transaction throws(StorageFailure) in
            try transaction.findGrantedIdentities(after: nil, through: .init(high: .max, low: .max), limit: 1)
        }
        #expect(held.isEmpty)
    }
}

/// Which teams have given an app away for good.
@Suite struct FormerTeamTests {
    private static let noon = Date(timeIntervalSince1970: 1_790_000_000)

    private func transfer(
        _ number: UInt64, from giver: String = "A", to recipient: String = "B", clients: [String] = ["app", "web"],
        _ state: TransferState = .closed, after seconds: TimeInterval = 0, issuer: String = "apple"
    ) -> AppTransfer {
        AppTransfer(
            id: .init(high: 1, low: number), issuer: issuer, fromTeam: giver, toTeam: recipient, clients: clients,
            state: state, createdAt: Self.noon + seconds, closedAt: Self.noon + seconds + 60)
    }

    @Test func `only a closed transfer makes a former team`() {
        for state in TransferState.allCases {
            #expect(FormerTeam.all(in: [transfer(1, state)]).isEmpty == (state != .closed), "\(state)")
        }
        let expected = FormerTeam(issuer: "apple", teamID: "A", clients: ["app", "web"], closedAt: Self.noon + 60)
        #expect(FormerTeam.all(in: [transfer(1)]) == [expected])
    }

    @Test func `a team to which an app comes back is none for it`() {
        let back = transfer(2, from: "B", to: "A", clients: ["app"], .moved, after: 90)
        #expect(FormerTeam.all(in: [transfer(1), back]).map(\.clients) == [["web"]])
    }

    @Test func `another transfer takes nothing back if it came before, was canceled, or is of others`() {
        let others = [
            transfer(2, from: "B", to: "A", .moved, after: -90), transfer(3, from: "B", to: "A", .canceled, after: 90),
            transfer(4, from: "B", to: "C", .moved, after: 90),
            transfer(5, from: "B", to: "A", .moved, after: 90, issuer: "emulator"),
        ]
        for other in others { #expect(FormerTeam.all(in: [transfer(1), other]).first?.clients == ["app", "web"]) }
    }

    @Test func `tokens become due at the end of a transfer and a month later`() {
        let team = FormerTeam(issuer: "apple", teamID: "A", clients: ["app"], closedAt: Self.noon)
        let month = Self.noon + FormerTeam.rest
        #expect(!team.isDue(after: .distantPast, at: Self.noon - 1))
        #expect(team.isDue(after: .distantPast, at: Self.noon))
        #expect(team.isDue(after: Self.noon - 1, at: Self.noon))
        #expect(!team.isDue(after: Self.noon, at: month - 1))
        #expect(team.isDue(after: Self.noon, at: month))
        #expect(!team.isDue(after: month, at: .distantFuture))
    }
}
