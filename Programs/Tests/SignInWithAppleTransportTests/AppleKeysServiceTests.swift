import Foundation
import ServiceLifecycle
import ServiceLifecycleTestKit
import SignInWithApple
import SignInWithAppleTesting
import TestDoubles
import Testing

/// The service that keeps Apple's keys fresh, in a service group.
@Suite struct AppleKeysServiceTests {
    @Test func `fetches at the start and when the keys are due, and ends what it was given`() async throws {
        let apple = try TestApple(clients: ["com.example.app"])
        // The first fetch fails, which must not stop the service.
        let transport = RecordingTransport([.failure(.timedOut), .json(apple.keySet)])
        let clock = TestClock()
        let keys = AppleKeySet(transport: transport, now: { clock.now })
        let (ticks, tick) = AsyncStream.makeStream(of: Void.self)
        // The fetch has ended when the service sleeps. If the clock were moved earlier, the time of the fetch would
        // move too.
        let (naps, nap) = AsyncStream.makeStream(of: Void.self)
        let pool = AsyncHTTPClientTransport()
        let service = AppleKeysService(
            keys, ending: pool,
            sleep: { _ in
                nap.yield()
                for await _ in ticks { return }
                throw CancellationError()
            })
        try await testGracefulShutdown { trigger in
            try await withThrowingTaskGroup(of: Void.self) { group in
                group.addTask { try await service.run() }
                var asleep = naps.makeAsyncIterator()
                await asleep.next()
                #expect(await transport.requests.count == 1)
                clock.advance(3_600)
                tick.yield()
                await asleep.next()
                #expect(await transport.requests.count == 2)
                clock.advance(86_400)
                tick.yield()
                await asleep.next()
                #expect(await transport.requests.count == 3)
                trigger.triggerGracefulShutdown()
                try await group.waitForAll()
            }
        }
        #expect(keys.fetchedAt != nil)
        await #expect(throws: TransportFailure.cancelled) {
            try await pool.send(TransportRequest(method: .get, url: "http://127.0.0.1:9/"))
        }
    }
}
