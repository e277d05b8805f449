import ArgumentParser
import CAllocations
import Foundation
import JSONWebTokens
import SignInWithApple

/// Goal P3: the cost of refusing a hostile token, in processor time and in memory.
///
/// It is compared with the complete verification of an honest token *of the same length*. A long token must be hashed
/// and decoded before it is known who signed it, and an honest one of that length costs the same.
struct RefusalCost {
    let family: String
    let name: String
    let isSigned: Bool
    let microseconds: Double
    /// The cost as a multiple of the honest verification of a token of that length.
    let ofSameLength: Double
    /// Bytes of the largest block, and of all blocks together, divided by the token's own bytes (counted as 1,024 if
    /// fewer).
    let largestBlock: Double
    let allBlocks: Double

    static func measure(_ tokens: [HostileTokens.Token], fixture: TokenFixture) throws -> [RefusalCost] {
        let honest = try HonestCost(fixture)
        return try tokens.compactMap { token in
            // A key set without a usable key cannot make a verifier.
            guard let verifier = try? TokenFixture.verifier(for: TokenFixture.clientID, keys: token.keys) else {
                return nil
            }
            let refuse = {
                guard
                    (try? verifier.verify(
                        token.text, nonce: .raw(TokenFixture.nonce), beside: .nothing, at: fixture.now)) == nil
                else { throw ValidationError("accepted: \(token.family): \(token.name)") }
            }
            Progress.show("\(token.family): \(token.name)")
            let spent = try Self.microseconds(refuse)
            allocations_start()
            let outcome = Result { try refuse() }
            let seen = allocations_stop()
            try outcome.get()
            let length = token.text.utf8.count
            let measure = Double(max(length, 1_024))
            return RefusalCost(
                family: token.family, name: token.name, isSigned: token.isSigned, microseconds: spent,
                ofSameLength: spent / honest.microseconds(length),
                largestBlock: Double(seen.largest) / measure, allBlocks: Double(seen.bytes) / measure)
        }
    }

    /// The median of five short rounds.
    static func microseconds(_ body: () throws -> Void) throws -> Double {
        let calls = 40
        let samples = try (0..<5).map { _ in
            let started = processorMicroseconds()
            for _ in 0..<calls { try body() }
            return (processorMicroseconds() - started) / Double(calls)
        }
        return Rounds.median(samples)
    }
}

/// The cost of honest tokens by length, interpolated linearly between the measured lengths.
struct HonestCost {
    private var points: [(length: Double, microseconds: Double)] = []

    init(_ fixture: TokenFixture) throws {
        for filler in [0, 4_000, 16_000, 32_000, 46_000] {
            let token = try TokenFixture.token(fixture.key, at: fixture.now, filler: filler)
            let spent = try RefusalCost.microseconds {
                _ = try fixture.verifier.verify(
                    token, nonce: .raw(TokenFixture.nonce), beside: .nothing, at: fixture.now)
            }
            points.append((Double(token.utf8.count), spent))
        }
    }

    /// Tokens shorter than Apple's cost as much as Apple's. Tokens longer than allowed cost as much as the longest
    /// measured.
    func microseconds(_ length: Int) -> Double {
        let length = Double(length)
        guard let first = points.first, length > first.length else { return points.first?.microseconds ?? .nan }
        for (one, other) in zip(points, points.dropFirst()) where length <= other.length {
            let share = (length - one.length) / (other.length - one.length)
            return one.microseconds + share * (other.microseconds - one.microseconds)
        }
        return points.last?.microseconds ?? .nan
    }
}
