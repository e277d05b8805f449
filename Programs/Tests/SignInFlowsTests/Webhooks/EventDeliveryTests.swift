import AccountStorage
import Foundation
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInFlows

/// A backend with scripted responses, which records the requests.
private final class ScriptedBackend: HTTPTransport {
    private let answers = Mutex<[Result<TransportResponse, TransportFailure>]>([])
    let requests = Recorder<TransportRequest>()

    func then(_ status: Int, headers: [(name: String, value: String)] = []) {
        answers.withLock { $0.append(.success(TransportResponse(status: status, headers: headers))) }
    }

    func then(_ failure: TransportFailure) {
        answers.withLock { $0.append(.failure(failure)) }
    }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        requests.append(request)
        return try answers.withLock { $0.isEmpty ? .success(TransportResponse(status: 204)) : $0.removeFirst() }.get()
    }

    var ids: [String] { requests.all.compactMap { $0.header("webhook-id") } }
}

extension TransportRequest {
    fileprivate func header(_ name: String) -> String? {
        headers.first { $0.name == name }?.value
    }
}

@Suite struct EventDeliveryTests {
    private let world: World
    private let backend = ScriptedBackend()
    private let secrets: [WebhookSecret]
    private let codes = Recorder<String>()

    init() throws {
        world = try World(policy: .telling)
        secrets = [1, 2].map { byte in WebhookSecret.make { Array(repeating: byte, count: $0) } }
    }

    private func delivery(in world: World? = nil, secrets: [WebhookSecret]? = nil) throws -> EventDelivery {
        let endpoint = WebhookEndpoint(
            url: "https://api.example.com/hooks", secrets: secrets ?? [self.secrets[0]], timeout: 15)
        return EventDelivery(
            (world ?? self.world).environment, to: try #require(endpoint), transport: backend,
            observe: { [codes] in codes.append($0) })
    }

    private func event() async throws -> AccountEvent {
        try #require(try await world.events().first)
    }

