import Foundation

/// Interleaved rounds: every contender runs in every round, so that a noisy machine disturbs all of them alike.
struct Rounds {
    /// A name and something to do once.
    struct Contender {
        let name: String
        let body: () throws -> Void
    }

    /// Microseconds of this thread's processor time for one call, median over the rounds, by contender.
    static func measure(_ contenders: [Contender], rounds: Int, callsPerRound: Int) throws -> [String: Double] {
        var samples: [String: [Double]] = [:]
        for contender in contenders { try repeated(contender, callsPerRound / 4) }
        for round in 1...rounds {
            for contender in contenders {
                let spent = try processorTime { try repeated(contender, callsPerRound) }
                samples[contender.name, default: []].append(spent / Double(callsPerRound))
            }
            Progress.show("round \(round) of \(rounds)")
        }
        Progress.clear()
        return samples.mapValues(median)
    }

    private static func repeated(_ contender: Contender, _ count: Int) throws {
        for _ in 0..<count { try contender.body() }
    }

    private static func processorTime(_ body: () throws -> Void) rethrows -> Double {
        let started = threadMicroseconds()
        try body()
        return threadMicroseconds() - started
    }

    private static func threadMicroseconds() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
        return Double(time.tv_sec) * 1e6 + Double(time.tv_nsec) / 1e3
    }

    /// The middle of the values.
    static func median(_ values: [Double]) -> Double {
        let ordered = values.sorted()
        guard !ordered.isEmpty else { return .nan }
        let middle = ordered.count / 2
        return ordered.count.isMultiple(of: 2) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
    }
}
