import AccountStorage
import Crypto
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import SignInFlows

@Suite struct AccountDeletionTests {
    private let world: World

    init() throws {
        world = try World()
    }

    private func session(_ signedIn: SignedIn) async throws -> SignedInSession {
        try await SessionAuthentication(world.environment).authenticate(accessToken: signedIn.accessToken)
    }

    private func delete(_ signedIn: SignedIn) async throws -> AccountErasure.Revocation {
        try await AccountDeletion(world.environment).delete(session(signedIn))
    }

    private func backlog() async throws -> Int {
        try await AppleOutbox(world.environment).backlog().count
    }

    @Test func `deleting erases at once, and Apple's permission by and by`() async throws {
        let signedIn = try await world.signInNatively(.ann, name: FirstSignInUser(givenName: "Ann", familyName: "A"))
        world.clock.advance(1)
        #expect(try await delete(signedIn) == .queued)
        let id = signedIn.account.id
        world.clock.advance(1)
        let left = try await world.read { transaction throws(StorageFailure) in
            (try transaction.findAccount(id) == nil, try transaction.findIdentities(of: id).isEmpty)
        }
        #expect(left.0 && left.1)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app") == nil)
        #expect(try await world.keptName(of: .ann) == nil)
        #expect(try await failure { try await session(signedIn) } != nil)
        #expect(world.apple.hasLiveRefreshTokens)

        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(!world.apple.hasLiveRefreshTokens)
        #expect(try await backlog() == 0)
        #expect(try await world.history(id) == ["revocation_confirmed", "account_deleted person", "signed_in new"])
    }

