import AsyncHTTPClient
import Foundation
import SignInWithApple

/// Verifies who signed in.
enum Verification {
    /// Creates the verifier once, when the server starts.
    static func makeVerifier() throws -> AppleTokenVerifier {
        let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
        return apple
    }

    /// Creates the verifier on a server that already has an HTTP client.
    static func makeVerifier(sharing client: HTTPClient) throws -> AppleTokenVerifier {
        let apple = try AppleTokenVerifier(
            clientIDs: ["com.example.app"], sharing: client)
        return apple
    }

    /// Returns the answer of a route.
    static func answer(
        _ text: String, nonce: String, _ apple: AppleTokenVerifier
    ) async -> (status: Int, body: String, retryAfter: Int?) {
        do {
            let token = try await apple.verify(
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

    /// Performs all steps for one token, as in the shortest example.
    static func person(behind text: String, nonce: String) async throws -> AppleUserID {
        let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
        let token = try await apple.verify(
            text, nonce: .sha256(of: nonce), beside: .nothing)
        return token.subject
    }

    /// Verifies a token with the code that came with it, as in the README.
    static func person(
        behind text: String, nonce: String, beside code: AuthorizationCode
    ) async throws -> VerifiedIdentityToken {
        let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
        let token = try await apple.verify(text, nonce: .sha256(of: nonce), beside: .authorizationCode(code))
        // token.subject identifies the person; a refusal has a code: nonce_mismatch, audience_mismatch, …
        return token
    }
}
