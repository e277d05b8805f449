import AccountStorage
import Foundation
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInFlows

/// Several clients' servers that receive logout tokens, each with its own answer.
private final class LogoutReceivers: HTTPTransport {
    enum Answer {
        case status(Int)
        case failure(TransportFailure)
        /// None, until the task is cancelled.
        case never
    }

    let answers = Mutex<[String: Answer]>([:])
    let urls = Recorder<String>()
    let hangs: AsyncStream<Void>
    private let hang: AsyncStream<Void>.Continuation
    private let (release, releasing) = AsyncStream<Void>.makeStream()

    init() {
        (hangs, hang) = AsyncStream.makeStream()
    }

    func send(_ request: TransportRequest) async throws(TransportFailure) -> TransportResponse {
        urls.append(request.url)
        switch answers.withLock({ $0[request.url] }) ?? .status(200) {
        case .status(let status): return TransportResponse(status: status, headers: [], body: [])
        case .failure(let failure): throw failure
        case .never:
            hang.yield()
            for await _ in release {}
            return TransportResponse(status: 200, headers: [], body: [])
        }
    }

    func answer(_ answer: Answer, at url: String) { answers.withLock { $0[url] = answer } }
    func releaseAll() { releasing.finish() }
    func count(_ url: String) -> Int { urls.all.count { $0 == url } }
}

/// No client's notices wait for those of another client.
@Suite(.timeLimit(.minutes(10))) struct FairLogoutTests {
    private let world: World
    private let receivers = LogoutReceivers()
    private let slow = "https://slow.example.com/logout"
    private let quick = "https://quick.example.com/logout"
    private let delivery: LogoutDelivery

    init() throws {
        world = try World(openID: [
            .sample("slow", backchannelLogoutURI: "https://slow.example.com/logout"),
            .sample("quick", backchannelLogoutURI: "https://quick.example.com/logout"),
        ])
        delivery = LogoutDelivery(world.environment, transport: receivers)
    }

    /// Makes notices for a client that are due now.
    private func plant(_ count: Int, of client: String, from first: Int = 0) async throws {
        let now = world.clock.now
        try await world.write { records throws(StorageFailure) in
            for number in first..<(first + count) {
                let id = SessionID(high: client == "slow" ? 1 : 2, low: UInt64(number))
                try records.recordSession(
                    Session(
                        id: id, accountID: .init(high: 1, low: 1), clientID: client, platform: .openID, createdAt: now,
                        authenticatedAt: now, counter: 0, renewedAt: now, expiresAt: now + 86_400, endedAt: nil))
                try records.recordClientSession(
                    ClientSession(
                        id: id, parentID: .init(high: 9, low: 9), accountID: .init(high: 1, low: 1), client: client,
                        scope: "openid", claims: nil, isDetached: false, expiresAt: now + 86_400))
                _ = try records.endSession(id, at: now)
            }
        }
    }

    @Test(arguments: [LogoutAnswer.status(500), .failed(.timedOut)])
    func `six hundred notices of a failing client delay no other client's logout`(answer: LogoutAnswer) async throws {
        switch answer {
        case .status(let status): receivers.answer(.status(status), at: slow)
        case .failed(let failure): receivers.answer(.failure(failure), at: slow)
        }
        try await plant(600, of: "slow")
        world.clock.advance(1)
        try await plant(1, of: "quick")
        #expect(try await delivery.work() == 1)
        #expect(receivers.count(quick) == 1)
        #expect(receivers.count(slow) <= LogoutDelivery.batchLength)
    }

    @Test func `a client that hangs delays no other client's logout, and gets no second batch meanwhile`() async throws
    {
        receivers.answer(.never, at: slow)
        try await plant(600, of: "slow")
        async let first = delivery.work()
        for await _ in receivers.hangs { break }
        for number in 0..<3 {
            try await plant(1, of: "quick", from: number)
            #expect(try await delivery.work() == 1)
        }
        #expect(receivers.count(quick) == 3 && receivers.count(slow) == 1)
        receivers.answer(.status(200), at: slow)
        receivers.releaseAll()
        #expect(try await first == 600)
        #expect(receivers.count(slow) == 600)
    }

    @Test func `a delivery that ends with our process puts off no notice that it did not send`() async throws {
        receivers.answer(.failure(.cancelled), at: slow)
        try await plant(LogoutDelivery.batchLength + 8, of: "slow")
        #expect(try await delivery.work() == 0)
        receivers.answer(.status(200), at: slow)
        #expect(try await delivery.work() == 8)
    }

    @Test func `a client that is away is tried once for all its notices, and left alone until its wait is over`()
        async throws
    {
        receivers.answer(.failure(.timedOut), at: slow)
        try await plant(40, of: "slow")
        for wait in [0.0, 1, 3.999] {
            world.clock.advance(wait == 0 ? 0 : wait)
            #expect(try await delivery.work() == 0)
            #expect(receivers.count(slow) == 1)
        }
        let moment = world.clock.now
        #expect(
            try await world.read { records throws(StorageFailure) in
                try records.findClientsToNotify(at: moment)
            }.isEmpty)
        world.clock.advance(0.001)
        #expect(try await delivery.work() == 0)
        #expect(receivers.count(slow) == 2)
        receivers.answer(.status(200), at: slow)
        world.clock.advance(30)
        #expect(try await delivery.work() == 40)
        #expect(receivers.count(slow) == 42)
    }

    @Test func `a client that stays away is given up for each notice, in two days`() async throws {
        receivers.answer(.failure(.timedOut), at: slow)
        try await plant(40, of: "slow")
        for _ in 0..<400 {
            try await delivery.work()
            world.clock.advance(600)
        }
        let given = world.incidents.all.count { $0 == .logoutUndelivered(client: "slow", code: "timed_out") }
        #expect(given == 40)
        #expect(receivers.count(slow) < 20)
    }

    @Test func `a client's notices go out until none is due, in one round`() async throws {
        try await plant(100, of: "quick")
        #expect(try await delivery.work() == 100)
        #expect(try await delivery.work() == 0)
    }

    @Test func `notices of a client that is no longer configured are settled without telling anybody`() async throws {
        let later = try World(world.surroundings, openID: [.sample("other")])
        try await plant(40, of: "slow")
        #expect(try await LogoutDelivery(later.environment, transport: receivers).work() == 40)
        #expect(receivers.urls.all.isEmpty)
    }
}

/// Nobody waits for a receiver that is busy.
@Suite(.timeLimit(.minutes(10))) struct QueueLanesTests {
    private let lanes = QueueLanes()

    @Test func `a busy lane is left out, and free again when its work is done or has failed`() async throws {
        let (gate, open) = AsyncStream<Void>.makeStream()
        let (entered, enter) = AsyncStream<Void>.makeStream()
        let held = Task { [lanes] in
            try await lanes.run(["a"]) { _ async throws(SignInError) in
                enter.yield()
                for await _ in gate {}
                throw .refused(.rateLimited)
            }
        }
        for await _ in entered { break }
        let names = Recorder<String>()
        let sum = try await lanes.run(["a", "b", "c"]) { name async throws(SignInError) in
            names.append(name)
            return 2
        }
        #expect(sum == 4 && Set(names.all) == ["b", "c"])
        open.finish()
        await #expect(throws: SignInError.refused(.rateLimited)) { try await held.value }
        #expect(try await lanes.run(["a"]) { _ async throws(SignInError) in 1 } == 1)
    }
}
