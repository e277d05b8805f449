import Crypto
package import Foundation
package import JSONWebTokens
package import SignInWithApple
import Synchronization

/// A person as Apple knows them.
package struct Person: Sendable {
    package var subject: String
    package var email: String?
    package var isPrivateEmail: Bool
    /// Apple sends `false` for some Managed Apple Accounts.
    package var isEmailVerified: Bool

    package init(
        subject: String = "001234.aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa.0001", email: String? = "ann.canary@example.com",
        isPrivateEmail: Bool = false, isEmailVerified: Bool = true
    ) {
        self.subject = subject
        self.email = email
        self.isPrivateEmail = isPrivateEmail
        self.isEmailVerified = isEmailVerified
    }

    package static let ann = Person(email: "ann@example.com")
    package static let ben = Person(subject: "001234.bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb.0002", email: "ben@example.com")
}

/// A transport that plays Apple: it signs real tokens, accepts each code once, and fails on demand.
package final class ScriptedApple: HTTPTransport {
    /// What the token endpoint does instead of its correct response.
    package enum Fault: Sendable {
        case unreachable(TransportFailure)
        case status(Int, body: String, headers: [(name: String, value: String)] = [])
        /// A response with a changed identity token.
        case token(@Sendable (inout [String: JSONValue]) -> Void)
        /// A response whose identity token is signed with an unpublished key.
        case foreignKey
        case noIdentityToken
        case noRefreshToken
        /// Apple spends the code, but its response is lost.
        case answerLost
        /// The request to revoke gets a 200, as always, but changes nothing.
        case revokesNothing
        /// The request to revoke gets `invalid_grant`, which TN3107 describes for a wrong token type hint, and changes
        /// nothing.
        case refusesRevocation
    }

    private struct IssuedCode {
        let person: Person
        let client: String
        let nonce: String?
    }

    private struct State {
        var codes: [String: IssuedCode] = [:]
        var spent: Set<String> = []
        var fault: Fault?
        var areKeysDown = false
        var exchanges: [[String: String]] = []
        /// The valid refresh tokens, each with its client.
        var refreshTokens: [String: String] = [:]
        var serial = 0
        var hasNonceInExchange = true
        var newKey = NewKey.none
        var meanwhile: (@Sendable () async -> Void)?
        var owners: [String: String] = [:]
        var migration: (@Sendable ([String: String]) -> TransportResponse)?
    }

    /// What happened to Apple's signing key.
    package enum NewKey: Sendable {
        case none
        /// Apple signs with another key, and publishes only that one.
        case published
        /// Tokens are signed with a key that Apple does not have.
        case madeUp
    }

    package static let endpoints = Result { try AppleEndpoints(emulator: "http://idp.localhost:9080") }
    private static let signingKey = Result { try SigningKey.makeRS256(keyID: "APPLEKEY01") }
    private static let nextKey = Result { try SigningKey.makeRS256(keyID: "APPLEKEY02") }
    private static let foreignKey = Result { try SigningKey.makeRS256(keyID: "APPLEKEY01") }

    private let state = Mutex(State())
    private let now: @Sendable () -> Date
    package let issuer: String

    package init(now: @escaping @Sendable () -> Date) throws {
        issuer = try Self.endpoints.get().issuer
        self.now = now
    }

    package var fault: Fault? {
        get { state.withLock { $0.fault } }
        set { state.withLock { $0.fault = newValue } }
    }

    /// Runs once, while Apple processes the next request.
    package var meanwhile: (@Sendable () async -> Void)? {
        get { state.withLock { $0.meanwhile } }
        set { state.withLock { $0.meanwhile = newValue } }
    }

    /// The team of a client, by its id. Apple refuses the secret of every other team before it looks at the code. Clients
    /// that are not here may have any team.
    package var owners: [String: String] {
        get { state.withLock { $0.owners } }
        set { state.withLock { $0.owners = newValue } }
    }

    /// Answers requests about people on the way to another team.
    package var migration: (@Sendable ([String: String]) -> TransportResponse)? {
        get { state.withLock { $0.migration } }
        set { state.withLock { $0.migration = newValue } }
    }

    package var areKeysDown: Bool {
        get { state.withLock { $0.areKeysDown } }
        set { state.withLock { $0.areKeysDown = newValue } }
    }

    /// Whether Apple is completely unreachable, including its keys.
    package var isDown: Bool {
        get { areKeysDown }
        set {
            areKeysDown = newValue
            fault = newValue ? .unreachable(.connectFailed) : nil
        }
    }

    package var hasNonceInExchange: Bool {
        get { state.withLock { $0.hasNonceInExchange } }
        set { state.withLock { $0.hasNonceInExchange = newValue } }
    }

    package var newKey: NewKey {
        get { state.withLock { $0.newKey } }
        set { state.withLock { $0.newKey = newValue } }
    }

    private var currentKey: Result<SigningKey, any Error> {
        newKey == .none ? Self.signingKey : Self.nextKey
    }

    /// The forms that reached the token endpoint.
    package var exchanges: [[String: String]] { state.withLock { $0.exchanges } }

    /// The result of the authorization: a code, and an identity token with `c_hash`.
    package func authorize(
        _ person: Person = Person(), client: String, nonce: String?,
        changing change: (inout [String: JSONValue]) -> Void = { _ in }
    ) throws -> (code: String, identityToken: String) {
        let code = state.withLock { state in
            state.serial += 1
            let code = "codecanary\(state.serial).0.abcd.efghijklmnopqrstuvwxyz"
            state.codes[code] = IssuedCode(person: person, client: client, nonce: nonce)
            return code
        }
        var claims = claims(person, client: client, nonce: nonce)
        claims["c_hash"] = .string(Self.half(code))
        change(&claims)
        return (code, try Self.sign(claims, with: currentKey.get()))
    }

    package func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        if request.url.hasSuffix("/auth/keys") { return try keys() }
        let form = Self.decode(request.body)
        let (fault, meanwhile) = state.withLock { state in
            state.exchanges.append(form)
            defer { state.meanwhile = nil }
            return (state.fault, state.meanwhile)
        }
        await meanwhile?()
        switch fault {
        case .unreachable(let failure): throw failure
        case .status(let status, let body, let headers):
            return TransportResponse(status: status, headers: headers, body: Array(body.utf8))
        default: break
        }
        if let owner = owners[form["client_id"] ?? ""], Self.issuer(ofSecret: form["client_secret"]) != owner {
            return TransportResponse(status: 400, body: Array(#"{"error":"invalid_client"}"#.utf8))
        }
        if request.url.hasSuffix("/auth/revoke") { return revoke(form, fault: fault) }
        if request.url.hasSuffix("/auth/usermigrationinfo") {
            return migration?(form) ?? TransportResponse(status: 404, body: [])
        }
        if form["grant_type"] == "client_credentials" {
            let reply = #"{"access_token":"team","token_type":"Bearer","expires_in":3600}"#
            return TransportResponse(status: 200, body: Array(reply.utf8))
        }
        if form["grant_type"] == "refresh_token" { return refresh(form) }
        let answer = exchange(form, fault: fault)
        if case .answerLost? = fault { throw .timedOut }
        return answer
    }

    private func keys() throws(TransportFailure) -> TransportResponse {
        let published = newKey == .published ? Self.nextKey : Self.signingKey
        guard !areKeysDown, let key = try? published.get() else { throw .connectFailed }
        return TransportResponse(status: 200, body: JSONWebKeySet(keys: [key.publicJSONWebKey]).json())
    }

    /// Apple responds with 200 to any token of any client.
    private func revoke(_ form: [String: String], fault: Fault?) -> TransportResponse {
        if case .revokesNothing? = fault { return TransportResponse(status: 200, body: []) }
        if case .refusesRevocation? = fault {
            return TransportResponse(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
        state.withLock { state in
            let token = form["token"] ?? ""
            if state.refreshTokens[token] == form["client_id"] { state.refreshTokens[token] = nil }
        }
        return TransportResponse(status: 200, body: [])
    }

    private func refresh(_ form: [String: String]) -> TransportResponse {
        let client = state.withLock { $0.refreshTokens[form["refresh_token"] ?? ""] }
        guard let client, client == form["client_id"] else {
            return TransportResponse(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
        let reply = #"{"access_token":"again","token_type":"Bearer","expires_in":3600}"#
        return TransportResponse(status: 200, body: Array(reply.utf8))
    }

    /// Whether any refresh token is still valid.
    package var hasLiveRefreshTokens: Bool { state.withLock { !$0.refreshTokens.isEmpty } }

    /// Invalidates every refresh token, or those of one client, as a changed Apple password does.
    package func endRefreshTokens(of client: String? = nil) {
        state.withLock { state in
            state.refreshTokens = state.refreshTokens.filter { client != nil && $0.value != client }
        }
    }

    /// The payload of a notification from Apple.
    package func notification(
        _ type: String, about person: Person = Person(), to audience: String = "com.example.app",
        at moment: Date? = nil,
        id: String = UUID().uuidString, changing change: (inout [String: JSONValue]) -> Void = { _ in }
    ) throws -> String {
        let milliseconds = Int(((moment ?? now()).timeIntervalSince1970 * 1000).rounded())
        let event: JSONObject = [
            "type": .string(type), "sub": .string(person.subject), "event_time": .number(JSONNumber(milliseconds)),
        ]
        let seconds = Int(now().timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "aud": .string(audience), "iat": .number(JSONNumber(seconds)),
            "exp": .number(JSONNumber(seconds + 86_400)), "jti": .string(id),
            "events": .string(String(decoding: event.json, as: UTF8.self)),
        ]
        change(&claims)
        return try Self.sign(claims, with: currentKey.get())
    }

    private func exchange(_ form: [String: String], fault: Fault?) -> TransportResponse {
        let code = form["code"] ?? ""
        let issued = state.withLock { state in
            state.spent.insert(code).inserted ? state.codes[code] : nil
        }
        guard let issued, issued.client == form["client_id"] else {
            return TransportResponse(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8))
        }
        let access = "a" + code
        var claims = claims(issued.person, client: issued.client, nonce: hasNonceInExchange ? issued.nonce : nil)
        claims["at_hash"] = .string(Self.half(access))
        if case .token(let change)? = fault { change(&claims) }
        var key = currentKey
        if case .foreignKey? = fault { key = Self.foreignKey }
        var reply: [(name: String, value: JSONValue)] = [
            ("access_token", .string(access)), ("token_type", "Bearer"), ("expires_in", 3600),
        ]
        if case .noRefreshToken? = fault {
        } else {
            state.withLock { $0.refreshTokens["r" + code] = issued.client }
            reply.append(("refresh_token", .string("r" + code)))
        }
        if case .noIdentityToken? = fault {
        } else if let key = try? key.get(), let token = try? Self.sign(claims, with: key) {
            reply.append(("id_token", .string(token)))
        }
        return TransportResponse(status: 200, body: JSONObject(reply).json)
    }

    private func claims(_ person: Person, client: String, nonce: String?) -> [String: JSONValue] {
        let seconds = Int(now().timeIntervalSince1970)
        var claims: [String: JSONValue] = [
            "iss": .string(issuer), "aud": .string(client), "sub": .string(person.subject),
            "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + 86_400)),
            "auth_time": .number(JSONNumber(seconds)), "nonce_supported": true,
        ]
        if let nonce { claims["nonce"] = .string(nonce) }
        if let email = person.email {
            claims["email"] = .string(email)
            claims["email_verified"] = .bool(person.isEmailVerified)
            if person.isPrivateEmail { claims["is_private_email"] = true }
        }
        return claims
    }

    private static func sign(_ claims: [String: JSONValue], with key: SigningKey) throws -> String {
        let members = claims.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return try key.sign(payload: JSONObject(members).json)
    }

    private static func issuer(ofSecret secret: String?) -> String? {
        let parts = (secret ?? "").split(separator: ".")
        guard parts.count == 3, let payload = try? Base64URL.decode(String(parts[1])),
            let claims = try? StrictJSONReader.readObject(payload)
        else { return nil }
        return claims.text("iss")
    }

    private static func half(_ text: String) -> String {
        Base64URL.encode(Array(SHA256.hash(data: Data(text.utf8)).prefix(16)))
    }

    private static func decode(_ body: [UInt8]) -> [String: String] {
        var components = URLComponents()
        components.percentEncodedQuery = String(decoding: body, as: UTF8.self)
        let items = (components.queryItems ?? []).map { ($0.name, $0.value ?? "") }
        return Dictionary(items, uniquingKeysWith: { first, _ in first })
    }
}