    @Test func `a worker that was suspended until its lease ended sends nothing, and the next one does`() async throws {
        _ = try await delete(world.signInNatively(.ann))
        let sent = world.apple.exchanges.count
        let clock = world.clock
        // After the search for due items, and before the lease.
        world.database.interrupt(after: 1) { clock.advance(OutboxSchedule.lease) }
        try await AppleOutbox(world.environment).work()
        #expect(world.apple.exchanges.count == sent)
        #expect(try await backlog() == 1)
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 0)
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `deleting withdraws what the person agreed to, and nobody else's consent`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let (accounts, now) = ([ann.account.id, ben.account.id], world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            for account in accounts {
                try transaction.recordClientConsent(
                    ClientConsent(accountID: account, client: "shop", scope: "openid", givenAt: now))
            }
        }
        _ = try await delete(ann)
        let left = try await world.read { transaction throws(StorageFailure) in
            try accounts.map { account throws(StorageFailure) in try transaction.findClientConsents(of: account).count }
        }
        #expect(left == [0, 1])
    }

    @Test func `deleting removes the browser's name from ended sessions, too, and nobody else's`() async throws {
        let (ann, ben) = (try await world.signInNatively(.ann), try await world.signInNatively(.ben))
        let (accounts, now) = ([ann.account.id, ben.account.id], world.clock.now)
        let ids = accounts.map { _ in SessionID.timeOrdered(world.environment) }
        try await world.write { transaction throws(StorageFailure) in
            for (account, id) in zip(accounts, ids) {
                try transaction.recordSession(
                    Session(
                        id: id, accountID: account, clientID: "web", platform: .web, createdAt: now,
                        authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now, endedAt: now,
                        browser: "Firefox (Windows)"))
            }
        }
        _ = try await delete(ann)
        let left = try await world.read { transaction throws(StorageFailure) in
            try ids.map { id throws(StorageFailure) in try transaction.findSession(id)?.browser }
        }
        #expect(left == [nil, "Firefox (Windows)"])
    }

    @Test func `deleting and coming back makes a new account, as often as one likes`() async throws {
        var accounts: Set<AccountID> = []
        for _ in 0..<4 {
            let signedIn = try await world.signInNatively(.ann)
            #expect(signedIn.isNewAccount)
            accounts.insert(signedIn.account.id)
            _ = try await delete(signedIn)
            try await AppleOutbox(world.environment).work()
            world.clock.advance(60)
        }
        #expect(accounts.count == 4)
        #expect(try await backlog() == 0)
    }

    @Test(arguments: [(-59, true), (-61, false), (-3_600, false), (-86_400 * 3_650, false)] as [(Double, Bool)])
    func `a clock that is set back makes no sign-in fresh`(_ step: Double, isFresh: Bool) async throws {
        let held = try await session(world.signInNatively(.ann))
        world.clock.advance(600)
        world.clock.advance(step - 600)
        #expect(held.isFresh(in: world.environment) == isFresh)
    }

    @Test func `deleting needs a recent proof, to the second`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.clock.advance(601)
        let renewed = try await SessionRenewal(world.environment).renew(refreshToken: signedIn.refreshToken)
        let late = try await SessionAuthentication(world.environment).authenticate(accessToken: renewed.accessToken)
        let error = try await failure { try await AccountDeletion(world.environment).delete(late) }
        #expect(error == .refused(.freshSignInRequired))
        let again = try await world.signInNatively(.ann)
        world.clock.advance(200)
        #expect(try await delete(again) == .queued)
    }

    @Test func `without a token of Apple's the person is told to do it by hand`() async throws {
        world.apple.fault = .noRefreshToken
        let signedIn = try await world.signInNatively(.ann)
        world.apple.fault = nil
        #expect(try await delete(signedIn) == .impossible)
        #expect(try await backlog() == 0)
    }

    @Test func `each token is revoked by the client that earned it`() async throws {
        let native = try await world.signInNatively(.ann)
        let web = try await world.signInOnWeb(.ann)
        #expect(native.account.id == web.account.id)
        _ = try await delete(native)
        try await AppleOutbox(world.environment).work()
        let revoked = world.apple.exchanges.filter { $0["token_type_hint"] != nil }.compactMap { $0["client_id"] }
        #expect(Set(revoked) == ["com.example.app", "com.example.web"])
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `no token is left out, however many clients earned one`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let (identity, now) = (world.identity(of: .ann), world.clock.now)
        try await world.write { transaction throws(StorageFailure) in
            for number in 0..<100 {
                try transaction.recordGrant(
                    AppleGrant(
                        identityID: identity, clientID: "com.example.\(number)", sealedRefreshToken: [1],
                        obtainedAt: now))
            }
        }
        #expect(try await delete(signedIn) == .queued)
        #expect(try await backlog() == 101)
    }

    @Test func `the revocations of one client delay no other client's`() async throws {
        for _ in 0..<20 { _ = try await world.signInNatively(.ann) }
        _ = try await delete(world.signInNatively(.ann))
        world.clock.advance(1)
        _ = try await delete(world.signInOnWeb(.ben))
        #expect(try await AppleOutbox(world.environment).work() == AppleOutbox.roundLength + 1)
        let revoked = world.apple.exchanges.filter { $0["token_type_hint"] != nil }.compactMap { $0["client_id"] }
        #expect(revoked.contains("com.example.web"))
    }

    @Test func `an outage at Apple delays the revocation, and loses nothing`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        let outbox = AppleOutbox(world.environment)
        world.apple.fault = .unreachable(.timedOut)
        #expect(try await outbox.work() == 1)
        #expect(try await outbox.work() == 0)
        world.apple.fault = .status(503, body: "", headers: [(name: "Retry-After", value: "300")])
        world.clock.advance(121)
        #expect(try await outbox.work() == 1)
        world.apple.fault = nil
        world.clock.advance(299)
        #expect(try await outbox.work() == 0)
        world.clock.advance(1)
        #expect(try await outbox.work() == 1)
        #expect(try await backlog() == 0)
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `a yes of Apple's is no proof: a token that still lives is revoked again`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        world.apple.fault = .revokesNothing
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 1)
        #expect(world.apple.hasLiveRefreshTokens)
        world.apple.fault = nil
        world.clock.advance(31)
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 0)
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    /// The description is one that Apple has been seen to use for codes.
    @Test func `a token that Apple calls another client's is no proof of a revocation`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        world.apple.fault = .status(
            400,
            body: #"{"error":"invalid_grant","error_description":"client_id mismatch. The code was not issued to x."}"#)
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 0)
        #expect(try await world.history(signedIn.account.id).contains("revocation_impossible other_client"))
        #expect(world.incidents.all.contains(.revocationImpossible(code: "other_client")))
    }

    @Test(arguments: [(true, "revocation_impossible already_dead"), (false, "revocation_confirmed")])
    func `an imported token is tried before it is revoked, since nobody here saw it alive`(
        _ isDead: Bool, _ expected: String
    ) async throws {
        let signedIn = try await world.signInNatively(.ann)
        let identity = world.identity(of: .ann)
        try await world.write { transaction throws(StorageFailure) in
            for var grant in try transaction.findGrants(of: identity) {
                grant.aliveAt = nil
                try transaction.recordGrant(grant)
            }
        }
        _ = try await delete(signedIn)
        if isDead { world.apple.fault = .status(400, body: #"{"error":"invalid_grant"}"#) }
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 0)
        #expect(try await world.history(signedIn.account.id).contains(expected))
    }

    @Test func `a refused revocation is no proof: the token is tried`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        world.apple.fault = .refusesRevocation
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 1)
        #expect(try await !world.history(signedIn.account.id).contains("revocation_confirmed"))
        world.apple.fault = nil
        world.clock.advance(31)
        try await AppleOutbox(world.environment).work()
        #expect(try await world.history(signedIn.account.id).first == "revocation_confirmed")
    }

    @Test func `a revocation that Apple took is not asked for again: the token is only tried`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        let apple = world.apple
        apple.meanwhile = { apple.fault = .unreachable(.timedOut) }
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 1)
        apple.fault = nil
        world.clock.advance(31)
        try await AppleOutbox(world.environment).work()
        #expect(try await backlog() == 0)
        #expect(apple.exchanges.count { $0["token_type_hint"] != nil } == 1)
        let history = try await world.history(signedIn.account.id)
        #expect(history.first == "revocation_confirmed" && history.contains("revocation_asked"))
    }

    @Test func `a dead token proves nothing by a clock that was set back behind its exchange`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        world.apple.endRefreshTokens()
        let (now, token) = (world.clock.now, try await queuedToken())
        #expect(token.createdAt == now)
        let apple = try #require(world.environment.clients.find("app")).team.apple
        let dead = RefreshToken(secretValue: "r-dead")
        let client = ClientID(rawValue: token.clientID)
        #expect(await apple.confirmRevocation(of: dead, for: client, seenAliveAt: now) == .confirmed)
        let ahead = now.addingTimeInterval(60)
        #expect(try await apple.revokeAndConfirm(dead, for: client, seenAliveAt: ahead) == .alreadyDead)
        #expect(OutboxOutcome(.alreadyDead) == .unproven(code: "already_dead"))
    }

    private func queuedToken() async throws -> OutboxItem {
        let now = world.clock.now
        let items = try await world.read { transaction throws(StorageFailure) in
            try transaction.takeOutboxItems(
                of: "com.example.app", dueAt: now, returnsAt: now.addingTimeInterval(120), limit: 8)
        }
        return try #require(items.first)
    }

    @Test func `a worker that dies leaves its work to the next`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        let now = world.clock.now
        try await world.write { transaction throws(StorageFailure) in
            _ = try transaction.takeOutboxItems(
                of: "com.example.app", dueAt: now, returnsAt: now.addingTimeInterval(120), limit: 8)
        }
        #expect(try await AppleOutbox(world.environment).work() == 0)
        world.clock.advance(120)
        #expect(try await AppleOutbox(world.environment).work() == 1)
        #expect(!world.apple.hasLiveRefreshTokens)
    }

    @Test func `after a month without an answer it is given up, written down and told`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        _ = try await delete(signedIn)
        world.apple.fault = .status(400, body: #"{"error":"invalid_client"}"#)
        var rounds = 0
        while try await backlog() > 0, rounds < 200 {
            try await AppleOutbox(world.environment).work()
            world.clock.advance(6 * 3_600)
            rounds += 1
        }
        #expect(rounds > 100)
        #expect(try await world.history(signedIn.account.id).first == "revocation_impossible invalid_client")
        #expect(world.incidents.all.contains(.revocationImpossible(code: "invalid_client")))
    }

    @Test func `who comes back before Apple was asked keeps what they come back to`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        world.apple.fault = .unreachable(.connectFailed)
        _ = try await delete(signedIn)
        try await AppleOutbox(world.environment).work()
        world.apple.fault = nil
        world.clock.advance(60)
        let again = try await world.signInNatively(.ann)
        #expect(again.account.id != signedIn.account.id)
        #expect(try await backlog() == 0)
        try await AppleOutbox(world.environment).work()
        #expect(world.apple.hasLiveRefreshTokens)
    }

    /// Observed at Apple in October 2023: after a revocation by the server, an app gets the old code again.
    @Test func `an old code that Apple hands out again does not keep its person out`() async throws {
        let first = try await world.nativeSubmission(.ann)
        let signedIn = try await NativeSignIn(world.environment).complete(first)
        let code = try #require(first.code).secretValue
        _ = try await delete(signedIn)
        try await AppleOutbox(world.environment).work()
        let hash = Base64URL.encode(Array(SHA256.hash(data: Data(code.utf8)).prefix(16)))
        let second = try await world.nativeSubmission(.ann) { $0["c_hash"] = .string(hash) }
        let again = try await NativeSignIn(world.environment).complete(
            AppleAnswer(
                attempt: second.attempt, identityToken: second.identityToken, code: code, name: second.name))
        #expect(again.isNewAccount)
        #expect(try await world.grant(of: .ann, clientID: "com.example.app")?.sealedRefreshToken == nil)
    }

    @Test func `deleting twice at once deletes once`() async throws {
        let signedIn = try await world.signInNatively(.ann)
        let found = try await session(signedIn)
        let results = try await withThrowingTaskGroup(of: AccountErasure.Revocation.self) { group in
            for _ in 0..<20 { group.addTask { try await AccountDeletion(world.environment).delete(found) } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(results.count { $0 == .queued } == 1)
        #expect(try await backlog() == 1)
        #expect(try await world.history(signedIn.account.id).count { $0.hasPrefix("account_deleted") } == 1)
    }

    @Test func `an account that waits to be erased is not erased before its day`() async throws {
        let id = try await world.signInNatively(.ann).account.id
        let payload = try world.apple.notification("account-deleted", about: .ann)
        _ = try await AppleNotifications(world.environment).receive(payload: payload)
        let deletion = AccountDeletion(world.environment)
        world.clock.advance(30 * 86_400 - 1)
        #expect(try await deletion.eraseDue(id) == false)
        let left = try await world.read { transaction throws(StorageFailure) in try transaction.findAccount(id) }
        #expect(left != nil)
        world.clock.advance(1)
        #expect(try await deletion.eraseDue(id))
    }

    @Test func `an operator who deletes an account that is not there is told`() async throws {
        let nobody = AccountID(high: 9, low: 9)
        #expect(try await AccountOperations(world.environment).delete(nobody) == nil)
    }
}
