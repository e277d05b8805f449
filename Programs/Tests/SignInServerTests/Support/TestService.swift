import AccountStorage
import Foundation
import HTTPConnections
import HTTPServing
import Hummingbird
import HummingbirdTesting
import JSONWebTokens
import ServiceLifecycle
import SignInBackground
import SignInFlows
import SignInWithApple
import TestDoubles
import Testing
import Waiting

@testable import SignInServer

/// The whole service in this process: real routes, flows, tokens and pages, with a scripted Apple and a test clock.
struct TestService: Sendable {
    let clock = TestClock()
    let apple: ScriptedApple
    let database: FaultyDatabase
    let log = CapturedLog()
    let metrics = ServiceMetrics()
    let service: SignInService
    let environment: SignInEnvironment

    var housekeeping: Housekeeping {
        Housekeeping(environment: environment, interval: .seconds(60), logger: log.logger)
    }

    var outbox: BackgroundWorker {
        .appleOutbox(
            of: environment, logger: log.logger, observe: { [metrics] in metrics.record(validation: $0) })
    }

    init(
        publicURL: String = "http://localhost:8080", isDemo: Bool = false, requestsPerMinute: Int = 0,
        trustedProxies: [String] = [], operators: [String] = ["127.0.0.0/8", "::1"], extraWebClient: Bool = false,
        registering others: [RegisteredClient]? = nil,
        of clientsOfTeam: ((RegisteredTeam) -> [RegisteredClient])? = nil,
        openID clients: [OpenIDClient]? = nil, policy: SignInPolicy = SignInPolicy(),
        languages: Languages? = nil, brands: Brands? = nil, emulator: String? = nil, proofURL: String? = nil,
        database: FaultyDatabase = FaultyDatabase(),
        adjust: (inout ServiceLimits) -> Void = { _ in }
    ) throws {
        self.database = database
        let (clock, metrics) = (clock, metrics)
        let now: @Sendable () -> Date = { clock.now }
        let apple = try ScriptedApple(now: now)
        self.apple = apple
        let url = try #require(PublicURL(publicURL))
        let keys = AppleKeySet(endpoints: try ScriptedApple.endpoints.get(), transport: apple, now: now)
        let team = RegisteredTeam(
            name: "main",
            apple: AppleClient(
                configuration: try AppleAppConfiguration(
                    teamID: TeamID(rawValue: "ABCDE12345"), signingKeys: [.makeES256(keyID: "KEY0000001")],
                    clientIDs: ["com.example.app", "com.example.web", "com.example.shop"].mapSet(ClientID.init(_:))),
                keys: keys, transport: apple, now: now, observe: { metrics.record($0) }))
        var registered = [
            RegisteredClient(
                name: "app", id: ClientID(rawValue: "com.example.app"), kind: .native, returnURLs: [], team: team),
            RegisteredClient(
                name: "web", id: ClientID(rawValue: "com.example.web"), kind: .web,
                returnURLs: ["https://www.example.com/welcome"], script: Self.script, team: team),
        ]
        if extraWebClient {
            registered.append(
                RegisteredClient(
                    name: "shop", id: ClientID(rawValue: "com.example.shop"), kind: .web, returnURLs: [], team: team))
        }
        let journal = isDemo ? SignInJournal(now: now) : nil
        let incidents = IncidentLog(log.logger)
        let health = AppleHealth(keys: keys, now: now)
        let accessTokens = try #require(
            AccessTokens(signingKey: .makeES256(keyID: "ours-1"), publicURL: url, audience: "example"))
        let languages = try languages ?? Languages()
        environment = SignInEnvironment(
            publicURL: url, serviceName: brands?.serviceName,
            clients: ClientDirectory(others ?? clientsOfTeam?(team) ?? registered),
            database: database, now: now,
            randomBytes: { count in (0..<count).map { _ in UInt8.random(in: .min ... .max) } },
            secrets: try #require(ServerSecrets(master: Array(repeating: 7, count: 32))),
            accessTokens: accessTokens,
            openID: try clients.map { clients in try Self.provider(clients, accessTokens) },
            language: languages.standard, policy: policy,
            observe: { journal?.record($0) },
            report: { incident in
                health.record(incident)
                incidents.write(incident)
            })
        var limits = ServiceLimits()
        limits.requestsPerMinute = requestsPerMinute
        limits.trustedProxies = trustedProxies.compactMap { AddressRange($0) }
        limits.operatorAddresses = operators.compactMap { AddressRange($0) }
        // Only tests of these times shorten them. A test that is slow must not lose its connection.
        limits.times = ConnectionTimes(idle: Patience.time, body: Patience.time, stalledAnswer: Patience.time)
        adjust(&limits)
        service = try SignInService(
            environment: environment, limits: limits, journal: journal, emulator: emulator, appleHealth: health,
            metrics: metrics, proofURL: proofURL, languages: languages, brands: brands, logger: log.logger)
    }

    /// The page with Apple's script: its return URL by origin.
    static let scriptOrigin = "https://www.example.com"
    private static let script = ScriptRegistration(
        returnURLs: [scriptOrigin: scriptOrigin + "/signin"], result: .tokens)

    /// An RSA key takes a moment to make, and no test depends on its value.
    private static let idTokenKey = Result { try SigningKey.makeRS256(keyID: "rsa-1") }

    private static func provider(
        _ clients: [OpenIDClient], _ accessTokens: AccessTokens
    ) throws -> OpenIDProvider {
        let idTokens = IDTokens(
            signingKey: try idTokenKey.get(), otherKeys: [], formerKeys: [], accessTokens: accessTokens,
            lifetime: .seconds(3_600))
        return OpenIDProvider(
            clients: OpenIDClientDirectory(clients), idTokens: try #require(idTokens), codeLifetime: .seconds(60))
    }

    enum Way { case router, live }

    /// Runs a test against the service, without sockets by default.
    func run<Value>(
        _ way: Way = .router, _ test: @escaping @Sendable (Caller) async throws -> Value
    ) async throws -> Value {
        let application = service.application(listen: ListenAddress(host: "127.0.0.1", port: 0))
        switch way {
        case .router:
            return try await application.test(.router) { router in
                try await test(Caller(client: ServiceClient(router: router), service: self))
            }
        case .live:
            return try await application.serve { connection, port in
                try await test(Caller(client: ServiceClient(connection: connection, port: port), service: self))
            }
        }
    }
}

extension TestService {
    /// Runs a test against the service as it is served, including the limits of its listening socket, which `run`
    /// lacks.
    func serve(_ test: (_ port: Int) async throws -> Void) async throws {
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let application = service.application(listen: ListenAddress(host: "127.0.0.1", port: 0)) {
            listening.yield($0)
        }
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [application], logger: log.logger))
        async let running: Void = group.run()
        var first = ports.makeAsyncIterator()
        let result: Result<Void, any Error>
        do {
            result = .success(try await test(try #require(await first.next())))
        } catch {
            result = .failure(error)
        }
        await group.triggerGracefulShutdown()
        try await running
        try result.get()
    }
}

extension Array {
    fileprivate func mapSet<Value: Hashable>(_ transform: (Element) -> Value) -> Set<Value> {
        Set(map(transform))
    }
}
