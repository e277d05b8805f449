import Crypto
import Foundation
import JSONWebTokens
import SignInWithApple
import Synchronization

/// Apple at the other end of the wire: signs real tokens, spends codes once, and can be unreachable.
final class StandInApple: HTTPTransport {
    struct Person: Sendable {
        var subject = "001234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001"
        var email: String? = "ann.canary@example.com"
        var isPrivateEmail = false
        /// Apple says `false` of some managed Apple Accounts.
        var isEmailVerified = true
    }

    private struct State {
        var issued = 0
        var codes: [String: (person: Person, client: String, nonce: String)] = [:]
        var isDown = false
        var refusesClient = false
        var calls = 0
        var hasNewKey = false
    }

    /// Making an RSA key takes a second in a debug build; all tests share one.
    private static let nextKey = Result { try SigningKey.makeRS256(keyID: "APPLEKEY02") }
    private static let sharedKey = Result { try SigningKey.makeRS256(keyID: "APPLEKEY01") }

    let endpoints: AppleEndpoints
    private let firstKey: SigningKey
    private let secondKey: SigningKey
    private let state = Mutex(State())
    private let now: @Sendable () -> Date

    init(now: @escaping @Sendable () -> Date) throws {
        endpoints = try AppleEndpoints(emulator: "http://idp.localhost:9080")
        firstKey = try Self.sharedKey.get()
        secondKey = try Self.nextKey.get()
        self.now = now
    }

    var isDown: Bool {
        get { state.withLock { $0.isDown } }
        set { state.withLock { $0.isDown = newValue } }
    }

    /// Signs with another key from now on, and publishes that one only.
    var hasNewKey: Bool {
        get { state.withLock { $0.hasNewKey } }
        set { state.withLock { $0.hasNewKey = newValue } }
    }

    private var key: SigningKey { hasNewKey ? secondKey : firstKey }

    /// Answers `invalid_client` to every exchange.
    var refusesClient: Bool {
        get { state.withLock { $0.refusesClient } }
        set { state.withLock { $0.refusesClient = newValue } }
    }

    /// A code and an identity token that belong together.
    func authorize(
        _ person: Person = Person(), client: String, nonce: String
    ) throws -> (code: String, identityToken: String) {
        let code = state.withLock { state in
            state.issued += 1
            let code = "codecanary\(state.issued).0.abcd.efghijklmnopqrstuvwxyz"
            state.codes[code] = (person, client, nonce)
            return code
        }
        return (code, try token(person, client, nonce, hash: ("c_hash", code)))
    }

    /// What Apple posts to the notification address.
    func notification(
        _ type: String, about person: Person = Person(), to audience: String = "com.example.app", id: String
    ) throws -> String {
        let seconds = Int(now().timeIntervalSince1970)
        let event: JSONObject = [
            "type": .string(type), "sub": .string(person.subject), "event_time": .number(JSONNumber(seconds * 1_000)),
        ]
        let claims: JSONObject = [
            "iss": .string(endpoints.issuer), "aud": .string(audience), "iat": .number(JSONNumber(seconds)),
            "exp": .number(JSONNumber(seconds + 86_400)), "jti": .string(id),
            "events": .string(String(decoding: event.json, as: UTF8.self)),
        ]
        return try key.sign(payload: claims.json)
    }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        guard !isDown else { throw .connectFailed }
        if request.url.hasSuffix("/auth/keys") {
            return TransportResponse(status: 200, body: JSONWebKeySet(keys: [key.publicJSONWebKey]).json())
        }
        guard !refusesClient else {
            return TransportResponse(status: 400, body: Array(#"{"error":"invalid_client"}"#.utf8))
        }
        var components = URLComponents()
        components.percentEncodedQuery = String(decoding: request.body, as: UTF8.self)
        let code = components.queryItems?.first { $0.name == "code" }?.value ?? ""
        guard let issued = state.withLock({ $0.codes.removeValue(forKey: code) }),
            let token = try? token(issued.person, issued.client, issued.nonce, hash: ("at_hash", "access-" + code))
        else { return TransportResponse(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8)) }
        let reply = JSONObject([
            ("access_token", .string("access-" + code)), ("token_type", "Bearer"), ("expires_in", 3600),
            ("refresh_token", .string("refresh-" + code)), ("id_token", .string(token)),
        ])
        return TransportResponse(status: 200, body: reply.json)
    }

    private func token(
        _ person: Person, _ client: String, _ nonce: String, hash: (name: String, text: String)
    ) throws -> String {
        let seconds = Int(now().timeIntervalSince1970)
        var claims: [(name: String, value: JSONValue)] = [
            ("iss", .string(endpoints.issuer)), ("aud", .string(client)), ("sub", .string(person.subject)),
            ("iat", .number(JSONNumber(seconds))), ("exp", .number(JSONNumber(seconds + 86_400))),
            ("auth_time", .number(JSONNumber(seconds))), ("nonce", .string(nonce)), ("nonce_supported", true),
            (hash.name, .string(Base64URL.encode(Array(SHA256.hash(data: Data(hash.text.utf8)).prefix(16))))),
        ]
        if let email = person.email {
            claims += [("email", .string(email)), ("email_verified", .bool(person.isEmailVerified))]
            if person.isPrivateEmail { claims.append(("is_private_email", true)) }
        }
        return try key.sign(payload: JSONObject(claims).json)
    }
}
