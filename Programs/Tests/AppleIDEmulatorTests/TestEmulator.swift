import Foundation
import HTTPServing
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import JSONWebTokens
import Logging
import NIOCore
import Synchronization
import Waiting

@testable import AppleIDEmulator

/// A clock that only the tests move.
final class TestClock: Sendable {
    private let seconds = Mutex(TimeInterval(1_790_000_000))

    var now: Int { Int(seconds.withLock { $0 }) }
    func advance(by span: Int) { seconds.withLock { $0 += TimeInterval(span) } }
    var source: @Sendable () -> Date { { Date(timeIntervalSince1970: self.seconds.withLock { $0 }) } }
}

extension CallLimits {
    static let patient = CallLimits(connect: Patience.time, call: Patience.time)
}

/// An emulator with two teams, and what a client needs to use it.
struct TestEmulator {
    static let baseURL = "http://idp.localhost:9080"
    static let returnURL = "https://app.example/web/callback"
    static let web = "com.example.web"
    static let app = "com.example.app"
    static let groupedApp = "com.example.app.watch"
    static let lonelyApp = "com.example.lonely"
    static let otherWeb = "org.other.web"
    static let otherReturnURL = "https://other.example/cb?from=apple"

    /// One key for all tests, since generating an RSA key takes longer than most of them.
    private static let signingKey = Result { try SigningKey.makeRS256(keyID: "SIGNING001") }

    let server: EmulatorServer
    let clock = TestClock()
    let key = SigningKey.makeES256(keyID: "TESTKEY001")
    let otherKey = SigningKey.makeES256(keyID: "OTHERKEY01")

    init(
        _ adjust: (inout EmulatorConfiguration) -> Void = { _ in },
        fetchDomainFile: @escaping DomainFetch = { _ in .unreachable },
        pause: @escaping @Sendable (Duration) async -> Void = { _ in }
    ) throws {
        var configuration = EmulatorConfiguration(
            listen: ListenAddress(host: "idp.localhost", port: 9_080), signingKeyCount: 1,
            teams: [
                "main": EmulatorTeam(
                    teamID: "EMUTEAM001", publicKeys: ["TESTKEY001": try Self.publicPEM(of: key)],
                    apps: [Self.app: nil, Self.groupedApp: Self.app, Self.lonelyApp: nil],
                    services: [
                        Self.web: EmulatorService(
                            primaryApp: Self.app,
                            returnURLs: [Self.returnURL, "http://127.0.0.1:*/cb", "http://localhost:8080/cb"])
                    ]),
                "other": EmulatorTeam(
                    teamID: "OTHERTEAM1", publicKeys: ["OTHERKEY01": try Self.publicPEM(of: otherKey)],
                    apps: ["org.other.app": nil],
                    services: [
                        Self.otherWeb: EmulatorService(
                            primaryApp: "org.other.app", returnURLs: [Self.otherReturnURL])
                    ]),
            ], people: ExampleSetup.people)
        adjust(&configuration)
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        server = try EmulatorServer(
            configuration: configuration, now: clock.source, randomBytes: nil, logger: logger,
            signingKey: try Self.signingKey.get(), callLimits: .patient, fetchDomainFile: fetchDomainFile,
            pause: pause)
    }

    /// The initial world of the emulator.
    var world: World {
        get throws { try server.configuration.makeWorld(now: clock.source) }
    }

    static func publicPEM(of key: SigningKey) throws -> String {
        try TeamKey.publicPEM(ofPrivateKeyPEM: key.pemRepresentation, keyID: key.keyID ?? "")
    }

    /// Runs `body` with a caller of the emulator's router, without sockets.
    func run<Value: Sendable>(_ body: @escaping @Sendable (Caller) async throws -> Value) async throws -> Value {
        let emulator = self
        return try await server.application().test(.router) { router in
            try await body(Caller(client: .router(router), port: nil, emulator: emulator))
        }
    }

    /// Runs `body` with a caller that uses real sockets.
    func runLive<Value: Sendable>(_ body: @escaping @Sendable (Caller) async throws -> Value) async throws -> Value {
        let emulator = self
        return try await server.application().serve { connection, port in
            try await body(Caller(client: .socket(connection), port: port, emulator: emulator))
        }
    }

    /// A valid secret with changed claims (nil removes one), and optionally with another header or key.
    func secret(
        for client: String = web, _ changes: [String: JSONValue?] = [:], header: String? = nil,
        key other: SigningKey? = nil
    ) throws -> String {
        let isOther = client.hasPrefix("org.other")
        var claims: [String: JSONValue] = [
            "iss": .string(isOther ? "OTHERTEAM1" : "EMUTEAM001"), "iat": .number(JSONNumber(clock.now)),
            "exp": .number(JSONNumber(clock.now + 300)), "aud": "https://appleid.apple.com", "sub": .string(client),
        ]
        for (name, value) in changes { claims[name] = value }
        let payload = JSONObject(claims.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }).json
        let key = other ?? (isOther ? otherKey : key)
        if let header { return try key.sign(header: Array(header.utf8), payload: payload) }
        return try key.sign(payload: payload)
    }
}

