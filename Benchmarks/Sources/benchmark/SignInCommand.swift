import ArgumentParser
import AsyncHTTPClient
import Foundation
import JSONWebTokens
import SignInAPI

/// Goal P5, first form: a native sign-in of a known person over HTTP, durable, against the sum of its parts.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Native sign-in over HTTP: time on the service's processor, rate, latency.")

    @Option(help: "Folder with release builds of siwa and apple-id-emulator.") var programs: String
    @Option(help: "Sign-ins measured.") var count = 4_000
    @Option(help: "Connections at once.") var connections = 64
    @Option(help: "Write the table as JSON to this file.") var json: String?

    func run() async throws {
        let system = try SignInSystem(programs: programs)
        defer { system.stop() }
        let calls = HTTPCalls(client: HTTPClient(eventLoopGroupProvider: .singleton))
        do {
            try await measure(system, calls)
        } catch {
            try? await calls.client.shutdown()
            throw error
        }
        try await calls.client.shutdown()
    }

    private func measure(_ system: SignInSystem, _ calls: HTTPCalls) async throws {
        let addresses = system.addresses
        let known = try await prepared(SignInSystem.people, addresses, calls, withCode: true)
        let signIn = addresses.service + Paths.nativeSignIn
        for body in known { _ = try await calls.post(signIn, body) }
        let bodies = try await prepared(count, addresses, calls, withCode: false)
        let memoryBefore = try system.service.residentMegabytes()
        let floor = try await spent(system) { _ in _ = try await calls.get(addresses.service + Paths.live) }
        let signIns = try await spent(system) { index in _ = try await calls.post(signIn, bodies[index]) }
        let fixture = try TokenFixture()
        let parts = try await Rounds.measure(
            [fixture.verification, try Self.signature()], rounds: 5, callsPerRound: 2_000)
        let verification = parts[fixture.verification.name] ?? .nan
        let signing = parts["P-256 signature"] ?? .nan
        let sum = floor.processor + verification + signing
        var table = Table(
            "Native sign-in of a known person, SQLite FULL, \(connections) connections, \(count) sign-ins, load from a second process",
            columns: ["", "server µs", "per second", "p50 ms", "p99 ms"])
        table.add(
            "empty request (GET \(Paths.live))", digits(floor.processor, 1), digits(floor.rate, 0), digits(floor.p50),
            digits(floor.p99))
        table.add("verification + P-256 signature", digits(verification + signing, 1), "", "", "")
        table.add(
            "native sign-in", digits(signIns.processor, 1), digits(signIns.rate, 0), digits(signIns.p50),
            digits(signIns.p99))
        table.add("sign-in over the sum above", digits(signIns.processor / sum), "", "", "")
        table.add(
            "memory before / after, MB", digits(memoryBefore, 0), digits(try system.service.residentMegabytes(), 0), "",
            "")
        print(table.printed())
        if let json { try table.write(to: json) }
    }

    private struct Spent {
        let processor: Double
        let rate: Double
        let p50: Double
        let p99: Double
    }

    private func spent(_ system: SignInSystem, _ call: @escaping @Sendable (Int) async throws -> Void) async throws
        -> Spent
    {
        let before = try system.service.processorMicroseconds()
        let (milliseconds, seconds) = try await HTTPCalls.load(count, connections: connections, call)
        let after = try system.service.processorMicroseconds()
        return Spent(
            processor: (after - before) / Double(count), rate: Double(count) / seconds,
            p50: milliseconds[count / 2], p99: milliseconds[count * 99 / 100])
    }

    private static func signature() throws -> Rounds.Contender {
        let key = SigningKey.makeES256(keyID: "BENCHMARK1")
        let message = Array(repeating: UInt8(ascii: "a"), count: 400)
        return .init(name: "P-256 signature") { _ = try key.signature(for: message) }
    }

    /// Attempts opened at the service and answered by the emulator's device: bodies ready to be posted.
    private func prepared(_ count: Int, _ addresses: SignInSystem.Addresses, _ calls: HTTPCalls, withCode: Bool)
        async throws
        -> [Data]
    {
        var bodies: [Data] = []
        for start in stride(from: 0, to: count, by: 16) {
            let part = try await withThrowingTaskGroup(of: Data.self) { group in
                for number in start..<min(start + 16, count) {
                    group.addTask { try await credential(number, addresses, calls, withCode: withCode) }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            bodies += part
            Progress.show("preparing \(bodies.count) of \(count)")
        }
        Progress.clear()
        return bodies
    }

    private func credential(_ number: Int, _ addresses: SignInSystem.Addresses, _ calls: HTTPCalls, withCode: Bool)
        async throws
        -> Data
    {
        let attempt = try await calls.post(
            addresses.service + Paths.nativeAttempts, ["client": "app"], as: NativeAttemptReply.self)
        let hashed = Nonce.hashed(attempt.nonce)
        let credential = try await calls.post(
            addresses.emulator + "/_emulator/device/credentials",
            ["person": "person\(number % SignInSystem.people)", "bundle_id": "com.example.app", "nonce": hashed],
            as: Credential.self)
        return try JSONEncoder().encode(
            NativeSignInRequest(
                attempt: attempt.attempt, identityToken: credential.identityToken,
                code: withCode ? credential.authorizationCode : nil))
    }

    private struct Credential: Decodable {
        let identityToken: String
        let authorizationCode: String

        enum CodingKeys: String, CodingKey {
            case identityToken = "identity_token"
            case authorizationCode = "authorization_code"
        }
    }
}
