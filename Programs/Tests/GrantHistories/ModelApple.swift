import Crypto
import Foundation
import JSONWebTokens
import SignInWithApple
import Synchronization

/// A small model of Apple: people, consents for each group of apps, codes, refresh tokens and events.
///
/// Consent is per person and group. Whoever stops using a group of apps ends its codes and tokens. A changed password ends
/// all codes and tokens of the person, and nobody is told. See Documentation/emulator-fidelity.md.
final class ModelApple: HTTPTransport {
    /// What happens to a request to revoke.
    enum Revoking: Sendable {
        case works
        /// Apple gets it later. The sender gives up.
        case isLate
        /// Apple never gets it.
        case isLost
    }

    /// The end of tokens, and why.
    struct End: Sendable, Equatable {
        enum Cause: Sendable { case withdrawn, password, accountDeleted, revoked }
        let subject: String
        /// The group; `nil` for all groups.
        let group: String?
        let at: Date
        let cause: Cause
    }

    struct Token: Sendable {
        let subject: String
        let group: String
        let client: String
        var isAlive = true
    }

    private struct Code {
        let subject: String
        let client: String
        let nonce: String
        var isAlive = true
    }

    private struct State {
        var codes: [String: Code] = [:]
        var tokens: [String: Token] = [:]
        var ends: [End] = []
        var late: [(token: String, client: String, sentAt: Date)] = []
        var revoking = Revoking.works
        var serial = 0
        var atRevoke: (@Sendable () async -> Void)?
        var atExchange: (@Sendable () async -> Void)?
    }

    private static let key = Result { try SigningKey.makeRS256(keyID: "MODELKEY01") }
    static let endpoints = Result { try AppleEndpoints(emulator: "http://idp.localhost:9080") }

    private let state = Mutex(State())
    private let groups: [String: String]
    /// Whether a revocation ends the whole authorization (TN3194) or, which Apple does not exclude, one token.
    private let endsAuthorization: Bool
    private let now: @Sendable () -> Date
    private let issuer: String

    /// - Parameter groups: the group of each client.
    init(groups: [String: String], endsAuthorization: Bool, now: @escaping @Sendable () -> Date) throws {
        self.groups = groups
        self.endsAuthorization = endsAuthorization
        self.now = now
        issuer = try Self.endpoints.get().issuer
    }

    var ends: [End] { state.withLock { $0.ends } }
    var tokens: [String: Token] { state.withLock { $0.tokens } }
    var newestToken: String? { state.withLock { state in "r\(state.serial)" } }
    var hasLateRequests: Bool { state.withLock { !$0.late.isEmpty } }

    func setRevoking(_ revoking: Revoking) { state.withLock { $0.revoking = revoking } }
    /// Runs once, while a request to revoke is on its way.
    func meanwhileAtRevoke(_ body: (@Sendable () async -> Void)?) { state.withLock { $0.atRevoke = body } }
    /// Runs once, after a code was exchanged and before the answer arrives.
    func meanwhileAtExchange(_ body: (@Sendable () async -> Void)?) { state.withLock { $0.atExchange = body } }

    /// The person consents on Apple's page or sheet.
    func authorize(_ subject: String, client: String, nonce: String) throws -> (code: String, identityToken: String) {
        let code = state.withLock { state in
            state.serial += 1
            let code = "c\(state.serial).0.model"
            state.codes[code] = Code(subject: subject, client: client, nonce: nonce)
            return code
        }
        var claims = claims(subject, client: client, nonce: nonce)
        claims["c_hash"] = .string(Self.half(code))
        return (code, try Self.sign(claims))
    }

    /// The code of a person who waited too long.
    func expire(_ code: String) { state.withLock { $0.codes[code]?.isAlive = false } }

    func stopUsing(_ subject: String, group: String) { end(subject, group, .withdrawn) }
    func changePassword(_ subject: String) { end(subject, nil, .password) }
    func deleteAccount(_ subject: String) { end(subject, nil, .accountDeleted) }

    private func end(_ subject: String, _ group: String?, _ cause: End.Cause) {
        state.withLock { end(subject, group, cause, in: &$0) }
    }

    private func end(_ subject: String, _ group: String?, _ cause: End.Cause, in state: inout State) {
        for (name, token) in state.tokens where token.subject == subject && (group ?? token.group) == token.group {
            state.tokens[name]?.isAlive = false
        }
        for (name, code) in state.codes where code.subject == subject {
            if group == nil || group == groups[code.client] { state.codes[name]?.isAlive = false }
        }
        state.ends.append(End(subject: subject, group: group, at: now(), cause: cause))
    }

