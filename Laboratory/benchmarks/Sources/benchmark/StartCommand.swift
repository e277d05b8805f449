import ArgumentParser
import AsyncHTTPClient
import Foundation
import SignInAPI

/// Measures the time from starting a process to its first answer.
struct StartCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "start", abstract: "Time from starting each program to ready, beside starting `/bin/true`.")

    @Option(help: "Folder with release builds of siwa and apple-id-emulator.") var programs: String
    @Option(help: "Starts of each.") var rounds = 10
    @Option(help: "Write the table as JSON to this file.") var json: String?

    func run() async throws {
        var samples: [String: [Double]] = [:]
        for round in 1...rounds {
            samples["/bin/true", default: []].append(try await Self.emptyProcess())
            let (emulator, service) = try await SignInSystem.run(programs: programs) {
                ($0.emulator.secondsToReady, $0.service.secondsToReady)
            }
            samples["apple-id-emulator, to its first line", default: []].append(emulator * 1_000)
            samples["siwa serve, empty database, to its first line", default: []].append(service * 1_000)
            Progress.show("round \(round) of \(rounds)")
        }
        Progress.clear()
        var table = Table("Start to ready, wall clock, \(rounds) starts", columns: ["", "median ms", "slowest ms"])
        for (name, values) in samples.sorted(by: { $0.key < $1.key }) {
            table.add(name, digits(Rounds.median(values), 0), digits(values.max() ?? .nan, 0))
        }
        print(table.printed())
        if let json { try table.write(to: json) }
    }

    private static func emptyProcess() async throws -> Double {
        let started = Date()
        _ = try await output(of: "/bin/true", [])
        return Date().timeIntervalSince(started) * 1_000
    }
}
