import AccountStorage
import Foundation
import JSONWebTokens
import SignInBackground
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import SignInFlows
@testable import siwa

/// Two processes that share a key folder and a database, and a third that knows only the published key set.
@Suite final class SigningKeyRotationTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let services: [LivingService]

    init() async throws {
        let folder = try TemporaryFolder()
        let members = #""signing_keys": {"days": 1}, "access_tokens": {"lifetime_seconds": 900},"#
        services = [
            try await LivingService(in: folder, clock: clock, members: members),
            try await LivingService(in: folder, clock: clock, members: members),
        ]
        self.folder = folder
    }

    private func close() async {
        for service in services { await service.parts.close() }
    }

    private func keyFiles() throws -> [String] {
        try SigningKeyFolder(path: folder.url.appending(path: "secrets").path).ids()
    }

    @Test func `no refresh and no check fails while keys come and go, on either process or elsewhere`() async throws {
        let session = try await services[0].beginSession()
        let secrets = services[0].parts.environment.secrets
        var refreshToken = SessionTokens(secrets: secrets).refreshToken(session, counter: 0)
        var tokens: [(text: String, at: Date)] = []
        var elsewhere = JSONWebKeySet(keys: [])
        var signers: Set<String> = []
        var mostKeys = 0
        // Three days in steps of five minutes; the second process checks the folder ten seconds after the first.
        for step in 0..<(3 * 288) {
            clock.advance(290)
            services[0].parts.keyRotation.turn()
            let renewed = try await SessionRenewal(services[step % 2].parts.environment).renew(
                refreshToken: refreshToken, client: "app")
            refreshToken = renewed.refreshToken
            tokens.append((renewed.accessToken, clock.now))
            tokens.removeAll { clock.now.timeIntervalSince($0.at) >= 900 }
            // The third process's copy of the key set is up to five minutes old and comes from either of the other two.
            for token in tokens.dropLast(step % 3 == 0 ? 0 : 1) {
                let jws = try CompactJWS(token.text)
                let id = try #require(jws.header.keyID)
                signers.insert(id)
                if elsewhere.key(withID: id, algorithm: .es256) == nil { #expect(step < 2, "\(step)") }
                for service in services {
                    _ = try await SessionAuthentication(service.parts.environment).authenticate(
                        accessToken: token.text)
                }
            }
            clock.advance(10)
            services[1].parts.keyRotation.turn()
            elsewhere = try JSONWebKeySet(
                json: services[(step + 1) % 2].parts.environment.accessTokens.publicKeySetJSON)
            mostKeys = max(mostKeys, try keyFiles().count)
        }
        #expect(signers.count >= 3)
        #expect(mostKeys == 2)
        #expect(try keyFiles().count <= 2)
        await close()
    }

    @Test func `a key that is over is taken away, and its tokens are refused`() async throws {
        let session = try await services[0].beginSession()
        let environment = services[0].parts.environment
        let first = try keyFiles()
        let row = try #require(
            try await services[0].keep { transaction throws(StorageFailure) in try transaction.findSession(session) })
        let random = Array(repeating: UInt8(1), count: 16)
        clock.advance(86_400)
        services[0].parts.keyRotation.turn()
        #expect(try keyFiles().count == 2)
        clock.advance(600 + 1_200)
        // A clock that is an hour ahead would issue a token that outlives its key.
        let late = try #require(
            environment.accessTokens.issue(for: row, at: clock.now.addingTimeInterval(3_600), random: random))
        services[0].parts.keyRotation.turn()
        #expect(try Set(keyFiles()).isDisjoint(with: first))
        #expect(throws: ErrorCode.accessTokenInvalid) {
            try environment.accessTokens.verify(late, at: clock.now)
        }
        await close()
    }

    @Test func `of many processes that look at once one makes the key`() async throws {
        clock.advance(90_000)
        await withTaskGroup(of: Void.self) { group in
            for number in 0..<16 {
                let rotation = services[number % 2].parts.keyRotation
                group.addTask { @concurrent in rotation.turn() }
            }
        }
        #expect(try keyFiles().count == 2)
        await close()
    }

    @Test func `a key that cannot be read changes nothing`() async throws {
        let before = services[0].parts.environment.accessTokens.publicKeySetJSON
        let id = "\(Int(clock.now.timeIntervalSince1970) - 700)-broken"
        let file = try folder.write("nonsense", to: "secrets/access-token-\(id).pem")
        services[0].parts.keyRotation.turn()
        #expect(services[0].parts.environment.accessTokens.publicKeySetJSON == before)
        try FileManager.default.removeItem(atPath: file)
        let good = SigningKey.makeES256(keyID: id)
        _ = try folder.write(good.pemRepresentation, to: "secrets/access-token-\(id).pem")
        services[0].parts.keyRotation.turn()
        #expect(services[0].parts.environment.accessTokens.signingKeyID == id)
        await close()
    }
}
