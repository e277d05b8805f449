#if AsyncHTTPClient
    import AsyncHTTPClient
    import Foundation
    import SignInWithApple

    /// The Swift blocks of the guides, compiled against the public interface only. `SnippetTests` compares them with
    /// the pages. `SnippetRunTests` runs those that need no network.
    enum SignInSnippets {
        // MARK: Getting started

        static func makeVerifier() throws -> AppleTokenVerifier {
            let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
            return apple
        }

        static func makeVerifier(sharing client: HTTPClient) throws -> AppleTokenVerifier {
            let apple = try AppleTokenVerifier(
                clientIDs: ["com.example.app"], sharing: client)
            return apple
        }

        static func fromNothing(_ text: String, nonce: String) async throws -> VerifiedIdentityToken {
            let apple = try AppleTokenVerifier(clientIDs: ["com.example.app"])
            let token = try await apple.verify(
                text, nonce: .sha256(of: nonce), beside: .nothing)
            return token
        }

        static func signIn(_ text: String, nonce: String, _ apple: AppleTokenVerifier) async throws -> AppleUserID {
            let token = try await apple.verify(
                text, nonce: .sha256(of: nonce), beside: .nothing)
            return token.subject
        }

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

        static func makeClient(
            p8 text: String, transport: any HTTPTransport, now: @escaping @Sendable () -> Date
        ) throws -> AppleClient {
            let configuration = try configuration(p8: text)
            let apple = AppleClient(
                configuration: configuration, transport: transport, now: now)
            return apple
        }

        static func configuration(p8 text: String) throws -> AppleAppConfiguration {
            let configuration = try AppleAppConfiguration(
                teamID: "DEF123GHIJ", keyID: "ABC123DEFG", privateKey: text,
                clientIDs: ["com.example.app", "com.example.web"])
            return configuration
        }

        static func makeClient(p8 text: String) throws -> AppleClient {
            let configuration = try AppleAppConfiguration(
                teamID: "DEF123GHIJ", keyID: "ABC123DEFG", privateKey: text,
                clientIDs: ["com.example.app", "com.example.web"])
            let apple = AppleClient(configuration: configuration)
            return apple
        }

        // MARK: Verify an identity token

        static func verifyAtATime(
            _ text: String, nonce: String, code: AuthorizationCode, keys: JSONWebKeySet, at now: Date
        ) throws -> VerifiedIdentityToken {
            let verifier = try IdentityTokenVerifier(
                issuer: "https://appleid.apple.com",
                clientIDs: ["com.example.app"], keys: keys)
            let token = try verifier.verify(
                text, nonce: .sha256(of: nonce),
                beside: .authorizationCode(code), at: now)
            return token
        }

        static func verifyForDeletion(
            _ text: String, nonce: String, _ apple: AppleTokenVerifier
        ) async throws -> VerifiedIdentityToken {
            let token = try await apple.verify(
                text, nonce: .sha256(of: nonce), beside: .nothing,
                maximumAge: 300)
            return token
        }

        static func claimOfTomorrow(_ token: VerifiedIdentityToken) -> String? {
            let value = token.claims.text("a_claim_of_tomorrow")
            return value
        }

        static func nonces(_ nonce: String) -> [ExpectedNonce] {
            let native = ExpectedNonce.sha256(of: nonce)  // the app gave Apple the hash
            let web = ExpectedNonce.raw(nonce)  // the page gave Apple the nonce itself
            let none = ExpectedNonce.notUsed(because: "answer to a refresh")
            return [native, web, none]
        }

        static func companions(_ code: AuthorizationCode, _ accessToken: AccessToken) -> [TokenCompanion] {
            let fromTheApp = TokenCompanion.authorizationCode(code)
            let fromTheTokenEndpoint = TokenCompanion.accessToken(accessToken)
            let alone = TokenCompanion.nothing
            return [fromTheApp, fromTheTokenEndpoint, alone]
        }

        static func describe(_ token: VerifiedIdentityToken) -> (AppleUserID, VerifiedEmail?, Bool) {
            let person = token.subject  // the key of the account
            let address = token.email  // contact data: missing, hidden, or changed
            let isLikelyReal = token.realUserStatus == .likelyReal  // never a proof
            return (person, address, isLikelyReal)
        }

        static func inspect(_ text: String) throws -> String? {
            let unverified = try UnverifiedIdentityToken.inspect(text)
            let audience = unverified.claims?.text("aud")  // to show, not to decide by
            return audience
        }

        // MARK: Web authorization

        static func request(state: String, nonce: String) -> (AuthorizationRequest, String) {
            let request = AuthorizationRequest(
                client: "com.example.web",
                redirectURI: "https://example.com/apple/callback",
                scopes: [.name, .email], state: state, nonce: nonce)
            let address = request.url(endpoints: .apple)  // send the browser there
            return (request, address)
        }

        /// The next step of a page.
        enum Step: Equatable {
            case signedIn(AppleUserID, givenName: String?)
            case showSignInAgain
            case showError(String)
        }

        static func finish(
            _ body: [UInt8], state expected: String, nonce: String, apple: AppleClient
        ) async throws -> Step {
            switch try AuthorizationCallback.decode(form: body) {
            case .authorized(let code, let identityToken?, let state, let user):
                guard state == expected else { return .showError("state_mismatch") }
                let token = try await apple.verify(
                    identityToken, nonce: .raw(nonce), beside: .authorizationCode(code))
                return .signedIn(token.subject, givenName: user?.givenName)
            case .authorized:
                return .showError("identity_token_missing")  // none was asked for
            case .cancelled:
                return .showSignInAgain
            case .refused(let code, _):
                return .showError(code)
            }
        }
    }
#endif
