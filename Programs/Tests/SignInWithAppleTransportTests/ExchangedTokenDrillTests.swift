import Foundation
import JSONWebTokens
import SignInWithApple
import SignInWithAppleTesting
import Testing
import Waiting

/// The identity token from the token endpoint is verified like any other.
@Suite struct ExchangedTokenDrillTests {
    private static let apple = Result { try TestApple(clients: ["com.example.app"], keyID: "apple") }
    private static let stranger = Result { try TestApple(clients: ["com.example.app"], keyID: "apple") }

    struct WrongToken: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let claims: [(name: String, value: JSONValue)]
        let isStrangers: Bool
        let rejection: TokenRejection

        init(
            _ description: String, claims: [(name: String, value: JSONValue)] = [], isStrangers: Bool = false,
            _ rejection: TokenRejection
        ) {
            testDescription = description
            self.claims = claims
            self.isStrangers = isStrangers
            self.rejection = rejection
        }
    }

    static let wrong = [
        WrongToken("another nonce", claims: [("nonce", "n-2")], .nonceMismatch),
        WrongToken("another audience", claims: [("aud", "com.example.other")], .audienceMismatch),
        WrongToken("another issuer", claims: [("iss", "https://account.apple.com")], .issuerMismatch),
        WrongToken("another key", isStrangers: true, .signatureInvalid),
        WrongToken("expired", claims: [("iat", 1_000), ("exp", 2_000)], .expired),
        WrongToken("another access token's", claims: [("at_hash", "AAAAAAAAAAAAAAAAAAAAAA")], .accessTokenHashMismatch),
    ]

    /// Exchanges a code at a real socket that answers with this token, or with none.
    private func exchange(
        _ token: String?, _ body: (AppleClient, TokenReply) async throws -> Void
    ) async throws {
        let apple = try Self.apple.get()
        let member = token.map { #","id_token":"\#($0)""# } ?? ""
        let reply = #"{"access_token":"a1","token_type":"Bearer","expires_in":3600\#(member)}"#
        let server = try await MisbehavingServer.start(
            .answers { request in
                let text = request.hasPrefix("GET /auth/keys") ? apple.keySet : reply
                return "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: \(text.utf8.count)\r\n\r\n\(text)"
            })
        let transport = AsyncHTTPClientTransport.patient
        let endpoints = try AppleEndpoints(
            emulator: "http://127.0.0.1:\(server.port)", issuer: AppleEndpoints.apple.issuer)
        let client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: [.makeES256(keyID: "KEY1234567")],
                clientIDs: Set(apple.clients)),
            keys: AppleKeySet(endpoints: endpoints, transport: PatientTransport(inner: transport), now: { Date() }),
            transport: transport, now: { Date() }, callDeadline: Double(Patience.seconds))
        try await body(
            client,
            client.exchange(AuthorizationCode(secretValue: "c1"), for: apple.clients[0], redirectURI: nil))
        try await transport.shutdown()
        try await server.stop()
    }

    @Test(arguments: wrong)
    func `A10 a wrong identity token from the token endpoint is refused`(wrong: WrongToken) async throws {
        let signer = try wrong.isStrangers ? Self.stranger.get() : Self.apple.get()
        let token = try signer.identityToken(subject: "s-1", nonce: "n-1", at: Date(), claims: wrong.claims)
        try await exchange(token) { client, reply in
            let text = try #require(reply.identityToken)
            await #expect(throws: TokenVerificationFailure.rejected(wrong.rejection)) {
                try await client.verify(text, nonce: .raw("n-1"), beside: .accessToken(reply.accessToken))
            }
        }
    }

    @Test func `A10 a right one is accepted, names its person, and may be missing`() async throws {
        let token = try Self.apple.get().identityToken(subject: "s-2", nonce: "n-1", at: Date())
        try await exchange(token) { client, reply in
            let text = try #require(reply.identityToken)
            let verified = try await client.verify(
                text, nonce: .raw("n-1"), beside: .accessToken(reply.accessToken))
            #expect(verified.subject.rawValue == "s-2")
        }
        try await exchange(nil) { _, reply in #expect(reply.identityToken == nil) }
    }
}
