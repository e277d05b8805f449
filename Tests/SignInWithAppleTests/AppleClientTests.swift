import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

@Suite struct AppleClientTests {
    private let clock = TestClock(1_750_000_000)
    private let signingKey = SigningKey.makeES256(keyID: "KEY1234567")
    private let app = ClientID(rawValue: "com.example.app")
    private let code = AuthorizationCode(secretValue: "c0d3+/&=ä.0.mrtv.x")

    private func client(_ transport: RecordingTransport, endpoints: AppleEndpoints = .apple) throws -> AppleClient {
        let clock = clock
        let keys = AppleKeySet(endpoints: endpoints, transport: transport, now: { clock.now }, jitter: { 0 })
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: "TEAM123456"), signingKeys: [signingKey, .makeES256(keyID: "KEY7654321")],
            clientIDs: [app])
        return AppleClient(
            configuration: configuration, keys: keys, transport: transport, now: { clock.now })
    }

    private static let granted =
        #"{"access_token":"a1","token_type":"Bearer","expires_in":3600,"refresh_token":"r1","id_token":"a.b.c"}"#

    @Test func `exchanges a code as Apple documents it`() async throws {
        let transport = RecordingTransport([.json(Self.granted)])
        let reply = try await client(transport).exchange(
            code, for: app, redirectURI: "https://example.com/web/callback?a=b c", codeVerifier: "v")
        #expect(reply.accessToken.secretValue == "a1" && reply.refreshToken?.secretValue == "r1")
        #expect(reply.expiresIn == 3_600 && reply.identityToken == "a.b.c")
        let request = try #require(await transport.requests.first)
        #expect(request.url == "https://appleid.apple.com/auth/token" && request.method == .post)
        let form = await transport.form(0)
        #expect(form["grant_type"] == "authorization_code" && form["code"] == "c0d3+/&=ä.0.mrtv.x")
        #expect(form["redirect_uri"] == "https://example.com/web/callback?a=b c" && form["code_verifier"] == "v")
        #expect(form["client_id"] == "com.example.app")
        let secret = try CompactJWS(try #require(form["client_secret"]))
        #expect(secret.isSigned(by: signingKey.verificationKey) && secret.header.keyID == "KEY1234567")
        #expect(
            String(decoding: secret.payload, as: UTF8.self)
                == #"{"iss":"TEAM123456","iat":1749999940,"exp":1750000300,"aud":"https://appleid.apple.com","sub":"com.example.app"}"#
        )
    }

    @Test func `leaves out what a native code never had`() async throws {
        let transport = RecordingTransport([.json(Self.granted)])
        _ = try await client(transport).exchange(code, for: app, redirectURI: nil)
        let names = Set(await transport.form(0).keys)
        #expect(names == ["client_id", "client_secret", "grant_type", "code"])
    }

    @Test func `makes secrets for an emulator out to the emulator`() async throws {
        let transport = RecordingTransport([.json(Self.granted)])
        let endpoints = try AppleEndpoints(emulator: "http://idp.localhost:9080", issuer: "https://appleid.apple.com")
        _ = try await client(transport, endpoints: endpoints).exchange(code, for: app, redirectURI: nil)
        let form = await transport.form(0)
        let secret = try CompactJWS(try #require(form["client_secret"]))
        #expect(String(decoding: secret.payload, as: UTF8.self).contains(#""aud":"http://idp.localhost:9080""#))
        #expect(await transport.requests.first?.url == "http://idp.localhost:9080/auth/token")
    }

    @Test func `uses one secret until a minute before its end`() async throws {
        let transport = RecordingTransport([.json(Self.granted)])
        let client = try client(transport)
        for seconds in [0, 239, 1] as [TimeInterval] {
            clock.advance(by: seconds)
            _ = try await client.refresh(RefreshToken(secretValue: "r1"), for: app)
        }
        let secrets = [await transport.form(0), await transport.form(1), await transport.form(2)].map {
            $0["client_secret"]
        }
        #expect(secrets[0] == secrets[1] && secrets[1] != secrets[2])
    }

    @Test func `refreshes without an identity token or another refresh token`() async throws {
        let transport = RecordingTransport([.json(#"{"access_token":"a2","token_type":"bEARER","expires_in":3600}"#)])
        let reply = try await client(transport).refresh(RefreshToken(secretValue: "r1"), for: app)
        #expect(reply.identityToken == nil && reply.refreshToken == nil && reply.accessToken.secretValue == "a2")
        #expect(await transport.form(0)["grant_type"] == "refresh_token")
        #expect(await transport.form(0)["refresh_token"] == "r1")
    }

    @Test func `asks Apple to revoke, and takes an empty answer`() async throws {
        let transport = RecordingTransport([.json("")])
        try await client(transport).revoke(RefreshToken(secretValue: "r1"), for: app)
        #expect(await transport.requests.first?.url == "https://appleid.apple.com/auth/revoke")
        #expect(await transport.form(0)["token_type_hint"] == "refresh_token")
    }

    static let refusals: [(RecordingTransport.Answer, AppleCallFailure)] = [
        (
            .json(#"{"error":"invalid_grant","error_description":"The code has already been used."}"#, status: 400),
            .refused(TokenEndpointError(code: "invalid_grant", description: "The code has already been used."))
        ),
        (.json(#"{"error":"invalid_client"}"#, status: 400), .refused(TokenEndpointError(code: "invalid_client"))),
        (.json(#"{"error":"invalid_client"}"#, status: 401), .refused(TokenEndpointError(code: "invalid_client"))),
        (.json(#"{"error":"invalid_request"}"#, status: 400), .refused(TokenEndpointError(code: "invalid_request"))),
        (
            .json(#"{"error":"unauthorized_client"}"#, status: 400),
            .refused(TokenEndpointError(code: "unauthorized_client"))
        ),
        (
            .json(#"{"error":"unsupported_grant_type"}"#, status: 400),
            .refused(TokenEndpointError(code: "unsupported_grant_type"))
        ),
        (.json(#"{"error":"invalid_scope"}"#, status: 400), .refused(TokenEndpointError(code: "invalid_scope"))),
        (.json(#"{"error":"something_new"}"#, status: 403), .refused(TokenEndpointError(code: "something_new"))),
        (
            .json(#"{"error":"invalid_grant","error":"invalid_client"}"#, status: 400),
            .malformedReply(.replyUndocumented)
        ),
        (.json(#"{"error":"has space"}"#, status: 400), .malformedReply(.replyUndocumented)),
        (.json(#"{"error":1}"#, status: 400), .malformedReply(.replyUndocumented)),
        (.json("<html>", status: 403), .malformedReply(.replyUndocumented)),
        (.json("", status: 204), .malformedReply(.replyUndocumented)),
        (.json("", status: 302, headers: [("Location", "https://evil.example/")]), .malformedReply(.replyRedirected)),
        (.json("", status: 429, headers: [("retry-after", "120")]), .unavailable(reason: .throttled, retryAfter: 120)),
        (.json(#"{"error":"slow_down"}"#, status: 429), .unavailable(reason: .throttled, retryAfter: nil)),
        (
            .json("", status: 500, headers: [("Retry-After", "soon")]),
            .unavailable(reason: .serverError, retryAfter: nil)
        ),
        (.json("<html>", status: 502), .unavailable(reason: .serverError, retryAfter: nil)),
        (
            .json("", status: 503, headers: [("Retry-After", "99999999")]),
            .unavailable(reason: .serverError, retryAfter: 86_400)
        ),
        (
            .json(
                "", status: 503,
                headers: [
                    ("Date", "Sun, 06 Nov 1994 08:49:37 GMT"), ("Retry-After", "Sun, 06 Nov 1994 08:51:37 GMT"),
                ]), .unavailable(reason: .serverError, retryAfter: 120)
        ),
        (.failure(.timedOut), .unavailable(reason: .timedOut, retryAfter: nil)),
        (.failure(.connectFailed), .unavailable(reason: .notReachable, retryAfter: nil)),
        (.failure(.tlsFailed), .unavailable(reason: .notReachable, retryAfter: nil)),
        (.failure(.cancelled), .unavailable(reason: .cancelled, retryAfter: nil)),
        (.failure(.responseTooLarge), .malformedReply(.replyTooLarge)),
        (.failure(.protocolViolated), .malformedReply(.replyNotHTTP)),
        (.json(""), .malformedReply(.replyNotJSON)),
        (.json("<html>"), .malformedReply(.replyNotJSON)),
        (.json("[" + granted + "]"), .malformedReply(.replyNotJSON)),
        (.json(granted.dropLast() + #","expires_in":1}"#), .malformedReply(.replyNotJSON)),
        (.json(String(repeating: #"{"a":"#, count: 10_000)), .malformedReply(.replyNotJSON)),
        (.json(#"{"token_type":"Bearer","expires_in":3600}"#), .malformedReply(.replyIncomplete)),
        (.json(granted.replacingOccurrences(of: "\"a1\"", with: "\"a\\n1\"")), .malformedReply(.replyIncomplete)),
    ]

    @Test(arguments: refusals.indices)
    func `answers every reply of Apple with a typed failure, and asks once`(_ index: Int) async throws {
        let (answer, failure) = Self.refusals[index]
        let transport = RecordingTransport([answer])
        let client = try client(transport)
        await #expect(throws: failure) { try await client.exchange(code, for: app, redirectURI: nil) }
        #expect(await transport.requests.count == 1)
        #expect(!failure.code.isEmpty)
    }

    @Test func `asks Apple for nothing because of a token that no key could save`() async throws {
        let transport = RecordingTransport([.failure(.connectFailed)])
        let client = try client(transport)
        for check in ["form", "algorithm", "extensions", "type"] {
            for token in Corpus.identity.refused(by: check) {
                await #expect(throws: TokenVerificationFailure.self) {
                    try await client.verify(token.text, nonce: token.expectedNonce, beside: .nothing)
                }
            }
        }
        #expect(await transport.requests.isEmpty)
    }

    @Test func `verifies with fetched keys, and says when Apple is away`() async throws {
        let raw = try JSONSerialization.jsonObject(
            with: Data(contentsOf: Corpus.folder.appendingPathComponent("setting.json")))
        let sets = try #require((raw as? [String: Any])?["key_sets"] as? [String: Any])
        let json = try JSONSerialization.data(withJSONObject: try #require(sets["usual"]))
        let token = try #require(Corpus.identity.accepted.first)
        let good = try client(RecordingTransport([.json(String(decoding: json, as: UTF8.self))]))
        let verified = try await good.verify(token.text, nonce: token.expectedNonce, beside: .nothing)
        #expect(verified.clientID == app)
        let message = try #require(Corpus.notification.accepted.first)
        #expect(try await good.verifyNotification(message.text).event.kind == .consentRevoked)
        let away = try client(RecordingTransport([.failure(.timedOut)]))
        let failure = AppleCallFailure.unavailable(reason: .timedOut, retryAfter: nil)
        await #expect(throws: TokenVerificationFailure.unavailable(failure)) {
            try await away.verify(token.text, nonce: token.expectedNonce, beside: .nothing)
        }
    }
}
