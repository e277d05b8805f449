import Foundation
import SignInWithApple
import SignInWithAppleTransport

/// Who signed in.
enum Verification {
    /// Made once, when the server starts. The transport is shut down when the server ends.
    static func makeVerifier() throws -> (AppleTokenVerifier, AsyncHTTPClientTransport) {
        let transport = AsyncHTTPClientTransport()
        let keys = AppleKeySet(
            url: AppleEndpoints.apple.keys, transport: transport, now: { Date() })
        let verifier = try AppleTokenVerifier(
            clientIDs: [ClientID(rawValue: "com.example.app")],
            keys: keys, now: { Date() })
        return (verifier, transport)
    }

    /// What a route answers.
    static func answer(
        _ text: String, nonce: String, _ verifier: AppleTokenVerifier
    ) async -> (status: Int, body: String, retryAfter: Int?) {
        do {
            let token = try await verifier.verify(
                text, nonce: .sha256(of: nonce), beside: .nothing)
            return (200, token.subject.rawValue, nil)
        } catch .unavailable(let failure) {
            // Apple cannot be asked; the person did nothing wrong.
            return (503, failure.code, failure.retryAfter ?? 5)
        } catch {
            // The same token will be refused again.
            return (401, error.code, nil)
        }
    }

    /// Everything for one token, as in the shortest example.
    static func person(behind text: String, nonce: String) async throws -> AppleUserID {
        let transport = AsyncHTTPClientTransport()
        let keys = AppleKeySet(
            url: AppleEndpoints.apple.keys, transport: transport, now: { Date() })
        let verifier = try AppleTokenVerifier(
            clientIDs: [ClientID(rawValue: "com.example.app")],
            keys: keys, now: { Date() })
        let token = try await verifier.verify(
            text, nonce: .sha256(of: nonce), beside: .nothing)
        return token.subject
    }
}
