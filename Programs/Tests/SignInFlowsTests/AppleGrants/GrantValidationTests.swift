import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct GrantValidationTests {
    private let world: World

    init() throws {
        world = try World()
    }

    /// Advances the clock ten minutes at a time. Plans each step before it and sends the due requests after it.
    private func live(hours: Double) async throws {
        let end = world.clock.now.addingTimeInterval(hours * 3_600)
        var planned = world.clock.now
        while world.clock.now < end {
            let ahead = world.clock.now.addingTimeInterval(600)
            _ = try await GrantValidation(world.environment).plan(from: planned, to: ahead)
            planned = ahead
            world.clock.advance(600)
            while try await AppleOutbox(world.environment).work() > 0 {}
        }
    }

    private var questions: [[String: String]] { world.apple.exchanges.filter { $0["grant_type"] == "refresh_token" } }

    private func isIn(_ signedIn: SignedIn) async throws -> Bool {
        try await failure {
            try await SessionAuthentication(world.environment).authenticate(sessionCookie: signedIn.sessionCookie)
        } == nil
    }

    private func grant() async throws -> AppleGrant? {
        try await world.grant(of: .ann, clientID: "com.example.app")
    }

    private func backlog() async throws -> Int {
        try await AppleOutbox(world.environment).backlog().count
    }

    /// Makes the grant look imported: its token was never seen alive here.
    private func makeImported() async throws {
        let held = try #require(try await grant())
        try await world.write { transaction throws(StorageFailure) in
            var imported = held
            imported.aliveAt = nil
            try transaction.recordGrant(imported)
        }
    }

    @Test func `an imported token that was dead is dropped, and signs nobody out`() async throws {
        let native = try await world.signInNatively(.ann)
        try await makeImported()
        world.apple.endRefreshTokens(of: "com.example.app")
        try await live(hours: 50)
        #expect(try await isIn(native))
        #expect(try await grant()?.sealedRefreshToken == nil)
        #expect(try await world.history(native.account.id).contains("grant_gone never_alive"))
    }

    @Test func `an imported token counts as seen once Apple took it, and makes way for a new one before`() async throws
    {
        _ = try await world.signInNatively(.ann)
        try await makeImported()
        try await live(hours: 50)
        #expect(try await grant()?.wasSeenAlive == true)
        try await makeImported()
        let exchanges = world.apple.exchanges.count { $0["grant_type"] == "authorization_code" }
        _ = try await world.signInNatively(.ann)
        #expect(world.apple.exchanges.count { $0["grant_type"] == "authorization_code" } == exchanges + 1)
        #expect(try await grant()?.wasSeenAlive == true)
    }

    @Test func `somebody who stays is asked after once a round, and nothing changes`() async throws {
        let signedIn = try await world.signInOnWeb(.ann)
        try await live(hours: 23)
        #expect(questions.isEmpty)
        try await live(hours: 27)
        #expect(questions.count == 1)
        let checked = try #require(try await world.grant(of: .ann, clientID: "com.example.web")?.checkedAt)
        #expect(checked > signedIn.session.createdAt.addingTimeInterval(86_400))
        try await live(hours: 100)
        #expect(questions.count == 5)
        #expect(try await isIn(signedIn))
        #expect(try await world.history(signedIn.account.id) == ["signed_in new"])
        #expect(try await backlog() == 0)
    }

    @Test func `many are asked after at an even pace, eight at a time at most`() async throws {
        let now = world.clock.now.addingTimeInterval(-200_000)
        let token = try #require(
            world.environment.secrets.vault.seal(
                RefreshToken(secretValue: "r"), identity: world.identity(of: .ann),
                clientID: ClientID(rawValue: "com.example.app"), nonce: Array(repeating: 1, count: 12)))
        try await world.write { transaction throws(StorageFailure) in
            for number in 0..<2_000 {
                let id = IdentityID.derived(issuer: "i", teamID: "t", subject: "\(number)")
                try transaction.recordIdentity(
                    AppleIdentity(
                        id: id, accountID: .init(high: 1, low: UInt64(number)), issuer: "i", teamID: "t",
                        subject: "\(number)", createdAt: now))
                try transaction.recordGrant(
                    AppleGrant(
                        identityID: id, clientID: "com.example.app", sealedRefreshToken: token, obtainedAt: now))
            }
        }
        var total = 0
        for _ in 0..<25 {
            let (start, end) = (world.clock.now, world.clock.now.addingTimeInterval(3_600))
            let planned = try await GrantValidation(world.environment).plan(from: start, to: end)
            #expect((30...140).contains(try #require(planned)))
            #expect(try await GrantValidation(world.environment).plan(from: start, to: end) == 0)
            total += planned ?? 0
            world.clock.advance(3_600)
            #expect(try await AppleOutbox(world.environment).work() == 8)
        }
        #expect((1_995...2_000).contains(total))
    }

    @Test func `a clear no of Apple's ends the sessions and drops the grant, as if Apple had told us`() async throws {
        let (native, web) = (try await world.signInNatively(.ann), try await world.signInOnWeb(.ann))
        let other = try await world.signInOnWeb(.ben)
        world.apple.endRefreshTokens(of: "com.example.app")
        try await live(hours: 76)
        #expect(try await !isIn(native))
        #expect(try await !isIn(web))
        #expect(try await isIn(other))
        #expect(try await grant()?.sealedRefreshToken == nil)
        #expect(try await world.history(native.account.id).first == "grant_gone sessions_ended")
        #expect(try await world.account(of: .ann)?.disabledAt == nil)
        let again = try await world.signInNatively(.ann)
        #expect(again.account.id == native.account.id)
        #expect(try await grant()?.sealedRefreshToken != nil)
        try await live(hours: 76)
        #expect(try await isIn(again))
    }

    @Test func `a no of Apple's counts, although the grant was sealed anew while the question waited`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.apple.endRefreshTokens(of: "com.example.app")
        world.clock.advance(25 * 3_600)
        let start = world.clock.now
        _ = try await GrantValidation(world.environment).plan(from: start, to: start.addingTimeInterval(90_000))
        #expect(try await backlog() == 1)
        let masters = [7, 8].compactMap { MasterKeys.Master(Array(repeating: UInt8($0), count: 32)) }
        world.environment.secrets.replace(with: MasterKeys(current: masters[1], others: [masters[0]]))
        // Reseal the copy in the grant, but not yet the one in the outbox.
        let vault = world.environment.secrets.vault
        try await world.write { transaction throws(StorageFailure) in
            for value in try transaction.findSealed(.grants, after: nil, limit: 9) {
                guard let bytes = vault.resealed(value.bytes, for: value.place.purpose) else { throw .corrupt }
                _ = try transaction.replaceSealed(value, with: bytes)
            }
        }
        world.clock.advance(90_000)
        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(try await !isIn(signedIn))
        #expect(try await grant()?.sealedRefreshToken == nil)
    }

    @Test(arguments: [
        ScriptedApple.Fault.unreachable(.timedOut), .status(503, body: ""),
        .status(429, body: "", headers: [(name: "Retry-After", value: "3600")]),
        .status(400, body: #"{"error":"invalid_client"}"#), .status(200, body: "nonsense"),
        .status(400, body: #"{"error":"slow_down"}"#),
    ])
    func `an answer that is no answer signs nobody out, and the question is asked again`(
        _ fault: ScriptedApple.Fault
    ) async throws {
        let signedIn = try await world.signInOnWeb(.ann)
        world.apple.fault = fault
        try await live(hours: 120)
        #expect(try await isIn(signedIn))
        #expect(try await world.grant(of: .ann, clientID: "com.example.web")?.sealedRefreshToken != nil)
        #expect(questions.count > 4)
        world.apple.fault = nil
        try await live(hours: 50)
        #expect(try await isIn(signedIn))
        #expect(try await backlog() == 0)
        #expect(try await world.history(signedIn.account.id) == ["signed_in new"])
    }

    @Test func `an answer about a token that was replaced meanwhile is not about the person`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(86_400)
        let now = world.clock.now
        #expect(try await GrantValidation(world.environment).plan(from: now, to: now.addingTimeInterval(90_000)) == 1)
        var renewed = try #require(try await grant())
        renewed.sealedRefreshToken = [1, 2, 3]
        let row = renewed
        try await world.write { transaction throws(StorageFailure) in try transaction.recordGrant(row) }
        world.apple.endRefreshTokens()
        world.clock.advance(90_000)
        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(try await isIn(signedIn))
        #expect(try await grant()?.sealedRefreshToken == [1, 2, 3])
        #expect(try await backlog() == 0)
    }

    @Test func `an answer to a question that somebody else settled meanwhile changes nothing`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(86_400)
        let now = world.clock.now
        #expect(try await GrantValidation(world.environment).plan(from: now, to: now.addingTimeInterval(90_000)) == 1)
        world.apple.endRefreshTokens()
        world.clock.advance(90_000)
        // Another process takes the item after the lease has ended, and is faster.
        world.apple.meanwhile = { [world] in
            try? await world.write { transaction throws(StorageFailure) in
                let due = try transaction.takeOutboxItems(
                    of: "com.example.app", dueAt: .distantFuture, returnsAt: .distantFuture, limit: 8)
                for item in due { _ = try transaction.removeOutboxItem(item.id) }
            }
        }
        _ = try await AppleOutbox(world.environment).work()
        #expect(try await isIn(signedIn))
        #expect(try await grant()?.sealedRefreshToken != nil)
    }

    @Test func `a token that cannot be opened is obtained again, and ends nothing`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        var damaged = try #require(try await grant())
        damaged.sealedRefreshToken = [9]
        let row = damaged
        try await world.write { transaction throws(StorageFailure) in try transaction.recordGrant(row) }
        try await live(hours: 51)
        #expect(try await isIn(signedIn))
        #expect(try await grant()?.sealedRefreshToken == nil)
        #expect(try await world.history(signedIn.account.id).first == "grant_gone sealed_value_unreadable")
        #expect(world.incidents.all == [.sealedValueUnreadable])
        _ = try await world.signInNatively(.ann)
        #expect(try await grant()?.sealedRefreshToken != nil)
    }

    @Test func `while too much waits nobody is added`() async throws {
        _ = try await world.signInNatively(.ann)
        world.clock.advance(200_000)
        let now = world.clock.now
        try await world.write { transaction throws(StorageFailure) in
            for number in 0..<GrantValidation.longestBacklog {
                try transaction.recordOutboxItem(
                    OutboxItem(
                        id: .init(high: 7, low: UInt64(number)), kind: .revocation, accountID: .init(high: 1, low: 1),
                        identityID: .init(high: 1, low: 1), clientID: "com.example.app", sealedRefreshToken: [1],
                        createdAt: now, dueAt: now))
            }
        }
        #expect(try await GrantValidation(world.environment).plan(from: now, to: now.addingTimeInterval(90_000)) == nil)
    }

    @Test func `a device's word ends its own session, and has Apple asked about the others`() async throws {
        let (one, two) = (try await world.signInNatively(.ann), try await world.signInOnWeb(.ann))
        let session = try await SessionAuthentication(world.environment).authenticate(accessToken: one.accessToken)
        try await SignOut(world.environment).end(session, because: .credentialRevoked)
        #expect(try await !isIn(one))
        #expect(try await isIn(two))
        #expect(try await world.history(one.account.id).contains("session_ended credential_revoked"))
        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(try await isIn(two))

        // Apple is not asked again within an hour. Afterwards its answer counts.
        for (pause, asked) in [(60.0, 0), (3_600.0, 1)] {
            world.clock.advance(pause)
            let next = try await world.signInNatively(.ann)
            // The person withdraws after the sign-in, which brought a living token.
            world.apple.endRefreshTokens(of: "com.example.app")
            #expect(try await isIn(two))
            let found = try await SessionAuthentication(world.environment).authenticate(accessToken: next.accessToken)
            try await SignOut(world.environment).end(found, because: .credentialRevoked)
            #expect(try await AppleOutbox(world.environment).work() == asked)
        }
        #expect(try await !isIn(two))
        #expect(try await world.history(one.account.id).contains("grant_gone sessions_ended"))
    }

    @Test func `a device's word ends its session also where a question to Apple waits, and adds none`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let session = try await world.session(of: signedIn)
        world.clock.advance(86_400)
        let now = world.clock.now
        #expect(try await GrantValidation(world.environment).plan(from: now, to: now.addingTimeInterval(90_000)) == 1)
        try await SignOut(world.environment).end(session, because: .credentialRevoked)
        #expect(try await world.history(signedIn.account.id).first == "session_ended credential_revoked")
        #expect(try await backlog() == 1)
    }
}
