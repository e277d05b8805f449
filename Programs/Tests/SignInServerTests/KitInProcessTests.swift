import AccountStorage
import Foundation
import HTTPTypes
import HummingbirdTesting
import NIOCore
import SignInAPI
import SignInFlows
import SignInKit
import Synchronization
import TestDoubles
import Testing
import Waiting

/// The client kit against the service's own routes in this process, without a socket. The test drives the clocks of
/// both sides.
@Suite struct KitInProcessTests {
    /// A device whose user always agrees. Apple provides the name each time, as at a first sign-in.
    private struct Device: AppleDevice {
        let apple: ScriptedApple

        func present(_ request: SheetRequest) async -> SheetResult {
            guard
                let answer = try? apple.authorize(client: "com.example.app", nonce: request.attempt.hashedNonce)
            else { return .failed(.unknown) }
            return .apple(
                AppleCredential(
                    user: Person().subject, state: request.attempt.state,
                    identityToken: Secret(answer.identityToken), authorizationCode: Secret(answer.code),
                    name: PersonName(given: "Grace", family: "Hopper")))
        }

        func credentialState(of appleUser: String) async throws -> CredentialState { .authorized }

        func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }

    private func app(
        _ caller: Caller, _ device: any AppleDevice,
        sleep: @escaping @Sendable (Double) async throws -> Void = SignInClock.system.sleep
    ) async throws -> SignInClient {
        let clock = caller.service.clock
        let storage = MemoryStorage()
        let client = try SignInClient(
            SignInConfiguration(server: try #require(URL(string: "http://localhost:8080")), client: "app"),
            device: device, storage: storage, mark: storage,
            transport: RouterTransport(client: caller.client),
            clock: SignInClock(now: { clock.now }, sleep: sleep))
        await client.launch()
        return client
    }

    @Test func `signs in, renews when the token is over, and signs out`() async throws {
        try await TestService().run { caller in
            let client = try await app(caller, Device(apple: caller.service.apple))
            let person = try #require(await client.signIn().state.person)
            #expect(person.account.name == PersonName(given: "Grace", family: "Hopper"))
            let first = try await client.accessToken()
            #expect(try await client.accessToken() == first)
            caller.service.clock.advance(3_600)
            let renewed = try await client.accessToken()
            #expect(renewed != first)
            let bearer = ["Authorization": "Bearer \(renewed.exposed)"]
            #expect(try await caller.get(Paths.account, headers: bearer).status == .ok)
            #expect(await client.signOut().state == .signedOut(.byPerson))
            // The session ends in the background; signing out does not wait for it.
            try await until { try await caller.get(Paths.account, headers: bearer).status != .ok }
        }
    }

    @Test func `a person who is held gets in once the backend accepted the handle, with the name and one sheet`()
        async throws
    {
        var policy = SignInPolicy()
        policy.realPersonPolicy.unsupported = .ask
        let service = try TestService(policy: policy)
        try await service.run { caller in
            let client = try await app(caller, Device(apple: caller.service.apple))
            guard case .held("proof_required", let handle, _) = await client.signIn().failure else {
                Issue.record("nobody was held")
                return
            }
            #expect(await client.status.state == .signedOut(.notYet))
            let headers = try await key(service, .accountsWrite)
            let body = #"{"handle":"\#(handle.exposed)"}"#
            let accepted = try await caller.post(Paths.backendHeldAccept, body, headers: headers)
            #expect(accepted.status == .noContent)
            let person = try #require(await client.signIn().state.person)
            #expect(person.account.name == PersonName(given: "Grace", family: "Hopper"))
            #expect(service.apple.exchanges.count == 1)
        }
    }

    @Test(arguments: [31.0, 120, 600, 86_400])
    func `an answer that is lost for this long, at each of many tries, signs nobody out`(seconds: Double) async throws {
        try await TestService().run { caller in
            let (clock, storage) = (caller.service.clock, MemoryStorage())
            let transport = LossyTransport(inner: RouterTransport(client: caller.client))
            let start = { () async throws -> SignInClient in
                let client = try SignInClient(
                    SignInConfiguration(server: try #require(URL(string: "http://localhost:8080")), client: "app"),
                    device: Device(apple: caller.service.apple), storage: storage, mark: storage, transport: transport,
                    clock: SignInClock(now: { clock.now }, sleep: SignInClock.system.sleep))
                await client.launch()
                return client
            }
            var client = try await start()
            let account = try #require(await client.signIn().state.person?.account)
            for _ in 1...3 {
                clock.advance(300)
                let before = storage.read(.session)
                transport.losesAnswers.withLock { $0 = true }
                let unlucky = client
                for _ in 1...10 {
                    await #expect(throws: SignInFailure.self) { try await unlucky.accessToken() }
                    clock.advance(seconds / 10)
                }
                #expect(storage.read(.session) == before)
                // The app may be restarted in the meantime.
                client = try await start()
                transport.losesAnswers.withLock { $0 = false }
                let bearer = ["Authorization": "Bearer \(try await client.accessToken().exposed)"]
                #expect(try await caller.get(Paths.account, headers: bearer).status == .ok)
                #expect(await client.status.state.person?.account == account)
            }
        }
    }

    @Test func `a name given while the service is away arrives when it is back`() async throws {
        try await TestService().run { caller in
            let database = caller.service.database
            let waits = Mutex(0)
            let device = OutageDevice(inner: Device(apple: caller.service.apple)) { database.outage = .unavailable }
            let client = try await app(caller, device) { seconds in
                // A longer one is the limit of a sheet or of a question.
                guard seconds < 10 else { return try await SignInClock.system.sleep(seconds) }
                waits.withLock { $0 += 1 }
                database.outage = nil
            }
            await client.signIn()
            await until { await client.status.state.person != nil }
            #expect(waits.withLock { $0 } == 1)
            let person = try #require(await client.status.state.person)
            #expect(person.account.name == PersonName(given: "Grace", family: "Hopper"))
        }
    }

    /// Makes the service's database unavailable while the sheet is open.
    private struct OutageDevice: AppleDevice {
        let inner: Device
        let begin: @Sendable () -> Void

        func present(_ request: SheetRequest) async -> SheetResult {
            let result = await inner.present(request)
            begin()
            return result
        }

        func credentialState(of appleUser: String) async throws -> CredentialState { .authorized }

        func revocations() async -> AsyncStream<Void> { AsyncStream { $0.finish() } }
    }
}
