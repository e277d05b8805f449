import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

/// Apple changes its keys at a random time, while people sign in and an attacker sends made-up keys.
///
/// A simulation with the real key set and verifier on a controlled clock. No time really passes, so many seeds run in a
/// moment.
@Suite struct KeyChangeDrillTests {
    /// A person who signs in with the current key, and tries the same token again when told to wait.
    private struct Person {
        let token: String
        let beganAt: Int
        var tries = 1
    }

    private struct Course {
        var accepted = 0
        var later = 0
        var refused: [String] = []
        /// The longest time in tenths of a second from a person's first attempt to their sign-in.
        var longestWait = 0
        var mostTries = 0
    }

    /// - Parameters:
    ///   - length: tenths of a second.
    ///   - flood: made-up tokens in each tenth of a second.
    private func play(
        seed: UInt64, length: Int = 900, peoplePerTenth: Int = 20, flood: Int, overlap: Bool
    ) async throws -> (course: Course, drill: KeyDrill) {
        var random = SplitMix(state: seed)
        let drill = try KeyDrill([.first])
        let change = Int(random.next() % 400) + 20
        var key = AppleKey.first
        var due: [Int: [Person]] = [:]
        var course = Course()
        let newTokens = TokenStock(drill)
        for tenth in 0..<length {
            if tenth == change {
                try drill.edges.publish([overlap ? [.second, .first] : [.second]])
                key = .second
            }
            var arrivals = due.removeValue(forKey: tenth) ?? []
            // No new people at the end, so that everybody who waits comes back within the drill.
            if tenth < length - 400 {
                for _ in 0..<peoplePerTenth {
                    arrivals.append(Person(token: try await newTokens.next(key), beganAt: tenth))
                }
            }
            for number in 0..<flood {
                let position = Int(random.next() % UInt64(arrivals.count + 1))
                let token = KeyDrill.forged(keyID: "made-up-\(seed)-\(tenth)-\(number)")
                arrivals.insert(Person(token: token, beganAt: -1), at: position)
            }
            for var person in arrivals {
                let outcome = await drill.outcome(of: person.token)
                guard person.beganAt >= 0 else {
                    #expect(outcome != .accepted)
                    continue
                }
                switch outcome {
                case .accepted:
                    course.accepted += 1
                    course.longestWait = max(course.longestWait, tenth - person.beganAt)
                    course.mostTries = max(course.mostTries, person.tries)
                case .later(_, let seconds):
                    course.later += 1
                    person.tries += 1
                    due[tenth + 10 * (seconds ?? 1), default: []].append(person)
                case .refused(let code): course.refused.append(code)
                }
            }
            drill.clock.advance(by: 0.1)
        }
        #expect(due.isEmpty)
        return (course, drill)
    }

    @Test(arguments: 0..<20)
    func `J12 of two hundred people a second nobody is refused for good when Apple changes its keys`(
        seed: Int
    ) async throws {
        let (course, drill) = try await play(seed: UInt64(seed), flood: 0, overlap: seed.isMultiple(of: 2))
        #expect(course.refused == [] && course.accepted == 500 * 20)
        // Without an attacker, only the first fetch starts an interval.
        #expect(course.longestWait <= 300 && course.mostTries <= 2)
        #expect(drill.edges.requests.count == 2)
    }

    @Test(arguments: 0..<20)
    func `J13 a stranger's flood of made-up keys keeps people waiting for one floor at most`(seed: Int) async throws {
        let (course, drill) = try await play(
            seed: UInt64(seed), peoplePerTenth: 4, flood: 40, overlap: seed.isMultiple(of: 2))
        #expect(course.refused == [] && course.accepted == 500 * 4)
        // The limit: 30 seconds from the previous fetch, and one more attempt.
        #expect(course.longestWait <= 300 && course.mostTries <= 2)
        // At most one fetch per interval under any load, in 90 seconds.
        #expect(drill.edges.requests.count <= 4)
    }

    @Test func `J14 every made-up key is refused for good within two floors`() async throws {
        let drill = try KeyDrill([.first])
        #expect(try await drill.signIn(.first) == .accepted)
        let forged = (0..<500).map { KeyDrill.forged(keyID: "made-up-\($0)") }
        var open = Set(forged)
        for second in 0...61 {
            for token in forged where open.contains(token) {
                if case .refused("unknown_key") = await drill.outcome(of: token) { open.remove(token) }
            }
            // An attacker with a new key at every moment uses up the fetch of the others.
            _ = await drill.outcome(of: KeyDrill.forged(keyID: "quicker-\(second)"))
            drill.clock.advance(by: 1)
        }
        #expect(open.isEmpty)
        #expect(drill.edges.requests.count <= 4)
    }
}

/// Signing takes a while, so people within ten seconds share a token. The effects of each token's own first arrival are
/// tested with forged tokens.
private actor TokenStock {
    private let drill: KeyDrill
    private var made: [String: String] = [:]

    init(_ drill: KeyDrill) { self.drill = drill }

    func next(_ key: AppleKey) throws -> String {
        let now = drill.clock.now
        let name = "\(key)-\(Int(now.timeIntervalSince1970 / 10))"
        if let token = made[name] { return token }
        let token = try key.apple().identityToken(subject: "001234.abc.0001", nonce: "n-1", at: now)
        made[name] = token
        return token
    }
}

/// A generator of the same numbers for the same seed (Steele and others, 2014).
private struct SplitMix {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var value = state
        value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
        value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
        return value ^ (value >> 31)
    }
}
