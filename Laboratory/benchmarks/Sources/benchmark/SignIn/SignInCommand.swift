import ArgumentParser
import Foundation
import JSONWebTokens
import SignInAPI

/// Goal P5, first form: a native sign-in of a known person over HTTP, durable, compared with the sum of its parts.
struct SignInCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sign-in", abstract: "Native sign-in over HTTP: time on the service's processor, rate, latency.")

    @Option(help: "Folder with release builds of siwa and apple-id-emulator.") var programs: String
    @Option(help: "Sign-ins measured.") var count = 4_000
    @Option(help: "Connections at once.") var connections = 64
    @Option(help: "Write the table as JSON to this file.") var json: String?

    func run() async throws {
        try await SignInSystem.run(programs: programs) { system in
            try await HTTPCalls.with(connections: connections) { calls in try await measure(system, calls) }
        }
    }

    private func measure(_ system: SignInSystem, _ calls: HTTPCalls) async throws {
        let load = ServiceLoad(system: system, calls: calls, connections: connections)
        _ = try await load.signInEverybody()
        let bodies = try await load.prepared(count)
        let memoryBefore = try system.service.residentMegabytes()
        let floor = try await load.emptyRequests(count)
        let signIns = try await load.signIns(bodies)
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

    private static func signature() throws -> Rounds.Contender {
        let key = SigningKey.makeES256(keyID: "BENCHMARK1")
        let message = Array(repeating: UInt8(ascii: "a"), count: 400)
        return .init(name: "P-256 signature") { _ = try key.signature(for: message) }
    }
}
