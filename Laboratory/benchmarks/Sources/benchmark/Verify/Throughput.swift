import Foundation

/// Goal P2: the throughput of several tasks compared with one.
struct Throughput {
    let tasks: Int
    /// A multiple of the throughput of one task, the median of the rounds, by the wall clock.
    let gain: Double
    /// Processor time in microseconds for one call.
    let processor: Double

    /// Measures each number of tasks. In every round one task runs alone for comparison.
    static func measure(
        tasks counts: [Int], rounds: Int, calls: Int, _ body: @escaping @Sendable () throws -> Void
    ) async throws -> [Throughput] {
        var gains: [Int: [Double]] = [:]
        var costs: [Int: [Double]] = [:]
        for round in 1...rounds {
            let alone = try await run(tasks: 1, calls: calls, body)
            for count in counts {
                let spent = count == 1 ? alone : try await run(tasks: count, calls: calls * 2, body)
                gains[count, default: []].append(spent.perSecond / alone.perSecond)
                costs[count, default: []].append(spent.processor)
            }
            Progress.show("several tasks: round \(round) of \(rounds)")
        }
        Progress.clear()
        return counts.map {
            Throughput(tasks: $0, gain: Rounds.median(gains[$0] ?? []), processor: Rounds.median(costs[$0] ?? []))
        }
    }

    private static func run(
        tasks: Int, calls: Int, _ body: @escaping @Sendable () throws -> Void
    ) async throws -> (perSecond: Double, processor: Double) {
        let each = calls / tasks
        let started = Date()
        let before = processorMicroseconds()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<tasks {
                group.addTask {
                    for _ in 0..<each { try body() }
                }
            }
            try await group.waitForAll()
        }
        let done = Double(each * tasks)
        return (done / Date().timeIntervalSince(started), (processorMicroseconds() - before) / done)
    }
}
