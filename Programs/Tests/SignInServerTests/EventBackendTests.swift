import AccountStorage
import Foundation
import Hummingbird
import HummingbirdTesting
import NIOCore
import SignInFlows
import SignInWithApple
import Synchronization
import TestDoubles
import Testing
import Waiting

@testable import SignInBackground
@testable import SignInServer

/// Delivers events over real sockets to backends that misbehave in various ways.
@Suite struct EventBackendTests {
    /// A backend that records requests and answers with given statuses.
    private final class Backend: Sendable {
        struct Got: Sendable {
            let path: String
            let id: String
            let signature: String
            let timestamp: String
            let body: String
        }

        private let got = Mutex<[Got]>([])
        private let statuses: Mutex<[Int]>

        /// Keeps requests open until the test is over.
        private let end: AsyncStream<Void>
        private let ending: AsyncStream<Void>.Continuation

        init(_ statuses: [Int]) {
            self.statuses = Mutex(statuses)
            (end, ending) = AsyncStream.makeStream()
        }

        func stop() {
            ending.finish()
        }

        var all: [Got] { got.withLock { $0 } }

        func take(_ request: Request, _ body: ByteBuffer) -> Int {
            func header(_ name: String) -> String {
                request.headers.first { $0.name.canonicalName == name }?.value ?? ""
            }
            got.withLock {
                $0.append(
                    Got(
                        path: request.uri.path, id: header("webhook-id"), signature: header("webhook-signature"),
                        timestamp: header("webhook-timestamp"), body: String(buffer: body)))
            }
            return statuses.withLock { $0.isEmpty ? 204 : $0.removeFirst() }
        }

        /// Status 0 means no answer at all; 1 means an answer without end.
        func router() -> Router<BasicRequestContext> {
            let router = Router()
            router.post("/**") { request, _ in
                let body = try await request.body.collect(upTo: 65_536)
                switch self.take(request, body) {
                case 0:
                    for await _ in self.end {}
                    return Response(status: .ok)
                case 1:
                    return Response(
                        status: .ok,
                        body: ResponseBody { writer in
                            let part = ByteBuffer(repeating: 120, count: 65_536)
                            while !Task.isCancelled { try await writer.write(part) }
                        })
                case let status:
                    return Response(
                        status: .init(code: status), headers: [.location: "/elsewhere"],
                        body: ResponseBody(byteBuffer: ByteBuffer(string: "thanks")))
                }
            }
            return router
        }
    }

    private static var policy: SignInPolicy {
        var policy = SignInPolicy()
        policy.tellsBackend = true
        return policy
    }

    /// Creates one account, and runs a worker that delivers its event for a number of rounds, two days apart.
    ///
    /// - Parameter timeouts: how long each round waits for the backend.
    private func tell(
        _ backend: Backend, rounds: Int = 1, timeouts: [Double]? = nil
    ) async throws -> (event: AccountEvent, codes: [String]) {
        let service = try TestService(policy: Self.policy)
        let secret = WebhookSecret.make { Array(repeating: 9, count: $0) }
        _ = try await service.run { try await $0.signInNatively() }
        let codes = Mutex<[String]>([])
        let application = Application(
            router: backend.router(), configuration: .init(address: .hostname("127.0.0.1", port: 0)))
        try await application.serve { _, port in
            let patience = Double(Patience.seconds)
            let transport = AsyncHTTPClientTransport(connectTimeout: patience, longestCall: patience)
            for timeout in timeouts ?? Array(repeating: patience, count: rounds) {
                let endpoint = WebhookEndpoint(
                    url: "http://127.0.0.1:\(port)/hooks", secrets: [secret], timeout: timeout)
                let delivery = EventDelivery(
                    service.environment, to: try #require(endpoint), transport: transport,
                    observe: { code in codes.withLock { $0.append(code) } })
                await BackgroundWorker.events(of: delivery, logger: service.log.logger).work()
                service.clock.advance(2 * 86_400)
            }
            try await transport.shutdown()
            backend.stop()
        }
        let events = try await EventHistory(service.environment).list(nil, limit: 9)
        #expect(events.count == 1)
        return (try #require(events.first), codes.withLock { $0 })
    }

    @Test func `one that answers 500 and then 200 gets the event twice, under one id`() async throws {
        let backend = Backend([500, 200])
        let (event, codes) = try await tell(backend, rounds: 4)
        #expect(event.state == .delivered && codes == ["http_500", "http_200"])
        #expect(backend.all.map(\.id) == [event.id.text, event.id.text])
        #expect(Set(backend.all.map(\.signature)).count == 2 && Set(backend.all.map(\.timestamp)).count == 2)
        #expect(backend.all.allSatisfy { $0.body == event.body && $0.path == "/hooks" })
    }

    @Test func `one that answers 410 is left alone`() async throws {
        let backend = Backend([410])
        let (event, codes) = try await tell(backend, rounds: 3)
        #expect(event.state == .givenUp && codes == ["http_410"] && backend.all.count == 1)
    }

    @Test(arguments: [301, 302, 303, 307, 308])
    func `one that sends elsewhere is not followed`(_ status: Int) async throws {
        let backend = Backend([status, status])
        let (event, codes) = try await tell(backend, rounds: 2)
        #expect(event.state == .waiting && codes == ["http_\(status)", "http_\(status)"])
        #expect(backend.all.allSatisfy { $0.path == "/hooks" })
    }

    @Test func `one that hangs is left at the end of its time, and asked again`() async throws {
        let backend = Backend([0])
        let (event, codes) = try await tell(backend, timeouts: [10, Double(Patience.seconds)])
        #expect(event.state == .delivered && codes == ["timed_out", "http_204"] && backend.all.count == 2)
    }

    @Test func `one that answers without end is cut off`() async throws {
        let backend = Backend([1])
        let (event, codes) = try await tell(backend, rounds: 1)
        #expect(event.state == .waiting && codes == ["response_too_large"])
    }

    @Test func `events are removed when their time is over, and counted until then`() async throws {
        let service = try TestService(policy: Self.policy)
        try await service.run(.live) { caller in
            _ = try await caller.signInNatively()
            service.clock.advance(29 * 86_400)
            await service.housekeeping.clean()
            let metrics = try await caller.get("/metrics").text
            #expect(metrics.contains("siwa_events_waiting 1\n") && metrics.contains("siwa_events_given_up 0\n"))
            #expect(metrics.contains("siwa_events_oldest_seconds 2505600\n"))
            service.clock.advance(86_401)
            await service.housekeeping.clean()
            #expect(try await caller.get("/metrics").text.contains("siwa_events_waiting 0\n"))
        }
    }
}
