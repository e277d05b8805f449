public import Foundation

/// The emulator of Apple as one test sees it: with a team and people that no other test knows.
///
/// Tests that run at the same time do not disturb each other, because each has its own team. The clock is the exception:
/// there is one for the whole emulator.
public struct AppleIDEmulator: Sendable {
    /// Where the emulator is. Your code uses it in place of `https://appleid.apple.com`.
    public var baseURL: URL { calls.baseURL }
    /// The issuer of its tokens.
    public let issuer: String
    /// The test's own team.
    public let team: EmulatorTeam
    /// The test's own person, who has not signed in yet.
    public let person: EmulatorPerson

    let calls: EmulatorCalls

    @TaskLocal private static var running: AppleIDEmulator?

    /// Whether the environment names an emulator. `.enabled(if: AppleIDEmulator.isAvailable)` skips tests where it does
    /// not.
    public static var isAvailable: Bool { EmulatorAddress.isNamed(in: ProcessInfo.processInfo.environment) }

    /// The emulator of the current test.
    ///
    /// - Throws: ``EmulatorFailure`` if the test does not have the trait `.appleIDEmulator`.
    public static var current: AppleIDEmulator {
        get throws {
            guard let running else {
                throw EmulatorFailure(
                    "no_trait", "The test has no emulator: add the trait .appleIDEmulator to the test or its suite.")
            }
            return running
        }
    }

    /// Runs a test with a new team at the emulator that the environment names. The trait does the same.
    ///
    /// - Parameters:
    ///   - returnURLs: the registered return URLs of the team's service: https, or http on this machine.
    ///   - test: what runs while ``current`` is this emulator.
    /// - Throws: ``EmulatorFailure`` if there is no emulator, and whatever the test throws.
    @concurrent
    public static func withTeam(
        returnURLs: [String] = EmulatorTeam.defaultReturnURLs, _ test: @concurrent @Sendable () async throws -> Void
    ) async throws {
        let emulator = try await AppleIDEmulator(calls: EmulatorAddress.shared.calls(), returnURLs: returnURLs)
        try await $running.withValue(emulator) { try await test() }
    }

    init(calls: EmulatorCalls, returnURLs: [String]) async throws {
        let names = EmulatorNames()
        let team = try await calls.addTeam(names, returnURLs: returnURLs)
        let snapshot = try await calls.get(
            "snapshot", [("team_id", team.teamID), ("person", "nobody")], SnapshotReply.self)
        (self.calls, self.team, issuer) = (calls, team, snapshot.issuer)
        person = try await calls.addPerson(names.person("Maya", "Lindqvist"))
    }
}

private struct SnapshotReply: Decodable {
    let issuer: String
}
