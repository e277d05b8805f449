import Foundation
import JSONWebTokens
import SignInWithApple

/// The calls to Apple that need the team's private key.
enum Calls {
    static func makeClient(
        p8 text: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date
    ) throws -> AppleClient {
        let key = try SigningKey(pem: text, keyID: "ABC123DEFG", requiring: .es256)
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: "DEF123GHIJ"), signingKeys: [key],
            clientIDs: [
                ClientID(rawValue: "com.example.app"),
                ClientID(rawValue: "com.example.web"),
            ])
        let keys = AppleKeySet(
            url: AppleEndpoints.apple.keys, transport: transport, now: now)
        let apple = AppleClient(
            configuration: configuration, endpoints: .apple, keys: keys,
            transport: transport, now: now)
        return apple
    }

    /// A code from an app is sent once, and what comes back is kept encrypted.
    static func exchange(_ code: AuthorizationCode, _ apple: AppleClient) async throws -> RefreshToken? {
        let app = ClientID(rawValue: "com.example.app")
        let reply = try await apple.exchange(code, for: app, redirectURI: nil)
        return reply.refreshToken
    }
}
