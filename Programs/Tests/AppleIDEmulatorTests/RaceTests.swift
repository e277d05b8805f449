import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// The races of the refusal suite without a network, which allows many more rounds in the same time.
@Suite struct RaceTests {
    private static let racers = 64

    @Test func `lets one of 64 redemptions win, a thousand times over`() async throws {
        let state = try TestEmulator().server.state
        let person = try #require(state.read { $0.person("maya") })
        let client = try #require(state.read { $0.client(TestEmulator.app) })
        for round in 1...1_000 {
            let code = try state.authorize(
                .init(
                    client: client, scopes: [], nonce: nil, redirectURI: nil, codeChallenge: nil,
                    wantsIdentityToken: false),
                ConsentChoice(person: person, isEmailShared: true, name: PersonName(first: "", last: ""))
            ).code
            let outcomes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<Self.racers {
                    group.addTask {
                        do {
                            return try state.redeem(
                                code, client: TestEmulator.app, redirectURI: nil, verifier: nil
                            ).answer.accessToken
                        } catch let refusal as Refusal {
                            return refusal.cause
                        }
                    }
                }
                return try await group.reduce(into: [String]()) { $0.append($1) }
            }
            let used = outcomes.count { $0 == "code_used" }
            guard used == Self.racers - 1, outcomes.count == Self.racers else {
                Issue.record("round \(round): \(Self.racers - used) of \(Self.racers) did not hear that it was used")
                return
            }
        }
        // exactly one refresh token was issued in each round
        #expect(state.read { $0.tokens.refresh.count } == 1_000)
    }
}
