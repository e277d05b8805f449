import AccountStorage
import ChildPrograms
import Foundation
import SignInFlows
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import siwa

/// `siwa webhooks` on a real database, as an operator would use it.
@Suite final class WebhooksTests {
    private static let members = """
        "webhooks": {"url": "http://127.0.0.1:9/hooks", "secret_file": "webhook.secret", "timeout_seconds": 2},
        """
    private let folder: TemporaryFolder
    private let config: String
    private let account = AccountID(high: 7, low: 1)

    init() async throws {
        folder = try TemporaryFolder()
        let made = try await Program.siwa.run(["webhooks", "secret"])
        _ = try folder.write(made.output, to: "webhook.secret")
        config = try folder.writeConfiguration(Self.members + SampleConfiguration.unbindable)
        let service = try await LivingService(in: folder, clock: TestClock(Date()), members: Self.members)
        let person = Account(
            id: account, givenName: "Ada", familyName: nil, email: "ada@example.com", isEmailVerified: true,
            isPrivateEmail: false, createdAt: Date(), disabledAt: nil, externalID: "user-1")
        try await service.keep { transaction throws(StorageFailure) in try transaction.recordAccount(person) }
        await service.parts.close()
    }

    private func run(_ arguments: String...) async throws -> Program.Ended {
        try await Program.siwa.run(["webhooks", arguments[0], "--config", config] + arguments.dropFirst())
    }

    @Test func `a secret is made anew each time, for this project and any other`() async throws {
        let made = try await [Program.siwa.run(["webhooks", "secret"]), Program.siwa.run(["webhooks", "secret"])]
        #expect(made[0].output != made[1].output)
        for ended in made {
            #expect(ended.status == 0 && ended.errors.isEmpty)
            #expect(WebhookSecret(text: ended.output.trimmingCharacters(in: .newlines)) != nil)
        }
    }

    @Test func `what an operator does to an account is listed, and told again when asked`() async throws {
        #expect(try await run("list").errors == "0 waiting; 0 given up\n")
        for action in ["disable", "enable"] {
            #expect(try await Program.siwa.run(["accounts", action, "--config", config, account.text]).status == 0)
        }
        let listed = try await run("list")
        #expect(listed.lines.count == 2 && listed.errors.hasPrefix("2 waiting, the oldest for "))
        #expect(listed.lines[0].contains("account.enabled") && listed.lines[1].contains("account.disabled"))
        #expect(listed.lines.allSatisfy { $0.contains(account.text) && $0.contains("  waiting  ") })
        #expect(!listed.output.contains("ada@example.com"))
        let id = String(listed.lines[0].prefix(32))
        #expect(try await run("replay", "--event", id).status == 0)
        #expect(try await run("replay", "--event", String(repeating: "0", count: 32)).status == 1)
        #expect(try await run("list", "--limit", "1").lines.count == 1)
        #expect(try await run("list", "--state", "given_up").lines.isEmpty)
        // Waiting events are not counted, because they will be sent anyway.
        let replayed = try await run("replay", "--since", "2020-01-01T00:00:00Z")
        #expect(replayed.status == 0 && replayed.errors == "0 events will be sent again\n")
        let all = try await run("replay", "--since", "2020-01-01T00:00:00Z", "--state", "waiting")
        #expect(all.errors == "2 events will be sent again\n")
    }

    @Test func `a test that nobody answers says so`() async throws {
        let ended = try await run("test")
        #expect(ended.status == 3 && ended.errors.contains("no answer: connect_failed"))
    }

    @Test func `a sample reaches whoever listens, and is refused under another secret`() async throws {
        let secret = folder.url.appending(path: "webhook.secret").path
        let listening = try await LivingProgram(
            .siwa, ["webhooks", "listen", "--listen", "127.0.0.1:0", "--secret-file", secret])
        let url = try #require(listening.facts["url"])
        let send = ["webhooks", "send", "account.deleted", "--to", url, "--secret-file"]
        let sent = try await Program.siwa.run(send + [secret])
        #expect(sent.status == 0 && sent.output.hasPrefix("204 after "), "\(sent.output) \(sent.errors)")
        let other = try folder.write(
            try await Program.siwa.run(["webhooks", "secret"]).output, to: "other.secret")
        let refused = try await Program.siwa.run(send + [other])
        #expect(refused.status == 1 && refused.output.hasPrefix("401 after "))
        await listening.stop()
    }

    @Test(arguments: [
        ["send", "account.lost"], ["send", "account.deleted", "--to", "http://backend.example/hooks"],
        ["send", "account.deleted", "--account", "1"], ["listen", "--status", "99"],
        ["listen", "--listen", "0.0.0.0:8090"],
    ])
    func `what can be neither sent nor received is wrong usage`(_ arguments: [String]) async throws {
        let ended = try await Program.siwa.run(["webhooks", arguments[0], "--config", config] + arguments.dropFirst())
        #expect(ended.status == 2, "\(ended.errors)")
    }

    @Test(arguments: [
        ["replay"], ["replay", "--event", "x"], ["replay", "--since", "yesterday"], ["list", "--state", "lost"],
        ["list", "--limit", "0"], ["replay", "--event", "x", "--since", "2020-01-01T00:00:00Z"],
    ])
    func `what makes no sense is wrong usage`(_ arguments: [String]) async throws {
        let ended = try await Program.siwa.run(["webhooks", arguments[0], "--config", config] + arguments.dropFirst())
        #expect(ended.status == 2)
    }

    @Test(arguments: ["", "whsec_x\n", "a\nb\nc\n"])
    func `a secret file that holds none keeps the service from starting`(_ text: String) async throws {
        _ = try folder.write(text, to: "webhook.secret")
        let ended = try await run("list")
        #expect(ended.status == 2 && ended.errors.contains("webhooks.secret_file"))
        _ = try folder.write(
            try await Program.siwa.run(["webhooks", "secret"]).output, to: "webhook.secret", mode: 0o644)
        let shared = try await run("list")
        #expect(shared.status == 3 && shared.errors.contains("users other than its owner have access"))
    }

    @Test func `a new and an old secret are read, a third is one too many`() async throws {
        var text = ""
        for expected in [Int32(0), 0, 2] {
            text += try await Program.siwa.run(["webhooks", "secret"]).output + "\n"
            _ = try folder.write(text, to: "webhook.secret")
            #expect(try await run("list").status == expected)
        }
    }
}