/// A complete response.
struct Reply: Sendable {
    let status: Int
    let headers: HTTPFields
    let text: String

    var json: JSONObject {
        get throws { try StrictJSONReader.readObject(Array(text.utf8), limits: TokenLimits(maximumBytes: 1 << 22)) }
    }

    func header(_ name: String) -> String? { HTTPField.Name(name).flatMap { headers[$0] } }
}

/// Sends requests to the emulator, as clients, browsers and tests do.
struct Caller: Sendable {
    enum Client: Sendable {
        case router(any TestClientProtocol)
        case socket(TestClient)
    }

    let client: Client
    /// Where the emulator listens; nil without sockets.
    let port: Int?
    let emulator: TestEmulator

    func send(
        _ method: HTTPRequest.Method, _ uri: String, headers: HTTPFields = [:], body: String? = nil
    ) async throws -> Reply {
        let body = body.map { ByteBuffer(string: $0) }
        switch client {
        case .router(let router):
            let answer = try await router.executeRequest(uri: uri, method: method, headers: headers, body: body)
            return Reply(status: answer.status.code, headers: answer.headers, text: String(buffer: answer.body))
        case .socket(let connection):
            var headers = headers
            headers[.connection] = "keep-alive"
            let answer = try await connection.execute(
                TestClient.Request(uri, method: method, authority: "localhost", headers: headers, body: body))
            return Reply(
                status: answer.status.code, headers: answer.headers, text: String(buffer: answer.body ?? ByteBuffer()))
        }
    }

    func post(
        _ path: String, _ fields: [(name: String, value: String)], cookie: String? = nil, language: String? = nil
    ) async throws -> Reply {
        var headers: HTTPFields = [.contentType: "application/x-www-form-urlencoded"]
        if let cookie { headers[.cookie] = cookie }
        headers[.acceptLanguage] = language
        return try await send(.post, path, headers: headers, body: FormFields.encode(fields))
    }

    func control(
        _ path: String, _ json: String, method: HTTPRequest.Method = .post
    ) async throws -> Reply {
        try await send(method, "/_emulator" + path, headers: [.contentType: "application/json"], body: json)
    }

    /// The URL of the web client's request, with changed parameters. Nil removes one.
    static func authorizeURL(_ changes: [String: String?] = [:]) -> String {
        var fields: [String: String] = [
            "client_id": TestEmulator.web, "redirect_uri": TestEmulator.returnURL, "response_type": "code id_token",
            "response_mode": "form_post", "scope": "name email", "state": "st-1", "nonce": "no-1",
        ]
        for (name, value) in changes { fields[name] = value }
        return "/auth/authorize?" + FormFields.encode(fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    /// What a browser would send to the return URL.
    func approve(
        _ person: String = "maya", _ changes: [String: String?] = [:], more: String = ""
    ) async throws -> JSONObject {
        let url = Self.authorizeURL(changes)
        let reply = try await control("/approvals", "{\"authorize_url\":\"\(url)\",\"person\":\"\(person)\"\(more)}")
        return try reply.json
    }

    /// A new code for the web client.
    func code(_ person: String = "maya", _ changes: [String: String?] = [:], more: String = "") async throws -> String {
        try await approve(person, changes, more: more)["fields"]?.object?.text("code") ?? "none"
    }

    func token(
        _ changes: [String: String?], client: String = TestEmulator.web, secret: String? = nil
    ) async throws -> Reply {
        var fields: [String: String] = [
            "client_id": client, "client_secret": try secret ?? emulator.secret(for: client),
            "grant_type": "authorization_code", "redirect_uri": TestEmulator.returnURL,
        ]
        for (name, value) in changes { fields[name] = value }
        return try await post("/auth/token", fields.sorted { $0.key < $1.key }.map { ($0.key, $0.value) })
    }

    func refresh(_ token: String, client: String = TestEmulator.web) async throws -> Reply {
        try await self.token(
            ["grant_type": "refresh_token", "refresh_token": token, "redirect_uri": nil], client: client)
    }

    /// The cause in the last log entry, which Apple would not reveal.
    func lastCause() async throws -> String? {
        let entries = try await control("/log", "", method: .get).json["entries"]?.array ?? []
        return entries.last { $0.object?.text("path")?.hasPrefix("/_emulator") == false }?.object?.text("cause")
    }
}

/// The claims of a token, without verification.
func payload(of token: String?) throws -> JSONObject {
    try StrictJSONReader.readObject(try CompactJWS(token ?? "").payload, limits: .standard)
}
