import AccountStorage
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

/// Records elements in order.
final class Recorder<Element: Sendable>: Sendable {
    private let elements = Mutex<[Element]>([])

    var all: [Element] { elements.withLock { $0 } }

    func append(_ element: Element) {
        elements.withLock { $0.append(element) }
    }
}

/// Everything that survives a restart: the database, Apple, the clock and the secrets.
struct Surroundings: Sendable {
    let clock: TestClock
    let apple: ScriptedApple
    let database = FaultyDatabase()
    var secrets: ServerSecrets
    let accessTokenKey = SigningKey.makeES256(keyID: "ours-1")

    init() throws {
        let clock = TestClock()
        self.clock = clock
        apple = try ScriptedApple { clock.now }
        secrets = try #require(ServerSecrets(master: Array(repeating: 7, count: 32)))
    }
}

/// A whole service without HTTP: real flows, a real Apple client and real tokens, with a scripted Apple.
struct World: Sendable {
    static let callback = "http://localhost:8080/web/callback"

    let surroundings: Surroundings
    let environment: SignInEnvironment
    let incidents = Recorder<SignInIncident>()
    let steps = Recorder<SignInStep>()

    var clock: TestClock { surroundings.clock }
    var apple: ScriptedApple { surroundings.apple }
    var database: FaultyDatabase { surroundings.database }

    /// - Parameters:
    ///   - openID: the clients of the OpenID Provider; none if the service is none.
    ///   - surroundings: those of an earlier process, to simulate a restart.
    ///   - removed: the names of clients that are not configured.
    ///   - withSecondGroup: whether the first team has a second group of apps, with the client `second`.
    ///   - teamID: the team of all clients but `other`; the second team once a transfer is over and no longer configured.
    ///   - isMoving: whether the first team's clients move to the second team, in the transfer `sale`.
    ///   - isSignInOn: whether the first team is switched on.
    ///   - observe: awaited at each step, after it was recorded.
    init(
        _ surroundings: Surroundings? = nil, policy: SignInPolicy = SignInPolicy(), restoredAt: Date? = nil,
        without removed: Set<String> = [], withSecondGroup: Bool = false,
        ofTeam teamID: String = World.giver, isMoving: Bool = false, isSignInOn: Bool = true,
        hashing: HashingPool = HashingPool(size: 1),
        answers: PacedAnswers = .atOnce, openID: [OpenIDClient] = [],
        observe: @escaping @Sendable (SignInStep) async -> Void = { _ in }
    ) throws {
        let surroundings = try surroundings ?? Surroundings()
        self.surroundings = surroundings
        let without = withSecondGroup ? removed : removed.union(["second"])
        let all = try World.clients(surroundings, ofTeam: teamID, isSignInOn: isSignInOn, isMoving: isMoving)
        let clients = all.filter { !without.contains($0.name) }
        let publicURL = try #require(PublicURL("http://localhost:8080"))
        let (steps, incidents, clock) = (steps, incidents, surroundings.clock)
        let accessTokens = try #require(
            AccessTokens(signingKey: surroundings.accessTokenKey, publicURL: publicURL, audience: "example"))
        environment = try SignInEnvironment(
            publicURL: publicURL, clients: ClientDirectory(clients), database: surroundings.database,
            now: { clock.now },
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            secrets: surroundings.secrets,
            accessTokens: accessTokens,
            openID: openID.isEmpty ? nil : try World.provider(openID, accessTokens),
            language: .test(), policy: policy, restoredAt: restoredAt, hashing: hashing, answers: answers,
            observe: { step in
                steps.append(step)
                await observe(step)
            },
            report: { incidents.append($0) })
    }

    private static func clients(
        _ surroundings: Surroundings, ofTeam teamID: String, isSignInOn: Bool, isMoving: Bool
    ) throws -> [RegisteredClient] {
        let team = try team(
            teamID, clients: ["com.example.app", "com.example.web", "com.example.android", "com.example.second"],
            isSignInOn: isSignInOn, surroundings)
        let moving: Set<String> = isMoving ? ["com.example.app", "com.example.web", "com.example.android"] : []
        let other = try World.team("TEAM000002", clients: moving.union(["com.example.other"]), surroundings)
        let transfer =
            isMoving
            ? RegisteredTransfer(
                name: "sale", from: (team.teamID, team), to: (other.teamID, other), issuer: team.issuer,
                clients: moving.map { ClientID(rawValue: $0) }) : nil
        let web = ["https://app.example.com/done", "http://localhost:3000/"]
        return [
            RegisteredClient(
                name: "app", id: ClientID(rawValue: "com.example.app"), kind: .native, returnURLs: [], team: team,
                transfer: transfer),
            RegisteredClient(
                name: "web", id: ClientID(rawValue: "com.example.web"), kind: .web, returnURLs: web, team: team,
                transfer: transfer),
            RegisteredClient(
                name: "android", id: ClientID(rawValue: "com.example.android"), kind: .android, returnURLs: [],
                scopes: [.email], team: team, transfer: transfer),
            RegisteredClient(
                name: "second", id: ClientID(rawValue: "com.example.second"), kind: .native, returnURLs: [], team: team,
                primaryAppID: ClientID(rawValue: "com.example.second")),
            RegisteredClient(
                name: "other", id: ClientID(rawValue: "com.example.other"), kind: .native, returnURLs: [], team: other),
        ]
    }

    private static func team(
        _ id: String, clients: Set<String>, isSignInOn: Bool = true, _ surroundings: Surroundings
    ) throws -> RegisteredTeam {
        let endpoints = try ScriptedApple.endpoints.get()
        let clock = surroundings.clock
        let keys = AppleKeySet(endpoints: endpoints, transport: surroundings.apple, now: { clock.now })
        let configuration = try AppleAppConfiguration(
            teamID: TeamID(rawValue: id), signingKeys: [SigningKey.makeES256(keyID: "SECRETKEY1")],
            clientIDs: Set(clients.map { ClientID(rawValue: $0) }))
        let apple = AppleClient(
            configuration: configuration, keys: keys, transport: surroundings.apple,
            now: { clock.now })
        return RegisteredTeam(name: id.lowercased(), apple: apple, isSignInOn: isSignInOn)
    }
}
