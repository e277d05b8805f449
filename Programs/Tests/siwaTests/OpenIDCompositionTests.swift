import Foundation
import JSONWebTokens
import SignInBackground
import SignInFlows
import SignInServer
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import siwa

/// The OpenID Provider as `siwa serve` assembles it.
@Suite struct OpenIDCompositionTests {
    private static let members = #""openid": {"enabled": true, "id_token_seconds": 600, "code_seconds": 30},"#

    private func published(_ service: LivingService) throws -> [String?] {
        try JSONWebKeySet(json: service.parts.environment.publicKeySetJSON).keys.map(\.keyID)
    }

    @Test func `a service that becomes a provider gets a key for ID tokens, and keeps it`() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let before = try await LivingService(in: folder, clock: clock)
        #expect(before.parts.environment.openID == nil && before.parts.idTokenKeyRotation == nil)
        #expect(before.parts.logoutNotices == nil)
        await before.parts.close()
        var ids: [String?] = []
        for _ in 0..<2 {
            clock.advance(1_000)
            let service = try await LivingService(in: folder, clock: clock, members: Self.members)
            let provider = try #require(service.parts.environment.openID)
            #expect(provider.codeLifetime == .seconds(30) && provider.idTokens.lifetime == .seconds(600))
            #expect(service.parts.logoutNotices != nil)
            let accessTokenKey = service.parts.environment.accessTokens.signingKeyID
            #expect(try published(service) == [accessTokenKey, provider.idTokens.signingKeyID])
            ids.append(provider.idTokens.signingKeyID)
            await service.parts.close()
        }
        #expect(ids[0] == ids[1])
    }

    @Test func `a new key for ID tokens is published before it signs`() async throws {
        let folder = try TemporaryFolder()
        let clock = TestClock()
        let service = try await LivingService(in: folder, clock: clock, members: Self.members)
        let tokens = try #require(service.parts.environment.openID?.idTokens)
        let rotation = try #require(service.parts.idTokenKeyRotation)
        let first = tokens.signingKeyID
        clock.advance(90 * 86_400)
        rotation.turn()
        let keys = SigningKeyFolder(path: folder.url.appending(path: "secrets").path, kind: .idToken)
        let second = try #require(try keys.ids().first { $0 != first })
        #expect(tokens.signingKeyID == first)
        #expect(try published(service).contains(second))
        clock.advance(600)
        rotation.turn()
        #expect(tokens.signingKeyID == second)
        #expect(try published(service).contains(first))
        clock.advance(86_700)
        rotation.turn()
        #expect(try !published(service).contains(first) && keys.ids() == [second])
        await service.parts.close()
    }
}
