import ArgumentParser
import ChildPrograms
import Foundation
import JSONWebTokens
import SignInWithApple
import TestDoubles
import Testing

@testable import siwa

/// `siwa token check`, `refresh` and `revoke`, up to the call of Apple.
@Suite final class AppleTokenCommandTests {
    private let folder: TemporaryFolder
    private let config: String

    init() throws {
        folder = try TemporaryFolder()
        config = try folder.writeConfiguration()
    }

    @Test(arguments: ["check", "refresh", "revoke"])
    func `says that Apple did not decide if Apple cannot be reached`(_ verb: String) async throws {
        let ended = try await Program.siwa.run(["token", verb, "--config", config], input: "rtoken.0.abcd\n")
        #expect(ended.status == 3 && ended.output == "apple_not_reachable\n")
        #expect(!ended.errors.contains("rtoken"))
    }

    @Test(arguments: ["check", "refresh", "revoke"], ["", "\n", "two tokens\n", "né\n"])
    func `refuses what is not one token`(_ verb: String, _ input: String) async throws {
        let ended = try await Program.siwa.run(["token", verb, "--config", config], input: input)
        #expect(ended.status == 2 && ended.errors.contains("write one refresh token to standard input"))
    }

    @Test func `refuses a client that is not configured, and names those that are`() async throws {
        let ended = try await Program.siwa.run(
            ["token", "check", "--config", config, "--client", "web"], input: "rtoken.0.abcd\n")
        #expect(ended.status == 2 && ended.errors.contains("--client must be one of app"))
    }

    @Test func `can also be called tokens`() async throws {
        let ended = try await Program.siwa.run(["tokens", "check", "--config", config], input: "rtoken.0.abcd\n")
        #expect(ended.status == 3)
    }

    private static let outcomes: [(RevocationOutcome, Int32)] = [
        (.confirmed, 0), (.stillAlive, 1), (.alreadyDead, 1), (.otherClient, 1),
        (.unknown(.unavailable(reason: .timedOut, retryAfter: nil)), 3),
    ]

    @Test(arguments: outcomes)
    func `exits by the outcome of a revocation`(_ outcome: RevocationOutcome, _ code: Int32) {
        #expect((outcome.exitCode?.rawValue ?? 0) == code)
    }

    @Test func `prints an answer under Apple's names`() {
        let reply = TokenReply(
            accessToken: AccessToken(secretValue: "a"), refreshToken: nil, expiresIn: 3600, identityToken: "i")
        #expect(reply.members == ["access_token": "a", "expires_in": 3600, "id_token": "i"])
    }
}
