import ChildPrograms
import Foundation
import SignInAPI
@_spi(SignInPrograms) import SignInKit
import SignInKitTesting
import Synchronization
import Testing
import Waiting

/// The kit refreshes its session at the running service over a socket, through a network that loses answers.
@Suite(.serialized, .sharedSystem)
struct KitRefreshTests {
    /// Sends every request, and loses a given number of answers to refreshes.
    private final class LossyTransport: ServiceTransport {
        private let inner = URLSessionTransport(seconds: Double(Patience.seconds))
        private let lost = Mutex(0)
        private let count = Mutex(0)

        var refreshes: Int { count.withLock { $0 } }

        func lose(_ answers: Int) { lost.withLock { $0 = answers } }

        func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
            let answer = try await inner.send(request)
            guard request.url.path == Paths.sessionRefresh else { return answer }
            count.withLock { $0 += 1 }
            let isLost = lost.withLock { left in
                left -= 1
                return left >= 0
            }
            if isLost { throw URLError(.networkConnectionLost) }
            return answer
        }
    }

    /// The app's clock, which the tests control; the service uses the system's clock.
    private final class AppClock: Sendable {
        private let ahead = Mutex(0.0)

        var clock: SignInClock { SignInClock(now: { self.now }, sleep: SignInClock.system.sleep) }
        private var now: Date { Date(timeIntervalSinceNow: ahead.withLock { $0 }) }

        func advance(_ seconds: Double) { ahead.withLock { $0 += seconds } }
    }

    private func app(
        _ person: String, _ storage: MemoryStorage, _ transport: LossyTransport, _ time: AppClock
    ) async throws -> SignInClient {
        let system = try SharedSystem.system
        let client = try SignInClient(
            SignInConfiguration(server: try #require(URL(string: system.publicURL)), client: "app"),
            device: EmulatorAppleDevice(
                emulator: try #require(URL(string: system.emulator.baseURL)), bundleID: "com.example.app",
                person: person),
            storage: storage, mark: storage, transport: transport, clock: time.clock)
        await client.launch()
        return client
    }

    @Test func `answers that are lost over ten minutes, and a restart between, sign nobody out`() async throws {
        let (storage, transport, time) = (MemoryStorage(), LossyTransport(), AppClock())
        let person = try await SharedSystem.system.newPerson()
        var client = try await app(person, storage, transport, time)
        let account = try #require(await client.signIn().state.person?.account)
        for round in 1...5 {
            transport.lose(20)
            time.advance(300)
            let before = transport.refreshes
            let unlucky = client
            for _ in 1...10 {
                await #expect(throws: SignInFailure.self) { try await unlucky.accessToken() }
                time.advance(60)
            }
            #expect(transport.refreshes == before + 20)
            client = try await app(person, storage, transport, time)
            let service = try SignInService(
                address: try #require(URL(string: SharedSystem.system.publicURL)), client: "app", transport: transport)
            #expect(try await service.account(try await client.accessToken()) == account, "round \(round)")
        }
    }

    @Test func `two processes of an app that share a storage renew at once and both stay signed in`() async throws {
        let (storage, transport, time) = (MemoryStorage(), LossyTransport(), AppClock())
        let person = try await SharedSystem.system.newPerson()
        let first = try await app(person, storage, transport, time)
        await first.signIn()
        let second = try await app(person, storage, transport, time)
        for round in 1...50 {
            time.advance(300)
            transport.lose(round % 3)
            async let one = first.accessToken()
            async let two = second.accessToken()
            _ = (try? await one, try? await two)
            time.advance(60)
            transport.lose(0)
            _ = (try await first.accessToken(), try await second.accessToken())
        }
        #expect(await first.status.state.person != nil)
        #expect(await second.status.state.person == first.status.state.person)
    }
}
