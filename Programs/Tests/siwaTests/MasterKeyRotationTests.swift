import AccountStorage
import Foundation
import SignInBackground
import SignInWithApple
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import SignInFlows
@testable import siwa

/// Two processes that share a key folder and a database while the master key is replaced.
@Suite final class MasterKeyRotationTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let services: [LivingService]

    init() async throws {
        let folder = try TemporaryFolder()
        services = [
            try await LivingService(in: folder, clock: clock), try await LivingService(in: folder, clock: clock),
        ]
        self.folder = folder
    }

    private var keys: MasterKeyFolder {
        MasterKeyFolder(path: folder.url.appending(path: "secrets").path, randomBytes: SystemRandom.bytes)
    }

    private func close() async {
        for service in services { await service.parts.close() }
    }

    private func masterText(_ name: String = "master.key") throws -> String {
        try String(contentsOfFile: keys.path + "/" + name, encoding: .utf8)
    }

    private func vault(_ service: Int) -> TokenVault { services[service].parts.environment.secrets.vault }

    /// Stores one value of each kind under a number, sealed by one of the processes.
    private func seal(_ number: UInt64, by service: Int) async throws {
        let (identity, now, vault) = (IdentityID(high: number, low: number), clock.now, vault(service))
        let client = ClientID(rawValue: "com.example.app")
        let nonce = SystemRandom.bytes(12)
        let token = try #require(
            vault.seal(RefreshToken(secretValue: "r\(number)"), identity: identity, clientID: client, nonce: nonce))
        let user = try #require(FirstSignInUser(givenName: "Ada\(number)", familyName: nil))
        let name = try #require(vault.seal(user, identity: identity, nonce: nonce))
        let facts = try #require(
            vault.seal(
                LinkProofContents(facts: SignedFacts(email: nil, signal: .likelyReal), removesPassword: false),
                identity: identity, nonce: nonce))
        let message = MailMessage(to: "a@example.com", subject: "\(number)", text: "t")
        let mail = try #require(vault.seal(message, mail: .init(high: number, low: 1), nonce: nonce))
        try await services[service].keep { transaction throws(StorageFailure) in
            try transaction.recordGrant(
                AppleGrant(
                    identityID: identity, clientID: client.rawValue, sealedRefreshToken: token, obtainedAt: now))
            try transaction.recordOutboxItem(
                OutboxItem(
                    id: .init(high: number, low: 2), kind: .revocation, accountID: .init(high: 1, low: 1),
                    identityID: identity, clientID: client.rawValue, sealedRefreshToken: token, createdAt: now,
                    dueAt: .distantFuture))
            try transaction.recordKeptName(
                KeptName(identityID: identity, sealedName: name, keptAt: now, expiresAt: .distantFuture))
            try transaction.recordLinkProof(
                LinkProof(
                    id: .init(high: number, low: 3), identityID: identity, accountID: .init(high: 1, low: 1),
                    issuer: "i", teamID: "t", subject: "s", client: "app", returnTarget: nil, sealedFacts: facts,
                    provenAt: now, expiresAt: .distantFuture))
            try transaction.recordMail(
                OutgoingMail(
                    id: .init(high: number, low: 1), accountID: .init(high: 1, low: 1), sealedMessage: mail,
                    createdAt: now, dueAt: .distantFuture, expiresAt: .distantFuture))
        }
    }

    /// All sealed values in the database.
    private func values() async throws -> [SealedValue] {
        try await services[0].keep { transaction throws(StorageFailure) in
            var found: [SealedValue] = []
            for kind in SealedKind.allCases { found += try transaction.findSealed(kind, after: nil, limit: 10_000) }
            return found
        }
    }

    @Test func `nothing is unreadable and nobody is signed out while the master key is replaced`() async throws {
        let session = try await services[0].beginSession(
            platform: .web, expiresAt: clock.now.addingTimeInterval(30 * 86_400))
        let tokens = SessionTokens(secrets: services[0].parts.environment.secrets)
        let (cookie, idle) = (tokens.cookie(session), tokens.refreshToken(session, counter: 0))
        var token = idle
        for number in 0..<120 { try await seal(UInt64(number) + 1, by: 0) }
        let before = try masterText()
        _ = try keys.make(at: clock.now)
        var count = 120
        // Half an hour in steps of a minute. The first process checks the folder every minute, the second only every
        // fourth.
        for step in 0..<30 {
            await services[0].parts.masterRotation.turn()
            if step % 4 == 3 { await services[1].parts.masterRotation.turn() }
            for number in 0..<2 {
                count += 1
                try await seal(UInt64(count), by: number)
            }
            for service in 0..<2 {
                let environment = services[service].parts.environment
                _ = try await SessionAuthentication(environment).authenticate(sessionCookie: cookie)
                token = try await SessionRenewal(environment).renew(refreshToken: token, client: "app").refreshToken
                for value in try await values() {
                    #expect(vault(service).open(value.bytes, for: value.place.purpose) != nil, "minute \(step)")
                }
            }
            clock.advance(60)
        }
        for service in services { await service.parts.masterRotation.turn() }
        #expect(try await values().allSatisfy { vault(0).isCurrent($0.bytes) && vault(1).isCurrent($0.bytes) })
        #expect(try await values().count == 5 * count)
        #expect(try keys.schedule(at: clock.now).isUnderWay == false)
        #expect(try masterText() != before)
        // A process that starts now knows nothing of the old key except what its sessions need.
        let late = try await LivingService(in: folder, clock: clock)
        let environment = late.parts.environment
        _ = try await SessionAuthentication(environment).authenticate(sessionCookie: cookie)
        _ = try await SessionRenewal(environment).renew(refreshToken: token, client: "app")
        #expect(SessionTokens(secrets: environment.secrets).readRefreshToken(idle) != nil)
        #expect(try await values().allSatisfy { environment.secrets.vault.isCurrent($0.bytes) })
        // In the end nothing of it is left.
        clock.advance(181 * 86_400)
        await late.parts.masterRotation.turn()
        #expect(try keys.names() == ["master.key"])
        await late.parts.close()
        await close()
    }

    @Test func `an attempt that began under the old key is finished under the new one, on any process`() async throws {
        let environment = services[0].parts.environment
        let begun = AttemptSecret.drawn(environment)
        let (nonce, verifier) = (begun.nonce(environment.secrets), begun.codeVerifier(environment.secrets))
        _ = try keys.make(at: clock.now)
        var later: [(AttemptSecret, String)] = []
        for _ in 0..<30 {
            clock.advance(60)
            await services[0].parts.masterRotation.turn()
            later.append((.drawn(environment), ""))
            later[later.count - 1].1 = later[later.count - 1].0.nonce(environment.secrets)
            // The second process has not checked the folder for a minute.
            for (secret, nonce) in later { #expect(secret.nonce(services[1].parts.environment.secrets) == nonce) }
            await services[1].parts.masterRotation.turn()
            #expect(begun.nonce(environment.secrets) == nonce)
            #expect(begun.codeVerifier(services[1].parts.environment.secrets) == verifier)
        }
        #expect(try keys.schedule(at: clock.now).former.count == 1)
        await close()
    }

    @Test func `a copied token stays a copy of its grant`() async throws {
        try await seal(1, by: 0)
        _ = try keys.make(at: clock.now)
        clock.advance(601)
        await services[0].parts.masterRotation.turn()
        let found = try await values()
        let (grant, item) = (found.first, found.first { if case .outboxItem = $0.place { true } else { false } })
        #expect(grant?.bytes == item?.bytes && grant != nil)
        await close()
    }

    @Test func `a value that no key opens keeps nothing from being done, and is left alone`() async throws {
        try await seal(1, by: 0)
        try await services[0].keep { transaction throws(StorageFailure) in
            try transaction.recordGrant(
                AppleGrant(
                    identityID: .init(high: 9, low: 9), clientID: "x", sealedRefreshToken: [1, 2, 3],
                    obtainedAt: .distantPast))
        }
        _ = try keys.make(at: clock.now)
        for _ in 0..<4 {
            clock.advance(601)
            await services[0].parts.masterRotation.turn()
        }
        #expect(try await values().contains { $0.bytes == [1, 2, 3] })
        #expect(try keys.schedule(at: clock.now).isUnderWay == false)
        await close()
    }

    @Test func `a backup from before is opened by its key, which goes when it is not needed any more`() async throws {
        let old = try masterText()
        try await seal(1, by: 0)
        let backup = try await values()
        _ = try keys.make(at: clock.now)
        for _ in 0..<4 {
            clock.advance(601)
            await services[0].parts.masterRotation.turn()
        }
        // The backup is restored, and its key added beside the current one.
        try await services[0].keep { transaction throws(StorageFailure) in
            for kind in SealedKind.allCases {
                for value in try transaction.findSealed(kind, after: nil, limit: 9) {
                    guard let earlier = backup.first(where: { $0.place == value.place }) else { continue }
                    _ = try transaction.replaceSealed(value, with: earlier.bytes)
                }
            }
        }
        #expect(try await values().allSatisfy { vault(0).open($0.bytes, for: $0.place.purpose) == nil })
        _ = try folder.write(old, to: "secrets/retired-backup.key")
        for _ in 0..<2 { await services[0].parts.masterRotation.turn() }
        #expect(try await values().allSatisfy { vault(0).isCurrent($0.bytes) })
        #expect(try !keys.names().contains("retired-backup.key"))
        await close()
    }
}
