import Foundation
import Hummingbird
import Logging
import SignInAPIExample
import SignInWithApple

/// An app's own sign-in on Hummingbird. Apple's token is accepted once, as the answer to a nonce, and exchanged for a
/// session of the app.
///
///     CLIENT_ID=com.example.app sign-in-api
///
///     POST /sign-in/begin                                   → {"attempt": …, "nonce": …}
///     POST /sign-in {"attempt": …, "identity_token": …}     → {"session": …}
///     GET  /me      Authorization: Bearer SESSION           → who it is
///
/// The app sends the SHA-256 of the nonce to Apple.
@main
struct SignInProgram {
    static func main() async throws {
        let logger = Logger(label: "sign-in-api")
        let client = ClientID(ProcessInfo.processInfo.environment["CLIENT_ID"] ?? "com.example.app")
        let keys = AppleKeySet(transport: AsyncHTTPClientTransport(), observe: Observability(logger: logger).record)
        let apple = try AppleTokenVerifier(clientIDs: [client], keys: keys)
        let application = Application(
            router: SignInRoutes(apple: apple, memory: SignInMemory()).router(),
            services: [AppleKeysService(apple.keys)],
            logger: logger)
        try await application.runService()
    }
}
