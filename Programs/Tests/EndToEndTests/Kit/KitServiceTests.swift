import ChildPrograms
import Foundation
import SignInAPI
@_spi(SignInPrograms) import SignInKit
import SignInKitTesting
import Testing
import Waiting

/// The kit against the running service over a socket, with the emulator as Apple.
@Suite(.serialized, .sharedSystem)
struct KitServiceTests {
    /// An app on its own device.
    private func app(
        _ person: String, storage: MemoryStorage = MemoryStorage(), server: String? = nil
    ) async throws -> (client: SignInClient, service: SignInService) {
        let system = try SharedSystem.system
        let emulator = try #require(URL(string: system.emulator.baseURL))
        let server = try #require(URL(string: server ?? system.publicURL))
        var configuration = SignInConfiguration(server: server, client: "app")
        configuration.revocationTrust = RevocationTrust(isSimulator: false, freshSeconds: 0)
        let client = try SignInClient(
            configuration,
            device: EmulatorAppleDevice(emulator: emulator, bundleID: "com.example.app", person: person),
            storage: storage, mark: storage, transport: URLSessionTransport(seconds: Double(Patience.seconds)))
        await client.launch()
        return (
            client,
            try SignInService(
                address: server, client: "app", transport: URLSessionTransport(seconds: Double(Patience.seconds)))
        )
    }

    @Test func `the first sign-in carries the name, the next one needs none`() async throws {
        let person = try await SharedSystem.system.newPerson()
        let first = try await app(person)
        let status = await first.client.signIn()
        let signedIn = try #require(status.state.person, "\(status)")
        #expect(signedIn.account.name == PersonName(given: "Grace", family: "Hopper"))
        #expect(try await first.service.account(try await first.client.accessToken()) == signedIn.account)
        let second = await (try app(person)).client.signIn()
        #expect(second.state.person?.account == signedIn.account)
    }

    @Test func `a restart needs neither sheet nor service`() async throws {
        let person = try await SharedSystem.system.newPerson()
        let storage = MemoryStorage()
        let account = await (try app(person, storage: storage)).client.signIn().state.person?.account
        let away = try await app(person, storage: storage, server: "http://127.0.0.1:9")
        #expect(await away.client.status.state.person?.account == account)
        #expect(account != nil)
    }

    @Test func `a refresh gives tokens that work, and the service ends a session of its own accord`() async throws {
        let person = try await SharedSystem.system.newPerson()
        let storage = MemoryStorage()
        let (client, service) = try await app(person, storage: storage)
        await client.signIn()
        let old = try await client.accessToken()
        try age(storage)
        let restarted = try await app(person, storage: storage)
        let renewed = try await restarted.client.accessToken()
        #expect(renewed != old)
        _ = try await service.account(renewed)
        try await service.endSession(renewed)
        try age(storage)
        let last = try await app(person, storage: storage)
        await #expect(throws: SignInFailure.sessionEnded) { try await last.client.accessToken() }
        #expect(await last.client.status.state == .signedOut(.sessionEnded))
    }

    /// Makes the stored access token appear expired.
    private func age(_ storage: MemoryStorage) throws {
        let stored = try #require(storage.read(.session))
        var members = try #require(JSONSerialization.jsonObject(with: stored) as? [String: Any])
        try #require(members["accessTokenEndsAt"] != nil)
        members["accessTokenEndsAt"] = Date(timeIntervalSinceNow: -1).timeIntervalSinceReferenceDate
        storage.write(try JSONSerialization.data(withJSONObject: members), to: .session)
    }

    @Test func `signing out ends the session at the service`() async throws {
        let (client, service) = try await app(try await SharedSystem.system.newPerson())
        await client.signIn()
        let token = try await client.accessToken()
        await client.signOut()
        #expect(await client.status.state == .signedOut(.byPerson))
        var refusal: String?
        await until {
            do throws(SignInFailure) { _ = try await service.account(token) } catch { refusal = error.code }
            return refusal != nil
        }
        #expect(refusal == "session_ended")
    }

    @Test func `deleting proves the person anew, and the next sign-in makes another account`() async throws {
        let person = try await SharedSystem.system.newPerson()
        let (client, service) = try await app(person)
        let account = await client.signIn().state.person?.account.id
        let token = try await client.accessToken()
        #expect(await client.deleteAccount().state == .signedOut(.accountDeleted(.queued)))
        await #expect(throws: SignInFailure.self) { try await service.account(token) }
        // While Apple's permission is being revoked, the service says 503, and the client sends the answer again by itself.
        await client.signIn()
        await until { await client.status.state.person != nil }
        #expect(await client.status.state.person?.account.id != account)
    }

    @Test func `a person who stops using the app at Apple is signed out at the next look`() async throws {
        let system = try SharedSystem.system
        let person = try await system.newPerson()
        let (client, _) = try await app(person)
        await client.signIn()
        #expect(await client.enterForeground().state.person != nil)
        try await system.control("/account/stop-using", ["person": person, "client": "com.example.app"])
        #expect(await client.enterForeground().state == .signedOut(.credentialRevoked))
    }

    @Test func `another Apple Account on the device ends the session`() async throws {
        let system = try SharedSystem.system
        let person = try await system.newPerson()
        let (client, _) = try await app(person)
        await client.signIn()
        try await system.control("/device/accounts", ["device": "phone-of-" + person, "person": "ada"])
        #expect(await client.enterForeground().state == .signedOut(.credentialNotFound))
    }

    @Test func `a refusal of the service is told by its code`() async throws {
        let system = try SharedSystem.system
        let server = try #require(URL(string: system.publicURL))
        let service = try SignInService(
            address: server, client: "nobody", transport: URLSessionTransport(seconds: Double(Patience.seconds)))
        do throws(SignInFailure) {
            _ = try await service.openAttempt()
            Issue.record("an unknown client got an attempt")
        } catch {
            #expect(error.code == "client_unknown")
        }
    }

    @Test func `a service that is away and comes back gets the sign-in, name and all`() async throws {
        let system = try SharedSystem.system
        let person = try await system.newPerson()
        let storage = MemoryStorage()
        let emulator = try #require(URL(string: system.emulator.baseURL))
        let server = try #require(URL(string: system.publicURL))
        let away = AwayForSignIn()
        let client = try SignInClient(
            SignInConfiguration(server: server, client: "app"),
            device: EmulatorAppleDevice(emulator: emulator, bundleID: "com.example.app", person: person),
            storage: storage, mark: storage, transport: away)
        await client.launch()
        #expect(await client.signIn().state == .exchanging(.waiting))
        #expect(storage.read(.pendingSignIn) != nil)
        // The app ends; the next one continues by itself, without a sheet.
        let next = try await app(person, storage: storage)
        let account = await next.client.status.state.person?.account
        #expect(account?.name?.given == "Grace")
        #expect(storage.read(.pendingSignIn) == nil)
    }
}

/// A network that fails whenever a sign-in is sent.
private struct AwayForSignIn: ServiceTransport {
    private let inner = URLSessionTransport(seconds: Double(Patience.seconds))

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        if request.url.path == Paths.nativeSignIn { throw URLError(.networkConnectionLost) }
        return try await inner.send(request)
    }
}
