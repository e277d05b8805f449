import ArgumentParser
import CAllocations
import Foundation
import JSONWebTokens
import SignInWithApple

/// Goal P3: what refusing a hostile token costs, in processor time and in memory.
///
/// The measure is an honest token *of the same length*, verified whole: a long token is hashed and decoded before anybody can know
/// who signed it, and an honest long one costs the same.
struct RefusalCost {
    let family: String
    let name: String
    let isSigned: Bool
    let microseconds: Double
    /// Times the honest verification of a token of that length.
    let ofSameLength: Double
    /// Bytes of the largest block, and of all blocks together, over the token's own bytes (counted as 1,024 if fewer).
    let largestBlock: Double
    let allBlocks: Double

    static func measure(_ tokens: [HostileTokens.Token], fixture: TokenFixture) throws -> [RefusalCost] {
        let honest = try HonestCost(fixture)
        return try tokens.compactMap { token in
            // Without a usable key there is no verifier to try a token against.
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

    /// Median of five short rounds.
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

/// What honest tokens cost by their length, between the lengths that were measured by a straight line.
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

    /// Shorter ones than Apple's cost as much as Apple's, longer ones than allowed as much as the longest.
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
