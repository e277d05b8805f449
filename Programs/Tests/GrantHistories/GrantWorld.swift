import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple
import Synchronization

@testable import SignInFlows

/// A whole service without HTTP over any database, with a model of Apple, and a model of what must hold.
actor GrantWorld {
    /// A client of the service: two of one group of apps, and one of another.
    struct Client {
        let name: String
        let id: String
        let group: String
        let isWeb: Bool
    }

    struct ModelSession {
        let id: SessionID
        let account: AccountID
        let subject: String
        let client: Client
        let began: Date
        let hasToken: Bool
        /// Whether the service was told to end it.
        var isEnded = false
        /// Whether its identity was unlinked while it stayed.
        var isUnlinked = false
    }

    /// An event that Apple reports, once or more, or never.
    struct Event {
        let id: String
        let kind: String
        let subject: String
        let group: String
        let at: Date
        var isDelivered = false
    }

    static let clients = [
        Client(name: "app", id: "com.example.app", group: "com.example.app", isWeb: false),
        Client(name: "web", id: "com.example.web", group: "com.example.app", isWeb: true),
        Client(name: "other", id: "com.example.other", group: "com.example.other", isWeb: false),
    ]

    private final class Clock: Sendable {
        private let moment: Mutex<Date>
        init(_ moment: Date) { self.moment = Mutex(moment) }
        var now: Date { moment.withLock { $0 } }
        func advance(_ seconds: Double) { moment.withLock { $0 += seconds } }
    }

    let apple: ModelApple
    let environment: SignInEnvironment
    private let clock: Clock
    private let run: Int
    var sessions: [ModelSession] = []
    var events: [Event] = []
    var gone: Set<String> = []
    /// Whether the account of the current sign-in may be deleted meanwhile.
    var isDeleting = false
    /// Whether the person of the current sign-in withdraws the consent meanwhile.
    var isStopping = false
    /// Whether the current sign-in takes place while requests to revoke leave.
    var isRevoking = false
    /// What broke while Apple processed a request.
    var meanwhileFailure: (any Error)?

    private static let secrets = ServerSecrets(master: Array(repeating: 7, count: 32))
    private static let clientKey = SigningKey.makeES256(keyID: "SECRETKEY1")
    private static let accessKey = SigningKey.makeES256(keyID: "ours-1")
    private static let language = Result { () throws -> Language in
        var folder = URL(fileURLWithPath: #filePath)
        while folder.lastPathComponent != "Tests" { folder.deleteLastPathComponent() }
        let file = folder.appendingPathComponent("../Service/SignInServer/Languages/Files/en.json")
        return try LanguageFile.read(Array(Data(contentsOf: file)), tag: "en", reference: nil)
    }

    struct NotPrepared: Error {}

    init(database: any AccountDatabase, run: Int, endsAuthorization: Bool) async throws {
        self.run = run
        // Later histories are later, so that nothing of an earlier one is newer.
        let clock = Clock(Date(timeIntervalSince1970: 1_790_000_000 + Double(run) * 100 * 86_400))
        self.clock = clock
        let groups = Dictionary(uniqueKeysWithValues: Self.clients.map { ($0.id, $0.group) })
        let apple = try ModelApple(groups: groups, endsAuthorization: endsAuthorization, now: { clock.now })
        self.apple = apple
        let keys = AppleKeySet(
            endpoints: try ModelApple.endpoints.get(), transport: apple, now: { clock.now })
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: "TEAM000001"), signingKeys: [Self.clientKey],
            clientIDs: Set(Self.clients.map { ClientID(rawValue: $0.id) }))
        let team = RegisteredTeam(
            name: "team",
            apple: AppleClient(configuration: configuration, keys: keys, transport: apple, now: { clock.now }))
        let clients = Self.clients.map { client in
            RegisteredClient(
                name: client.name, id: ClientID(rawValue: client.id), kind: client.isWeb ? .web : .native,
                returnURLs: [], team: team, primaryAppID: ClientID(rawValue: client.group))
        }
        var policy = SignInPolicy()
        policy.idleLifetime = .seconds(90 * 86_400)
        guard let secrets = Self.secrets, let url = PublicURL("http://localhost:8080"),
            let tokens = AccessTokens(signingKey: Self.accessKey, publicURL: url, audience: "example")
        else { throw NotPrepared() }
        environment = SignInEnvironment(
            publicURL: url, clients: ClientDirectory(clients), database: database, now: { clock.now },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            secrets: secrets, accessTokens: tokens, language: try Self.language.get(), policy: policy)
    }

    var now: Date { clock.now }

    func subject(_ person: Int) -> String {
        let number = String(format: "%032x", run * 2 + person)
        return "001234.\(number).0001"
    }

    /// Time passes. A request is late by less than two minutes.
    func advance(_ seconds: Double) {
        clock.advance(seconds)
        apple.takeEffect(sentBefore: now.addingTimeInterval(-100))
    }

    func live() async throws -> [ModelSession] {
        var live: [ModelSession] = []
        for session in sessions where try await isLive(session.id) { live.append(session) }
        return live
    }

    func isLive(_ id: SessionID) async throws -> Bool {
        let session = try await environment.read { records in try records.findSession(id) }
        return session.map { $0.endedAt == nil } ?? false
    }

    /// The current tokens and all that the service holds, opened.
    func heldTokens(of subject: String) async throws -> (current: [String: String], all: Set<String>) {
        let identity = IdentityID.derived(
            issuer: try ModelApple.endpoints.get().issuer, teamID: "TEAM000001", subject: subject)
        let vault = environment.secrets.vault
        return try await environment.read { records in
            func open(_ sealed: [UInt8], _ client: String) -> String? {
                vault.openRefreshToken(sealed, identity: identity, clientID: ClientID(rawValue: client))?.secretValue
            }
            var (current, all): ([String: String], Set<String>) = ([:], [])
            for grant in try records.findGrants(of: identity) {
                guard let token = grant.sealedRefreshToken.flatMap({ open($0, grant.clientID) }) else { continue }
                current[grant.clientID] = token
                all.insert(token)
            }
            for kept in try records.findReplacedGrants(of: identity) {
                if let token = open(kept.sealedRefreshToken, kept.clientID) { all.insert(token) }
            }
            for item in try records.findOutboxItems(ofIdentity: identity) where item.kind == .revocation {
                if let token = open(item.sealedRefreshToken, item.clientID) { all.insert(token) }
            }
            return (current, all)
        }
    }
}
