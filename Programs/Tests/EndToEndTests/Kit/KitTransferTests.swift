import ChildPrograms
import Foundation
import SignInAPI
@_spi(SignInPrograms) import SignInKit
import SignInKitTesting
import Testing
import Waiting

/// The app moves to another team while people use it: the kit, the service and the emulator as Apple.
@Suite(.timeLimit(.minutes(10))) struct KitTransferTests {
    /// An app on its own device, which is started again with the same storage.
    private struct Phone {
        let system: SignInSystem
        let person: String
        let storage = MemoryStorage()
        var answer: @Sendable (SheetRequest) async -> EmulatorAnswer = { _ in .signIn }

        func start() async throws -> SignInClient {
            var configuration = SignInConfiguration(
                server: try #require(URL(string: system.publicURL)), client: "app")
            configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
            let device = EmulatorAppleDevice(
                emulator: try #require(URL(string: system.emulator.baseURL)), bundleID: "com.example.app",
                person: person, answer: answer)
            let client = try SignInClient(
                configuration, device: device, storage: storage, mark: storage,
                transport: URLSessionTransport(seconds: Double(Patience.seconds)))
            await client.launch()
            return client
        }
    }

    private struct AddedTeam: Decodable {
        let keyID: String
        let privateKey: String

        enum CodingKeys: String, CodingKey {
            case keyID = "key_id"
            case privateKey = "private_key"
        }
    }

    /// A system whose app is going to move to the team `acme`.
    private func moving(_ test: (SignInSystem) async throws -> Void) async throws {
        try await SignInSystem.run { system in
            let team = try await system.control("/teams", ["team_id": "TEAM000002"]).decoded(AddedTeam.self)
            let key = system.folder + "/AuthKey_\(team.keyID).p8"
            let pem = Data(team.privateKey.utf8)
            _ = FileManager.default.createFile(atPath: key, contents: pem, attributes: [.posixPermissions: 0o600])
            try system.configure { settings in
                var teams = settings["teams"] as? [String: Any] ?? [:]
                teams["acme"] = ["team_id": "TEAM000002", "keys": [team.keyID: ["file": key]]] as [String: Any]
                settings["teams"] = teams
                let sale: [String: Any] = ["from": "example", "to": "acme", "clients": ["app", "web"]]
                settings["transfers"] = ["sale": sale]
            }
            try await system.startService()
            try await test(system)
        }
    }

    /// Fetches everybody's transfer identifier. Then the other team accepts the app.
    private func handOver(_ system: SignInSystem) async throws {
        try await export(system)
        try await accept(system)
    }

    private func export(_ system: SignInSystem) async throws {
        let exported = try await Program.siwa.run(["transfer", "export", "--config", system.configuration])
        try #require(exported.status == 0, "\(exported.errors)")
    }

    private func accept(_ system: SignInSystem) async throws {
        let bundle = "com.example.app"
        try await system.control(
            "/portal/transfers", ["team_id": "TEAM000001", "bundle_id": bundle, "to": "TEAM000002"])
        try await system.control("/portal/transfers/accept", ["team_id": "TEAM000002", "bundle_id": bundle])
    }

    @Test func `a launch, a foreground and a tap lead back into the account`() async throws {
        try await moving { system in
            var phones: [Phone] = []
            for _ in 0..<3 {
                let person = try await system.newPerson()
                phones.append(Phone(system: system, person: person) { _ in .signInHidingEmail })
            }
            var clients: [SignInClient] = []
            var before: [SignedInPerson] = []
            for phone in phones {
                clients.append(try await phone.start())
                before.append(try #require(await clients[clients.count - 1].signIn().state.person))
            }
            try await handOver(system)
            clients[0] = try await phones[0].start()
            _ = await clients[1].enterForeground()
            await clients[2].signOut()
            await clients[2].signIn()
            for (client, person) in zip(clients, before) {
                let user = person.appleUser
                let after = await client.status { $0.state.person.map { $0.appleUser != user } ?? false }.state.person
                #expect(after?.account.id == person.account.id && after?.account.name == person.account.name)
                _ = try await client.accessToken()
            }
            let tapped = await clients[2].status.state.person?.account
            #expect(tapped?.isPrivateEmail == true && tapped?.email != before[2].account.email)
        }
    }

    @Test func `who got a second account is offered the first one, also after a restart, and a yes leaves one`()
        async throws
    {
        try await moving { system in
            let phone = Phone(system: system, person: try await system.newPerson()) { _ in .signInHidingEmail }
            let client = try await phone.start()
            let before = try #require(await client.signIn().state.person?.account)
            await client.signOut()
            // The app is accepted before anybody's identifier is known, so nobody is recognised.
            try await accept(system)
            guard case .asking(let question) = await client.signIn().state else { throw SignInFailure.notSupported }
            #expect(!question.isOffer && question.person == nil)
            let own = try #require(await client.answer(.new).state.person?.account)
            #expect(own.id != before.id)
            try await export(system)
            await client.signOut()
            guard case .asking(let offer) = await client.signIn().state else { throw SignInFailure.notSupported }
            #expect(offer.isOffer && offer.merge?.account.id == before.id && offer.person?.account.id == own.id)
            let next = try await phone.start()
            guard case .asking(let again) = await next.status.state else { throw SignInFailure.notSupported }
            #expect(again.isOffer && again.merge?.account.id == before.id && again.expiresAt == offer.expiresAt)
            let after = await next.answer(.merge)
            #expect(after.failure == nil && after.state.person?.account.id == own.id)
            await next.signOut()
            guard case .signedIn(let person) = await next.signIn().state else { throw SignInFailure.notSupported }
            #expect(person.account.id == own.id)
        }
    }

    @Test func `an account can be deleted although the new identifier could not be had yet`() async throws {
        try await moving { system in
            // The silent request after the acceptance brings nothing.
            let phone = Phone(system: system, person: try await system.newPerson()) { request in
                request.purpose == .transfer ? .cancel : .signIn
            }
            let client = try await phone.start()
            let account = try #require(await client.signIn().state.person?.account.id)
            try await handOver(system)
            #expect(await client.enterForeground().state.person?.account.id == account, "nobody is signed out")
            let after = await client.deleteAccount()
            guard case .signedOut(.accountDeleted) = after.state else {
                Issue.record("the account is still there: \(after)")
                return
            }
            #expect(phone.storage.read(.session) == nil)
        }
    }
}
