import Foundation

/// Interleaved rounds: every contender runs in every round, so that noise on the machine affects all of them alike.
struct Rounds {
    /// A name and an operation to repeat.
    struct Contender {
        let name: String
        /// Repeats the operation this many times, and returns the total processor time in microseconds.
        let spend: (Int) async throws -> Double

        /// Creates a contender for an operation in this process.
        init(name: String, body: @escaping () throws -> Void) {
            self.init(name: name) { count in
                let started = processorMicroseconds()
                for _ in 0..<count { try body() }
                return processorMicroseconds() - started
            }
        }

        /// Creates a contender for an asynchronous operation in this process.
        static func asynchronous(_ name: String, _ body: @escaping () async throws -> Void) -> Contender {
            Contender(name: name) { count in
                let started = processorMicroseconds()
                for _ in 0..<count { try await body() }
                return processorMicroseconds() - started
            }
        }

        /// Creates a contender that measures its own time, such as another process.
        init(name: String, spend: @escaping (Int) async throws -> Double) {
            self.name = name
            self.spend = spend
        }
    }

    /// Processor time in microseconds for one call, the median of the rounds, by contender.
    static func measure(_ contenders: [Contender], rounds: Int, callsPerRound: Int) async throws -> [String: Double] {
        var samples: [String: [Double]] = [:]
        for contender in contenders { _ = try await contender.spend(callsPerRound / 4) }
        for round in 1...rounds {
            for contender in contenders {
                let spent = try await contender.spend(callsPerRound)
                samples[contender.name, default: []].append(spent / Double(callsPerRound))
            }
            Progress.show("round \(round) of \(rounds)")
        }
        Progress.clear()
        return samples.mapValues(median)
    }

    /// The median of the values.
    static func median(_ values: [Double]) -> Double {
        let ordered = values.sorted()
        guard !ordered.isEmpty else { return .nan }
        let middle = ordered.count / 2
        return ordered.count.isMultiple(of: 2) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
    }
}

/// Processor time of all threads of this process so far. POSIX counts it in microseconds.
func processorMicroseconds() -> Double { Double(clock()) }
