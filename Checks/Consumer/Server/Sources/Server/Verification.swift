import AsyncHTTPClient
import Foundation
import SignInWithApple
import SignInWithAppleTransport

/// Who signed in.
enum Verification {
    /// Made once, when the server starts.
    static func makeVerifier() throws -> AppleTokenVerifier {
        let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
        return apple
    }

    /// On a server that has a client for HTTP.
    static func makeVerifier(sharing client: HTTPClient) throws -> AppleTokenVerifier {
        let apple = try AppleTokenVerifier(
            clientIDs: ["com.example.app"], sharing: client)
        return apple
    }

    /// What a route answers.
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

    /// Everything for one token, as in the shortest example.
    static func person(behind text: String, nonce: String) async throws -> AppleUserID {
        let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
        let token = try await apple.verify(
            text, nonce: .sha256(of: nonce), beside: .nothing)
        return token.subject
    }

    /// The same with the code that came beside the token, as the README has it.
    static func person(
        behind text: String, nonce: String, beside code: AuthorizationCode
    ) async throws -> VerifiedIdentityToken {
        let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
        let token = try await apple.verify(text, nonce: .sha256(of: nonce), beside: .authorizationCode(code))
        // token.subject is who it is; a refusal names its reason: nonce_mismatch, audience_mismatch, …
        return token
    }
}
