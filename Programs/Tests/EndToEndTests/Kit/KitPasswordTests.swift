import ChildPrograms
import Foundation
import SignInAPI
import SignInKit
import SignInKitTesting
import Testing
import Waiting

/// The service's login with passwords, switched on in the app by one line.
@Suite(.timeLimit(.minutes(10))) struct KitPasswordTests {
    /// PBKDF2 of "correct horse battery".
    private static let hash =
        "$pbkdf2-sha256$600000$AAECAwQFBgcICQoLDA0ODw$uwbIwLHdW/1OQPTil6LQ5k2n75S0uOwgmJAhyLQVNq0"

    @Test func `a password from the keychain signs in at the service, and the account can be deleted`() async throws {
        try await SignInSystem.run { system in
            try system.configure { $0["passwords"] = ["enabled": true] }
            try await system.startService()
            try await `import`(
                """
                {"external_id":"1","email":"ada@example.com","email_verified":true,"password_hash":"\(Self.hash)",\
                "login_names":["ada@example.com"]}
                """, into: system)
            let right = PasswordCredential(user: "ada@example.com", password: Secret("correct horse battery"))
            let wrong = PasswordCredential(user: "ada@example.com", password: Secret("wrong"))
            let storage = MemoryStorage()
            var configuration = SignInConfiguration(
                server: try #require(URL(string: system.publicURL)), client: "app")
            configuration.signsInWithPasswords = true
            let client = try SignInClient(
                configuration, device: ScriptedDevice(.password(wrong), .password(right)), storage: storage,
                mark: storage, transport: URLSessionTransport(seconds: Double(Patience.seconds)))
            #expect(await client.findExistingAccount().failure?.code == "password_wrong")
            let found = await client.findExistingAccount()
            let person = try #require(found.state.person, "\(found)")
            #expect(person.account.email == "ada@example.com" && person.appleUser == nil)
            #expect(try await client.readAccount() == person.account)
            #expect(await client.deleteAccount().state.person == nil)
        }
    }

    private func `import`(_ user: String, into system: SignInSystem) async throws {
        let file = system.folder + "/users.jsonl"
        try Data((user + "\n").utf8).write(to: URL(fileURLWithPath: file))
        let ended = try await Program.siwa.run(["import", file, "--config", system.configuration])
        try #require(ended.status == 0, "\(ended.lines) \(ended.errors)")
    }
}