    @Test func `an event goes out once, signed over id, second and body, and is kept as delivered`() async throws {
        _ = try await world.signInNatively(.ann)
        #expect(try await delivery().work() == 1)
        #expect(try await delivery().work() == 0)
        let request = try #require(backend.requests.all.first)
        #expect(backend.requests.all.count == 1)
        let event = try await event()
        #expect(request.url == "https://api.example.com/hooks" && request.method == .post && request.deadline == 15)
        #expect(request.body == Array(event.body.utf8))
        #expect(request.header("webhook-id") == event.id.text)
        let second = Int(world.clock.now.timeIntervalSince1970)
        #expect(request.header("webhook-timestamp") == "\(second)")
        #expect(
            request.header("webhook-signature")
                == secrets[0].signature(id: event.id.text, second: second, body: event.body))
        #expect(event.state == .delivered && event.deliveredAt == world.clock.now && event.lastCode == "http_204")
        #expect(codes.all == ["http_204"])
    }

    @Test func `while a secret is replaced both sign`() async throws {
        _ = try await world.signInNatively(.ann)
        try await delivery(secrets: secrets).work()
        let signatures = backend.requests.all.first?.header("webhook-signature")?.split(separator: " ").map(String.init)
        let (event, second) = (try await event(), Int(world.clock.now.timeIntervalSince1970))
        #expect(signatures == secrets.map { $0.signature(id: event.id.text, second: second, body: event.body) })
    }

    @Test func `what is not taken comes again under the same id, signed for its new time`() async throws {
        _ = try await world.signInNatively(.ann)
        backend.then(500)
        backend.then(.timedOut)
        #expect(try await delivery().work() == 0)
        #expect(try await event().lastCode == "http_500")
        #expect(try await delivery().work() == 0 && backend.requests.all.count == 1)
        world.clock.advance(6)
        try await delivery().work()
        world.clock.advance(360)
        #expect(try await delivery().work() == 1)
        #expect(backend.ids == Array(repeating: try await event().id.text, count: 3))
        let signatures = Set(backend.requests.all.compactMap { $0.header("webhook-signature") })
        #expect(signatures.count == 3)
        #expect(codes.all == ["http_500", "timed_out", "http_204"])
    }

    @Test func `a worker who dies between the answer and the note has the event told again, under the same id`()
        async throws
    {
        _ = try await world.signInNatively(.ann)
        // The first transaction of a round takes the event, the second records the result.
        world.database.fail(.unavailable, after: 1)
        #expect(try await failure { try await delivery().work() } != nil)
        #expect(try await event().state == .waiting)
        let later = try World(world.surroundings, policy: .telling)
        #expect(try await delivery(in: later).work() == 0)
        world.clock.advance(15 + EventSchedule.leaseBeyondTimeout)
        #expect(try await delivery(in: later).work() == 1)
        let event = try await event()
        #expect(event.state == .delivered && event.attempts == 2)
        #expect(backend.ids == [event.id.text, event.id.text])
    }

    @Test func `a worker who is stopped in the middle leaves the event to the next`() async throws {
        _ = try await world.signInNatively(.ann)
        backend.then(.cancelled)
        #expect(try await delivery().work() == 0)
        #expect(try await event().lastCode == nil)
        world.clock.advance(15 + EventSchedule.leaseBeyondTimeout)
        #expect(try await delivery().work() == 1)
    }

    @Test func `410 ends the trying at once, three days of silence in the end, and both are told`() async throws {
        _ = try await world.signInNatively(.ann)
        backend.then(410)
        try await delivery().work()
        #expect(try await event().state == .givenUp)
        #expect(world.incidents.all == [.eventGivenUp(code: "http_410")])
        #expect(try await EventHistory(world.environment).replay(event().id))
        for _ in 0..<10 { backend.then(.connectFailed) }
        for _ in 0..<40 {
            try await delivery().work()
            world.clock.advance(10_000)
        }
        #expect(try await event().state == .givenUp)
        #expect(backend.requests.all.count == 11)
        #expect(world.incidents.all.last == .eventGivenUp(code: "connect_failed"))
        #expect(
            try await EventHistory(world.environment).backlog()
                == AccountEventBacklog(waiting: 0, oldestAt: nil, givenUp: 1))
    }

    @Test func `a backend may ask for more time`() async throws {
        _ = try await world.signInNatively(.ann)
        backend.then(429, headers: [("Retry-After", "900")])
        try await delivery().work()
        world.clock.advance(899)
        #expect(try await delivery().work() == 0 && backend.requests.all.count == 1)
        world.clock.advance(1)
        #expect(try await delivery().work() == 1)
    }

    @Test func `of many workers at once each event goes to one`() async throws {
        let accounts = try await many(60)
        let delivery = try delivery()
        let counts = try await withThrowingTaskGroup(of: Int.self) { group in
            for _ in 0..<20 { group.addTask { try await delivery.work() } }
            return try await group.reduce(0, +)
        }
        #expect(counts == accounts && Set(backend.ids).count == accounts && backend.ids.count == accounts)
    }

    /// Records this many events, a second apart.
    private func many(_ count: Int) async throws -> Int {
        let person = try await world.signInNatively(.ann).account
        for number in 1..<count {
            world.clock.advance(1)
            let events = EventOutbox(world.environment, unique: "\(number)")
            try await world.write { transaction throws(StorageFailure) in
                try events.add(.sessionsEnded, of: person, reason: "test", in: transaction)
            }
        }
        return count
    }

    @Test func `replayed are those since a moment, or in a state, under the ids they had`() async throws {
        let start = world.clock.now
        #expect(try await many(10) == 10)
        while try await delivery().work() > 0 {}
        // The ids begin with the time. The events may have arrived in another order.
        let (history, before) = (EventHistory(world.environment), backend.ids.sorted())
        #expect(try await history.list(.delivered, limit: 100).count == 10)
        #expect(try await history.list(.delivered, limit: 3).map(\.createdAt) == [9, 8, 7].map { start + $0 })
        #expect(try await history.replay(since: start + 7) == 3)
        // The three replayed events are waiting, so they are not replayed again.
        #expect(try await history.replay(since: start + 6) == 1)
        #expect(try await history.replay(since: start, .givenUp) == 0)
        while try await delivery().work() > 0 {}
        #expect(Set(backend.ids.dropFirst(10)) == Set(before.suffix(4)))
        #expect(try await history.replay(AccountEventID(high: 1, low: 1)) == false)
        #expect(try await history.replay(since: start) == 10)
    }

    @Test func `a test is sent, signed, and written down nowhere`() async throws {
        backend.then(418)
        let answer = try await delivery().test()
        #expect(answer.status == 418)
        let request = try #require(backend.requests.all.first)
        #expect(String(decoding: request.body, as: UTF8.self).contains(#""type":"webhooks.test""#))
        #expect(request.header("webhook-signature")?.hasPrefix("v1,") == true)
        #expect(try await world.events().isEmpty)
    }
}
