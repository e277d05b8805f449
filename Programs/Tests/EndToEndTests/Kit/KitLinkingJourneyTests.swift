import ChildPrograms
import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting
import Testing
import Waiting

/// The kit at the built service: whatever joins an Apple Account with an account that existed before.
@Suite(.timeLimit(.minutes(10))) struct KitLinkingJourneyTests {
    /// PBKDF2 of "correct horse battery".
    private static let hash =
        "$pbkdf2-sha256$600000$AAECAwQFBgcICQoLDA0ODw$uwbIwLHdW/1OQPTil6LQ5k2n75S0uOwgmJAhyLQVNq0"
    private static let password = PasswordCredential(
        user: "ada@example.com", password: Secret("correct horse battery"))

    /// An app on the device of a new person at Apple, who hides their address.
    private func app(_ system: SignInSystem, of known: String? = nil) async throws -> (SignInClient, person: String) {
        let person: String
        if let known { person = known } else { person = try await system.newPerson() }
        let device = EmulatorAppleDevice(
            emulator: try #require(URL(string: system.emulator.baseURL)), bundleID: "com.example.app", person: person
        ) { _ in .signInHidingEmail }
        var configuration = SignInConfiguration(server: try #require(URL(string: system.publicURL)), client: "app")
        configuration.signsInWithPasswords = true
        let storage = MemoryStorage()
        let client = try SignInClient(
            configuration, device: device, storage: storage, mark: storage,
            transport: URLSessionTransport(seconds: Double(Patience.seconds)))
        await client.launch()
        return (client, person)
    }

    private func start(_ system: SignInSystem) async throws {
        try system.configure {
            $0["sign_in"] = nil
            $0["passwords"] = ["enabled": true]
        }
        let file = system.folder + "/users.jsonl"
        let user = """
            {"external_id":"ada","email":"ada@example.com","email_verified":true,"password_hash":"\(Self.hash)",\
            "login_names":["ada@example.com"]}

            """
        try Data(user.utf8).write(to: URL(fileURLWithPath: file))
        try await system.startService()
        let ended = try await Program.siwa.run(["import", file, "--config", system.configuration])
        try #require(ended.status == 0, "\(ended.lines) \(ended.errors)")
    }

    private func ticket(_ system: SignInSystem, for user: String) async throws -> LinkTicket {
        let made = try await Program.siwa.run([
            "credentials", "create", "--config", system.configuration, "--name",
            "shop-" + UUID().uuidString.lowercased(), "--scope", "link",
        ])
        let key = try #require(made.output.split { $0.isWhitespace }.first { $0.hasPrefix("siwa_") })
        let reply = try await system.post(
            Paths.linkTickets, ["external_id": user], headers: ["authorization": "Bearer \(key)"])
        return LinkTicket(try reply.decoded(LinkTicketReply.self).ticket)
    }

    @Test func `a ticket and an answer with one lead to the app's user, and a new person has an account of their own`()
        async throws
    {
        try await SignInSystem.run { system in
            try await start(system)
            let (first, _) = try await app(system)
            let ticketed = await first.signIn(linking: try await ticket(system, for: "user-1"))
            let own = try #require(ticketed.state.person?.account)
            #expect(own.name == PersonName(given: "Grace", family: "Hopper"))
            let (second, _) = try await app(system)
            guard case .asking = await second.signIn().state else { throw SignInFailure.notSupported }
            let answered = await second.answer(.ticket(try await ticket(system, for: "user-1")))
            #expect(answered.state.person?.account.id == own.id)
            #expect(try await second.identities().count == 2)
            let (third, _) = try await app(system)
            await third.signIn()
            let stranger = try #require(await third.answer(.new).state.person?.account)
            #expect(stranger.id != own.id && stranger.name == own.name)
        }
    }

    @Test func `a typed password answers, merges, unlinks and is upgraded, and one account is left`() async throws {
        try await SignInSystem.run { system in
            try await start(system)
            // The answer: the account that the password opens.
            let (asked, _) = try await app(system)
            await asked.signIn()
            await asked.signIn(with: Self.password)
            let own = try #require(await asked.answer(.session).state.person?.account)
            #expect(own.email == "ada@example.com")
            #expect(try await asked.identities().count == 1)
            // The merge: another Apple Account has an account by accident.
            let (doubled, person) = try await app(system)
            await doubled.signIn()
            let accident = try #require(await doubled.answer(.new).state.person?.account)
            let (merging, _) = try await app(system, of: person)
            await merging.signIn(with: Self.password)
            guard case .asking(let question) = await merging.linkAppleAccount().state else {
                throw SignInFailure.notSupported
            }
            #expect(question.merge?.account.id == accident.id)
            #expect(await merging.answer(.merge).state.person?.account.id == own.id)
            // One of the two ways goes.
            let ways = try await merging.identities()
            #expect(ways.count == 2)
            try await merging.unlink(try #require(ways.first).id)
            #expect(try await merging.identities().count == 1)
            // The upgrade, with a third Apple Account.
            let (upgrading, upgraded) = try await app(system)
            await upgrading.signIn(with: Self.password)
            #expect(await upgrading.upgradeToApple().state.person?.account.id == own.id)
            #expect(try await !upgrading.password().hasPassword)
            let (late, _) = try await app(system, of: upgraded)
            #expect(await late.signIn(with: Self.password).failure?.code == "password_wrong")
            #expect(await late.signIn().state.person?.account.id == own.id)
        }
    }
}
