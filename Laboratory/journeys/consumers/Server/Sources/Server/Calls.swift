import Foundation
import SignInWithApple

/// The calls to Apple that need the team's private key.
enum Calls {
    static func makeClient(p8 text: String) throws -> AppleClient {
        let configuration = try AppleAppConfiguration(
            teamID: "DEF123GHIJ", keyID: "ABC123DEFG", privateKey: text,
            clientIDs: ["com.example.app", "com.example.web"])
        let apple = AppleClient(configuration: configuration)
        return apple
    }

    /// Sends a code from an app once. The refresh token must be stored encrypted.
    static func exchange(_ code: AuthorizationCode, _ apple: AppleClient) async throws -> RefreshToken? {
        let app: ClientID = "com.example.app"
        let reply = try await apple.exchange(code, for: app, redirectURI: nil)
        return reply.refreshToken
    }
}
