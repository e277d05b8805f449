#if AsyncHTTPClient
    import Crypto
    import Foundation
    import SignInWithApple
    import SignInWithAppleTesting

    /// Tests without Apple, and the recipe for an existing auth system.
    enum TestingSnippets {
        static func verified(at now: Date) throws -> VerifiedIdentityToken {
            let apple = try TestApple(clients: ["com.example.app"])
            let token = try apple.identityToken(
                subject: "001234.abc.0001", nonce: "n-1", at: now)
            let verified = try apple.verifier.verify(
                token, nonce: .raw("n-1"), beside: .nothing, at: now)
            return verified
        }

        static func withRecordedKeys(at now: Date) async throws -> (AppleUserID, [String]) {
            let apple = try TestApple(clients: ["com.example.app"])
            let transport = RecordingTransport([.json(apple.keySet)])
            let verifier = try AppleTokenVerifier(
                clientIDs: Set(apple.clients), transport: transport, now: { now })
            let text = try apple.identityToken(subject: "001234.abc.0001", nonce: "n-1", beside: "code-1", at: now)
            let code = AuthorizationCode(secretValue: "code-1")
            let token = try await verifier.verify(text, nonce: .raw("n-1"), beside: .authorizationCode(code))
            let addresses = await transport.requests.map(\.url)  // one, although two tokens may come
            return (token.subject, addresses)
        }

        static func answers() -> RecordingTransport {
            let transport = RecordingTransport([
                .json(#"{"error":"invalid_grant"}"#, status: 400),
                .failure(.timedOut),
            ])
            return transport
        }

        static func emulator() throws -> AppleEndpoints {
            let endpoints = try AppleEndpoints(emulator: "http://idp.localhost:9080")
            return endpoints
        }

        // MARK: Documentation/existing-auth-system.md

        static func verifyInLogin(
            _ text: String, nonce: String, code: AuthorizationCode
        ) async throws -> (AppleUserID, VerifiedEmail?) {
            let verifier = try AppleTokenVerifier(clientIDs: ["com.example.app"])
            let token = try await verifier.verify(text, nonce: .sha256(of: nonce), beside: .authorizationCode(code))
            let person = token.subject  // the person, the same for all apps of your team
            let address = token.email  // if Apple gave one; never the key to an account
            return (person, address)
        }

        static func verifyInArticle(
            _ text: String, nonce: String, code: AuthorizationCode, _ verifier: AppleTokenVerifier
        ) async throws -> (AppleUserID, VerifiedEmail?) {
            let token = try await verifier.verify(
                text, nonce: .sha256(of: nonce), beside: .authorizationCode(code))
            let person = token.subject  // the person, the same for all apps of your team
            let address = token.email  // if Apple gave one; never the key
            return (person, address)
        }

        static func keep(
            _ code: AuthorizationCode, for client: ClientID, _ apple: AppleClient
        ) async throws -> RefreshToken? {
            let reply = try await apple.exchange(code, for: client, redirectURI: nil)
            let kept = reply.refreshToken  // seal it before you store it
            return kept
        }

        static func exchangeAndRevoke(
            _ code: AuthorizationCode, _ refreshToken: RefreshToken, for client: ClientID, _ apple: AppleClient,
            exchangedAt: Date
        ) async throws -> (TokenReply, RevocationOutcome) {
            let reply = try await apple.exchange(code, for: client, redirectURI: nil)  // a code works only once
            // At deletion. A 200 proves nothing; a refusal does, if Apple accepted the token before.
            let outcome = try await apple.revokeAndConfirm(refreshToken, for: client, seenAliveAt: exchangedAt)
            return (reply, outcome)
        }

        static func takeNotification(_ body: [UInt8], _ verifier: AppleTokenVerifier) async throws -> AppleNotification
        {
            let notification = try await verifier.verifyNotification(body: body)
            return notification
        }

        static func signInATest(nonce: String, at now: Date) throws -> String {
            let apple = try TestApple(clients: ["com.example.app"])
            let token = try apple.identityToken(subject: "001234.abc.0001", nonce: sha256(nonce), at: now)
            return token
        }

        private static func sha256(_ text: String) -> String {
            SHA256.hash(data: Data(text.utf8)).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
        }

        // MARK: README.md

        static func readme(
            _ text: String, nonce: String, code: AuthorizationCode
        ) async throws -> VerifiedIdentityToken {
            let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
            let token = try await apple.verify(text, nonce: .sha256(of: nonce), beside: .authorizationCode(code))
            // token.subject identifies the person; a refusal has a code: nonce_mismatch, audience_mismatch, …
            return token
        }
    }
#endif