    /// The late requests that were sent before `moment` take effect.
    func takeEffect(sentBefore moment: Date) {
        state.withLock { state in
            let due = state.late.filter { $0.sentAt <= moment }
            state.late.removeAll { $0.sentAt <= moment }
            for request in due { revoke(request.token, client: request.client, in: &state) }
        }
    }

    private func revoke(_ name: String, client: String, in state: inout State) {
        guard let token = state.tokens[name], token.client == client, token.isAlive else { return }
        if endsAuthorization {
            end(token.subject, token.group, .revoked, in: &state)
        } else {
            state.tokens[name]?.isAlive = false
        }
    }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        if request.url.hasSuffix("/auth/keys") {
            guard let key = try? Self.key.get() else { throw .connectFailed }
            return TransportResponse(status: 200, body: JSONWebKeySet(keys: [key.publicJSONWebKey]).json())
        }
        let form = Self.decode(request.body)
        if request.url.hasSuffix("/auth/revoke") { return try await revoke(form) }
        if form["grant_type"] == "refresh_token" { return refresh(form) }
        let answer = exchange(form)
        let meanwhile = state.withLock { state in
            defer { state.atExchange = nil }
            return state.atExchange
        }
        await meanwhile?()
        return answer
    }

    private func revoke(_ form: [String: String]) async throws(TransportFailure) -> TransportResponse {
        let (meanwhile, revoking) = state.withLock { state in
            defer { state.atRevoke = nil }
            return (state.atRevoke, state.revoking)
        }
        await meanwhile?()
        let (token, client) = (form["token"] ?? "", form["client_id"] ?? "")
        switch revoking {
        case .works: state.withLock { revoke(token, client: client, in: &$0) }
        case .isLate:
            state.withLock { $0.late.append((token, client, now())) }
            throw .timedOut
        case .isLost: throw .timedOut
        }
        return TransportResponse(status: 200, body: [])
    }

    private func refresh(_ form: [String: String]) -> TransportResponse {
        let token = state.withLock { $0.tokens[form["refresh_token"] ?? ""] }
        guard let token, token.isAlive, token.client == form["client_id"] else { return Self.invalidGrant }
        return TransportResponse(
            status: 200, body: Array(#"{"access_token":"again","token_type":"Bearer","expires_in":3600}"#.utf8))
    }

    private func exchange(_ form: [String: String]) -> TransportResponse {
        let name = form["code"] ?? ""
        let issued = state.withLock { state -> (code: Code, token: String)? in
            guard let code = state.codes.removeValue(forKey: name), code.isAlive, code.client == form["client_id"]
            else { return nil }
            state.serial += 1
            let token = "r\(state.serial)"
            state.tokens[token] = Token(
                subject: code.subject, group: groups[code.client] ?? "", client: code.client)
            return (code, token)
        }
        guard let issued else { return Self.invalidGrant }
        let access = "a" + issued.token
        var claims = claims(issued.code.subject, client: issued.code.client, nonce: issued.code.nonce)
        claims["at_hash"] = .string(Self.half(access))
        guard let token = try? Self.sign(claims) else { return Self.invalidGrant }
        let reply = JSONObject([
            ("access_token", .string(access)), ("token_type", "Bearer"), ("expires_in", 3600),
            ("refresh_token", .string(issued.token)), ("id_token", .string(token)),
        ])
        return TransportResponse(status: 200, body: reply.json)
    }

    /// The payload of an event's notification.
    func notification(_ type: String, about subject: String, to audience: String, at moment: Date, id: String) throws
        -> String
    {
        let event: JSONObject = [
            "type": .string(type), "sub": .string(subject),
            "event_time": .number(JSONNumber(Int((moment.timeIntervalSince1970 * 1000).rounded()))),
        ]
        let seconds = Int(now().timeIntervalSince1970)
        return try Self.sign([
            "iss": .string(issuer), "aud": .string(audience), "iat": .number(JSONNumber(seconds)),
            "exp": .number(JSONNumber(seconds + 86_400)), "jti": .string(id),
            "events": .string(String(decoding: event.json, as: UTF8.self)),
        ])
    }

    private func claims(_ subject: String, client: String, nonce: String) -> [String: JSONValue] {
        let seconds = Int(now().timeIntervalSince1970)
        return [
            "iss": .string(issuer), "aud": .string(client), "sub": .string(subject),
            "iat": .number(JSONNumber(seconds)), "exp": .number(JSONNumber(seconds + 86_400)), "nonce": .string(nonce),
            "nonce_supported": true,
        ]
    }

    private static let invalidGrant = TransportResponse(status: 400, body: Array(#"{"error":"invalid_grant"}"#.utf8))

    private static func sign(_ claims: [String: JSONValue]) throws -> String {
        let members = claims.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
        return try key.get().sign(payload: JSONObject(members).json)
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
