import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// Verifying Apple's tokens without a private key.
@Suite struct AppleTokenVerifierTests {
    @Test(arguments: [(604_800.0, 1_750_604_800, true), (604_800, 1_750_604_801, false), (600, 1_750_000_600, true)])
    func `a token lives as long as the policy allows, to the second`(
        longest: TimeInterval, end: Int, isAccepted: Bool
    ) async throws {
        let drill = try KeyDrill([.first])
        var verifier = try AppleTokenVerifier(
            clientIDs: [ClientID(rawValue: AppleKey.app)], keys: drill.keys, now: { [clock = drill.clock] in clock.now }
        )
        #expect(verifier.policy == .standard && verifier.policy.maximumLifetime == 604_800)
        verifier.policy = TokenPolicy(maximumLifetime: longest)
        var client = drill.client
        client.tokenPolicy = verifier.policy
        let token = try AppleKey.first.apple().identityToken(
            subject: "001234.abc.0001", nonce: "n-1", at: drill.clock.now, claims: [("exp", .number(JSONNumber(end)))])
        let verified = [
            try? await verifier.verify(token, nonce: .raw("n-1"), beside: .nothing),
            try? await client.verify(token, nonce: .raw("n-1"), beside: .nothing),
        ]
        #expect(verified.allSatisfy { ($0 != nil) == isAccepted })
        guard !isAccepted else { return }
        await #expect(throws: TokenVerificationFailure.rejected(.lifetimeOutOfRange)) {
            try await client.verify(token, nonce: .raw("n-1"), beside: .nothing)
        }
    }

    private let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func keys(_ transport: RecordingTransport, _ endpoints: AppleEndpoints = .apple) -> AppleKeySet {
        AppleKeySet(endpoints: endpoints, transport: transport, now: { [now] in now })
    }

    @Test func `verifies with fetched keys alone`() async throws {
        let apple = try AppleKey.first.apple()
        let transport = RecordingTransport([.json(apple.keySet)])
        let verifier = try AppleTokenVerifier(
            clientIDs: Set(apple.clients), keys: keys(transport), now: { [now] in now })
        let token = try apple.identityToken(subject: "001234.abc.0001", nonce: "n-1", beside: "c1", at: now)
        let verified = try await verifier.verify(
            token, nonce: .raw("n-1"), beside: .authorizationCode(AuthorizationCode(secretValue: "c1")))
        #expect(verified.subject.rawValue == "001234.abc.0001")
        let body = try apple.notificationBody(.consentRevoked, subject: "001234.abc.0001", id: "jti", at: now)
        #expect(try await verifier.verifyNotification(body: body).event.kind == .consentRevoked)
        #expect(await transport.requests.map(\.url) == ["https://appleid.apple.com/auth/keys"])
    }

    @Test func `is made of client ids and a way out, and fetches the keys of its endpoints`() async throws {
        let apple = try AppleKey.first.apple()
        let transport = RecordingTransport([.json(apple.keySet)])
        let endpoints = try AppleEndpoints(emulator: "http://idp.localhost:9080", issuer: apple.issuer)
        let verifier = try AppleTokenVerifier(
            clientIDs: Set(apple.clients), endpoints: endpoints, transport: transport, now: { [now] in now })
        let token = try apple.identityToken(subject: "001234.abc.0001", nonce: "n-1", at: now)
        _ = try await verifier.verify(token, nonce: .raw("n-1"), beside: .nothing)
        #expect(await transport.requests.map(\.url) == ["http://idp.localhost:9080/auth/keys"])
        let client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: "TEAM123456", keyID: "KEY1234567",
                privateKey: SigningKey.makeES256(keyID: nil).pemRepresentation, clientIDs: ["com.example.app"]),
            endpoints: endpoints, transport: transport, now: { [now] in now })
        _ = try await client.verify(token, nonce: .raw("n-1"), beside: .nothing)
        #expect(client.endpoints == endpoints && client.configuration.signingKeys.map(\.keyID) == ["KEY1234567"])
    }

    @Test func `keeps the keys it fetched in the store it was given`() async throws {
        let apple = try AppleKey.first.apple()
        let store = MemoryKeySetStore()
        let token = try apple.identityToken(subject: "001234.abc.0001", nonce: "n-1", at: now)
        for answer in [RecordingTransport.Answer.json(apple.keySet), .failure(.connectFailed)] {
            let verifier = try AppleTokenVerifier(
                clientIDs: Set(apple.clients), transport: RecordingTransport([answer]), store: store,
                now: { [now] in now })
            _ = try await verifier.verify(token, nonce: .raw("n-1"), beside: .nothing)
            await verifier.keys.saved()
        }
    }

    @Test func `takes the issuer from the endpoints of its keys`() async throws {
        let apple = try AppleKey.first.apple()
        let endpoints = try AppleEndpoints(emulator: "http://idp.localhost:9080")
        let transport = RecordingTransport([.json(apple.keySet)])
        let verifier = try AppleTokenVerifier(
            clientIDs: Set(apple.clients), keys: keys(transport, endpoints),
            now: { [now] in now })
        let token = try apple.identityToken(subject: "s", nonce: "n-1", at: now)
        await #expect(throws: TokenVerificationFailure.rejected(.issuerMismatch)) {
            try await verifier.verify(token, nonce: .raw("n-1"), beside: .nothing)
        }
    }

    @Test func `does not exist without a client`() {
        #expect(throws: ConfigurationFault.noClientID) {
            try AppleTokenVerifier(clientIDs: [], keys: keys(RecordingTransport([])), now: { [now] in now })
        }
    }
}
