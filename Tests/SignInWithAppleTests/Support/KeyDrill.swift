import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// Keys with which Apple might sign. Generating one takes a moment, so all tests share them.
enum AppleKey: String, CaseIterable, Sendable {
    case first, second, third

    private static let made = Result { try allCases.map { try TestApple(clients: [app], keyID: $0.rawValue) } }
    static let app = "com.example.app"

    func apple() throws -> TestApple {
        try Self.made.get()[Self.allCases.firstIndex(of: self) ?? 0]
    }

    static func set(_ keys: [AppleKey]) throws -> String {
        String(
            decoding: JSONWebKeySet(keys: try keys.map { try $0.apple().key.publicJSONWebKey }).json(), as: UTF8.self)
    }
}

/// Apple's key endpoint as several servers with their own sets, which answer in turn.
final class KeyEdges: @unchecked Sendable {  // the lock guards everything
    private let lock = NSLock()
    private var answers: [RecordingTransport.Answer] = []
    private var turn = 0
    private var asked: [String] = []

    func publish(_ sets: [[AppleKey]]) throws {
        let answers = try sets.map { RecordingTransport.Answer.json(try AppleKey.set($0)) }
        lock.withLock { self.answers = answers }
    }

    func answer(_ answers: RecordingTransport.Answer...) {
        lock.withLock { self.answers = answers }
    }

    var requests: [String] { lock.withLock { asked } }

    func next(_ request: TransportRequest) -> RecordingTransport.Answer {
        lock.withLock {
            asked.append(request.url)
            turn += 1
            return answers.isEmpty ? .failure(.connectFailed) : answers[(turn - 1) % answers.count]
        }
    }
}

/// One team's service with Apple's keys: people sign in while keys, servers and the clock change.
struct KeyDrill {
    enum Outcome: Equatable {
        case accepted
        case refused(String)
        case later(String, seconds: Int?)
    }

    let clock = TestClock(1_750_000_000)
    let edges = KeyEdges()
    let log = EventLog<KeySetEvent>()
    let keys: AppleKeySet
    let client: AppleClient

    init(_ published: [AppleKey]..., store: (any KeySetStore)? = nil) throws {
        try edges.publish(published)
        let transport = RecordingTransport { [edges] in edges.next($0) }
        let endpoints = AppleEndpoints.apple
        keys = AppleKeySet(
            endpoints: endpoints, transport: transport, now: { [clock] in clock.now }, jitter: { 0 }, store: store,
            observe: { [log] in log.record($0) })
        let app = ClientID(rawValue: AppleKey.app)
        client = AppleClient(
            configuration: try AppleAppConfiguration(
                teamID: TeamID(rawValue: "TEAM123456"), signingKeys: [.makeES256(keyID: "KEY1234567")],
                clientIDs: [app]),
            keys: keys, transport: transport, now: { [clock] in clock.now })
    }

    /// Signs in with a token that Apple signs with this key now.
    func signIn(_ key: AppleKey, claims: [(name: String, value: JSONValue)] = []) async throws -> Outcome {
        await outcome(
            of: try key.apple().identityToken(subject: "001234.abc.0001", nonce: "n-1", at: clock.now, claims: claims))
    }

    func outcome(of token: String) async -> Outcome {
        let outcome: Outcome
        do throws(TokenVerificationFailure) {
            _ = try await client.verify(token, nonce: .raw("n-1"), beside: .nothing)
            outcome = .accepted
        } catch {
            switch error {
            case .rejected(let rejection): outcome = .refused(rejection.code)
            case .unavailable(let failure): outcome = .later(failure.code, seconds: failure.retryAfter)
            }
        }
        // A background fetch must end before the clock advances.
        await keys.fetched()
        return outcome
    }

    /// Signs in and, if asked to wait, tries once more after that time.
    func signInPatiently(_ key: AppleKey) async throws -> Outcome {
        let first = try await signIn(key)
        switch first {
        case .accepted: return first
        case .refused: clock.advance(by: 30)
        case .later(_, let seconds): clock.advance(by: TimeInterval(seconds ?? 1))
        }
        return try await signIn(key)
    }

    /// A well-formed token with an unknown key id.
    static func forged(keyID: String) -> String {
        let header = Base64URL.encode(Array(#"{"kid":"\#(keyID)","alg":"RS256"}"#.utf8))
        return header + ".e30." + Base64URL.encode([UInt8](repeating: 1, count: 256))
    }

    func count(_ name: String) -> Int {
        log.events.filter { $0.name == name }.count
    }
}

/// Keeps a set in memory, or fails.
actor MemoryKeySetStore: KeySetStore {
    struct Broken: Error {}

    private(set) var kept: StoredKeySet?
    private let isBroken: Bool

    init(_ kept: StoredKeySet? = nil, isBroken: Bool = false) {
        self.kept = kept
        self.isBroken = isBroken
    }

    func load() async throws -> StoredKeySet? {
        if isBroken { throw Broken() }
        return kept
    }

    func save(_ set: StoredKeySet) async throws {
        if isBroken { throw Broken() }
        kept = set
    }
}
