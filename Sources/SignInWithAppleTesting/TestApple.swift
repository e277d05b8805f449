import Crypto
public import Foundation
public import JSONWebTokens
@_spi(SignInPrograms) public import SignInWithApple

/// Signs what Apple signs, with a key of its own. For tests of code that needs a `VerifiedIdentityToken`.
///
/// Only the verifier can create such a token, so a test signs one and has it verified:
///
/// ```swift
/// let apple = try TestApple(clients: ["com.example.app"])
/// let token = try apple.identityToken(
///     subject: "001234.abc.0001", nonce: "n-1", at: now)
/// let verified = try apple.verifier.verify(
///     token, nonce: .raw("n-1"), beside: .nothing, at: now)
/// ```
///
/// For complete sign-ins, with pages and all of Apple's refusals, use the emulator.
public struct TestApple: Sendable {
    /// The signing key. To rotate it, create another `TestApple`.
    public let key: SigningKey
    /// The issuer in its tokens.
    public let issuer: String
    /// The apps that its verifier accepts. The first one is the audience of its tokens.
    public let clients: [ClientID]
    /// Accepts only the tokens of this `TestApple`.
    public let verifier: IdentityTokenVerifier
    /// Accepts only the notifications of this `TestApple`.
    package let notificationVerifier: NotificationVerifier

    /// Generates a key, which takes a moment. Share one between tests.
    /// - Parameters:
    ///   - clients: bundle ids and Services IDs, at least one.
    ///   - keyID: the `kid` of its tokens.
    ///   - issuer: the issuer in its tokens.
    public init(
        clients: [String], keyID: String = "TESTAPPLE1", issuer: String = AppleEndpoints.apple.issuer
    ) throws {
        try self.init(clients: clients, key: .makeRS256(keyID: keyID), issuer: issuer)
    }

    /// Creates a `TestApple` with an existing key.
    public init(clients: [String], key: SigningKey, issuer: String = AppleEndpoints.apple.issuer) throws {
        self.clients = clients.map(ClientID.init(rawValue:))
        self.key = key
        self.issuer = issuer
        let keys = JSONWebKeySet(keys: [key.publicJSONWebKey])
        verifier = try IdentityTokenVerifier(issuer: issuer, clientIDs: Set(self.clients), keys: keys)
        notificationVerifier = try NotificationVerifier(issuer: issuer, clientIDs: Set(self.clients), keys: keys)
    }

    /// The key set as Apple's endpoint would return it, for a `RecordingTransport`.
    public var keySet: String {
        String(decoding: JSONWebKeySet(keys: [key.publicJSONWebKey]).json(), as: UTF8.self)
    }

    /// Signs an identity token with the claims that every token from Apple has.
    /// - Parameters:
    ///   - subject: the person.
    ///   - nonce: the claim `nonce`, as Apple would write it.
    ///   - code: the code that comes with the token. The token then has its `c_hash`.
    ///   - now: when it is issued. It is valid for 24 hours.
    ///   - claims: further claims, or replacements of the usual ones.
    public func identityToken(
        subject: String, nonce: String? = nil, beside code: String? = nil, at now: Date,
        claims: [(name: String, value: JSONValue)] = []
    ) throws -> String {
        let seconds = Int(now.timeIntervalSince1970)
        var usual: [(name: String, value: JSONValue)] = [
            ("iss", .string(issuer)), ("aud", .string(clients.first?.rawValue ?? "")),
            ("exp", .number(JSONNumber(seconds + 86_400))), ("iat", .number(JSONNumber(seconds))),
            ("sub", .string(subject)), ("auth_time", .number(JSONNumber(seconds))), ("nonce_supported", true),
        ]
        if let nonce { usual.append(("nonce", .string(nonce))) }
        if let code {
            let hash = Array(SHA256.hash(data: Array(code.utf8)).prefix(16))
            usual.append(("c_hash", .string(Base64URL.encode(hash))))
        }
        return try key.sign(payload: Self.merged(usual, claims).json)
    }

    /// Signs a notification and returns the whole body as Apple posts it: `events` as a text, times in milliseconds.
    public func notificationBody(
        _ kind: AppleNotificationKind, subject: String, id: String, at now: Date,
        event: [(name: String, value: JSONValue)] = []
    ) throws -> [UInt8] {
        let seconds = Int(now.timeIntervalSince1970)
        let inner = Self.merged(
            [
                ("type", .string(kind.rawValue)), ("sub", .string(subject)),
                ("event_time", .number(JSONNumber(seconds * 1_000))),
            ], event)
        let claims: JSONObject = [
            "iss": .string(issuer), "aud": .string(clients.first?.rawValue ?? ""),
            "exp": .number(JSONNumber(seconds + 86_400)), "iat": .number(JSONNumber(seconds)), "jti": .string(id),
            "events": .string(String(decoding: inner.json, as: UTF8.self)),
        ]
        return JSONObject([(name: "payload", value: .string(try key.sign(payload: claims.json)))]).json
    }

    /// Combines claims. A claim replaces the usual one of the same name.
    private static func merged(
        _ usual: [(name: String, value: JSONValue)], _ others: [(name: String, value: JSONValue)]
    ) -> JSONObject {
        let names = Set(others.map(\.name))
        return JSONObject(usual.filter { !names.contains($0.name) } + others)
    }
}
