import ArgumentParser
import Foundation
import SignInAPI

/// Goals P16 and P20: the cost of a request with one and with many connections, compared with a bare Hummingbird
/// application.
struct ConnectionsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "connections",
        abstract:
            "An empty request, a renewal and a session check at 1, 32 and 128 connections, beside Hummingbird alone.")

    @Option(help: "Folder with release builds of siwa and apple-id-emulator.") var programs: String
    @Option(help: "A release build of bare-hummingbird.") var bare: String
    @Option(help: "Requests in a round with many connections; an eighth of them with one.") var count = 8_000
    @Option(help: "Rounds.") var rounds = 5
    @Option(help: "Write the table as JSON to this file.") var json: String?

    /// One kind of request in one round.
    private struct Sample {
        let processor: Double
        let switches: Double
        let p50: Double
        let p99: Double
    }

    func run() async throws {
        var table = Table(
            "Processor time and context switches of the server for one request, median of \(rounds) interleaved rounds",
            columns: ["", "server µs", "over bare", "switches", "p50 ms", "p99 ms", "goal"])
        for connections in [1, 32, 128] { try await measure(connections, into: &table) }
        print(table.printed())
        if let json { try table.write(to: json) }
    }

    private func measure(_ connections: Int, into table: inout Table) async throws {
        let count = connections == 1 ? count / 8 : count
        let samples = try await SignInSystem.run(programs: programs) { system in
            let log = FileManager.default.temporaryDirectory.appendingPathComponent("bare-\(UUID().uuidString).log")
                .path
            defer { try? FileManager.default.removeItem(atPath: log) }
            let bare = try await MeasuredProgram(self.bare, [], log: log)
            let samples = try await HTTPCalls.with(connections: connections) { calls in
                try await self.samples(system, bare, calls, connections, count)
            }
            await bare.stop()
            return samples
        }
        let alone = Rounds.median(samples["bare", default: []].map(\.processor))
        let names = [
            "bare": "bare Hummingbird", "live": "empty request", "refresh": "renewal", "check": "session check",
        ]
        for kind in ["bare", "live", "refresh", "check"] {
            let found = samples[kind, default: []]
            let processor = Rounds.median(found.map(\.processor))
            let goal = kind == "live" ? (processor / alone <= 1.3 ? "≤ 1.3: met" : "≤ 1.3: NOT met") : ""
            table.add(
                "\(connections) connection\(connections == 1 ? "" : "s"): \(names[kind] ?? kind)", digits(processor, 1),
                digits(processor / alone), digits(Rounds.median(found.map(\.switches))),
                digits(Rounds.median(found.map(\.p50))), digits(Rounds.median(found.map(\.p99))), goal)
        }
    }

    private func samples(
        _ system: SignInSystem, _ bare: MeasuredProgram, _ calls: HTTPCalls, _ connections: Int, _ count: Int
    ) async throws -> [String: [Sample]] {
        let load = ServiceLoad(system: system, calls: calls, connections: connections)
        var clients = try await load.signInEverybody()
        let access = try await load.renewed(clients.removeLast()).accessToken
        clients = Array(clients.prefix(connections))
        var samples: [String: [Sample]] = [:]
        for round in 0...rounds {
            for kind in ["bare", "live", "refresh", "check"].shuffled() {
                let program = kind == "bare" ? bare : system.service
                let (before, switched) = (try program.processorMicroseconds(), program.contextSwitches())
                let milliseconds: [Double]
                switch kind {
                case "refresh": (milliseconds, _, clients) = try await load.renewals(count, of: clients)
                case "check":
                    let url = system.addresses.service + Paths.account
                    (milliseconds, _) = try await HTTPCalls.load(count, connections: connections) { _ in
                        _ = try await calls.get(url, bearer: access)
                    }
                default:
                    let url = program.baseURL + Paths.live
                    (milliseconds, _) = try await HTTPCalls.load(count, connections: connections) { _ in
                        _ = try await calls.get(url)
                    }
                }
                let done = Double(milliseconds.count)
                let sample = Sample(
                    processor: (try program.processorMicroseconds() - before) / done,
                    switches: Double(program.contextSwitches() - switched) / done,
                    p50: milliseconds[milliseconds.count / 2], p99: milliseconds[milliseconds.count * 99 / 100])
                // The first round is a warm-up.
                if round > 0 { samples[kind, default: []].append(sample) }
            }
            Progress.show("\(connections) connections, round \(round) of \(rounds)")
        }
        Progress.clear()
        return samples
    }
}
