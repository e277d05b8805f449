import Foundation
import JSONWebTokens

/// The limits of this machine, measured in the same run.
struct MachineLimits {
    /// Durable writes of 4 KiB per second, one after another.
    let syncs: Double
    /// Processor time in microseconds.
    let verification: Double
    let signature: Double
    /// Processor time in microseconds for the rows of one sign-in, written directly to SQLite with a hundred sign-ins
    /// per durable commit.
    let rows: Double

    /// - Parameter rows: the script that writes the rows.
    static func measure(rows script: String) async throws -> MachineLimits {
        let fixture = try TokenFixture()
        let key = SigningKey.makeES256(keyID: "BENCHMARK1")
        let message = Array(repeating: UInt8(ascii: "a"), count: 400)
        let signing = Rounds.Contender(name: "P-256 signature") { _ = try key.signature(for: message) }
        let parts = try await Rounds.measure([fixture.verification, signing], rounds: 5, callsPerRound: 2_000)
        return MachineLimits(
            syncs: try syncsPerSecond(), verification: parts[fixture.verification.name] ?? .nan,
            signature: parts[signing.name] ?? .nan, rows: try await microseconds(of: script))
    }

    private static func microseconds(of script: String) async throws -> Double {
        let text = try await output(of: "/usr/bin/env", ["python3", script])
        guard let value = Double(text.trimmingCharacters(in: .whitespacesAndNewlines)) else {
            throw BenchmarkFault("\(script) gave no number: \(text)")
        }
        return value
    }

    private static func syncsPerSecond() throws -> Double {
        let path = NSTemporaryDirectory() + "siwa-benchmark-sync-\(UUID().uuidString)"
        let file = open(path, O_CREAT | O_RDWR, 0o600)
        guard file >= 0 else { throw BenchmarkFault("\(path) cannot be written") }
        defer {
            close(file)
            unlink(path)
        }
        let block = [UInt8](repeating: 1, count: 4_096)
        let started = Date()
        var count = 0
        while Date().timeIntervalSince(started) < 2 {
            guard pwrite(file, block, block.count, off_t(count % 256) * 4_096) == block.count, fsync(file) == 0 else {
                throw BenchmarkFault("\(path) cannot be written")
            }
            count += 1
        }
        return Double(count) / Date().timeIntervalSince(started)
    }

    /// Transactions per second of the same statements with PostgreSQL's own load generator, which does nothing else.
    static func pgbench(_ statements: String, at database: String) async throws -> Double {
        let text = try await output(
            of: "/usr/bin/env",
            [
                "pgbench", "--no-vacuum", "--client", "32", "--jobs", "2", "--transactions", "400", "--protocol",
                "prepared", "--file", statements, database,
            ])
        let rate = text.split(separator: "\n").first { $0.hasPrefix("tps = ") }?.dropFirst(6).prefix { $0 != " " }
        guard let rate, let value = Double(rate) else { throw BenchmarkFault("pgbench gave no rate: \(text)") }
        return value
    }
}
