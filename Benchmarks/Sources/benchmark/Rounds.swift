import Foundation

/// Interleaved rounds: every contender runs in every round, so that a noisy machine disturbs all of them alike.
struct Rounds {
    /// A name and something to do many times.
    struct Contender {
        let name: String
        /// Does it so many times and returns the microseconds of processor time that all of them took.
        let spend: (Int) async throws -> Double

        /// Something this process does.
        init(name: String, body: @escaping () throws -> Void) {
            self.init(name: name) { count in
                let started = processorMicroseconds()
                for _ in 0..<count { try body() }
                return processorMicroseconds() - started
            }
        }

        /// Something this process does in asynchronous code.
        static func asynchronous(_ name: String, _ body: @escaping () async throws -> Void) -> Contender {
            Contender(name: name) { count in
                let started = processorMicroseconds()
                for _ in 0..<count { try await body() }
                return processorMicroseconds() - started
            }
        }

        /// Something that knows itself what it took, such as another process.
        init(name: String, spend: @escaping (Int) async throws -> Double) {
            self.name = name
            self.spend = spend
        }
    }

    /// Microseconds of processor time for one call, median over the rounds, by contender.
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

    /// The middle of the values.
    static func median(_ values: [Double]) -> Double {
        let ordered = values.sorted()
        guard !ordered.isEmpty else { return .nan }
        let middle = ordered.count / 2
        return ordered.count.isMultiple(of: 2) ? (ordered[middle - 1] + ordered[middle]) / 2 : ordered[middle]
    }
}

/// Processor time that this process has used so far, on all its threads: POSIX counts it in microseconds.
func processorMicroseconds() -> Double { Double(clock()) }
