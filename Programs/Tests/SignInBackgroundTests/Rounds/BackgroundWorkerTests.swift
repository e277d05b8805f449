import ServiceLifecycle
import SignInFlows
import Synchronization
import TestDoubles
import Testing

@testable import SignInBackground

@Suite(.timeLimit(.minutes(10))) struct BackgroundWorkerTests {
    /// The results of a worker's rounds, the last one repeated. Reports the start of each round.
    private final class Rounds: Sendable {
        private let results: Mutex<[Result<Int, SignInError>]>
        private let isHeld: Bool
        let began: AsyncStream<Void>
        private let begin: AsyncStream<Void>.Continuation
        private let (end, ending) = AsyncStream<Never>.makeStream()

        /// - Parameter isHeld: whether each round lasts until its task is cancelled.
        init(_ results: [Result<Int, SignInError>], isHeld: Bool = false) {
            self.results = Mutex(results)
            self.isHeld = isHeld
            (began, begin) = AsyncStream.makeStream()
        }

        /// How many results are left.
        var left: Int { results.withLock { $0.count } }

        func next() async throws(SignInError) -> Int {
            begin.yield()
            if isHeld { for await _ in end {} }
            return try results.withLock { $0.count > 1 ? $0.removeFirst() : $0[0] }.get()
        }
    }

    private let log = CapturedLog()

    private func worker(
        _ rounds: Rounds, every interval: Duration = .seconds(3_600), overlaps: Bool = false
    ) -> BackgroundWorker {
        BackgroundWorker(
            name: "outbox", interval: interval, overlaps: overlaps, logger: log.logger, round: rounds.next)
    }

    /// Runs a worker in a service that shuts down after this many rounds have begun.
    private func run(
        _ rounds: Rounds, every interval: Duration = .seconds(3_600), overlaps: Bool = false, stoppingAt count: Int
    ) async throws {
        let worker = worker(rounds, every: interval, overlaps: overlaps)
        let group = ServiceGroup(
            configuration: ServiceGroupConfiguration(services: [worker], logger: log.logger))
        async let running: Void = group.run()
        var begun = 0
        for await _ in rounds.began {
            begun += 1
            if begun == count { break }
        }
        await group.triggerGracefulShutdown()
        try await running
    }

    @Test func `rounds follow each other until one does nothing`() async {
        let rounds = Rounds([.success(8), .success(1), .success(0), .success(8), .success(0)])
        await worker(rounds).work()
        #expect(rounds.left == 2 && log.all.isEmpty)
    }

    @Test func `a failure is told by its code under the worker's name, and ends the rounds`() async {
        let failure = SignInError.unavailable(.hashingUnavailable, retryAfter: 5)
        let rounds = Rounds([.success(1), .failure(failure), .success(1), .success(0)])
        await worker(rounds).work()
        #expect(rounds.left == 2 && log.all == ["warning outbox code=hashing_unavailable"])
    }

    @Test func `it looks again after each interval, whatever was before`() async throws {
        let failure = SignInError.unavailable(.hashingUnavailable, retryAfter: 5)
        let rounds = Rounds([.success(0), .failure(failure), .success(1), .success(0)])
        try await run(rounds, every: .milliseconds(1), stoppingAt: 6)
        #expect(rounds.left == 1)
    }

    @Test func `a worker whose rounds overlap does not wait for one that hangs, and ends them all when it stops`()
        async throws
    {
        try await run(Rounds([.success(0)], isHeld: true), every: .milliseconds(1), overlaps: true, stoppingAt: 3)
    }

    @Test func `a service that stops waits for no interval`() async throws {
        try await run(Rounds([.success(0)]), stoppingAt: 1)
    }

    @Test func `a service that stops ends the round, and begins no other`() async throws {
        let rounds = Rounds([.success(1), .success(1), .success(0)], isHeld: true)
        try await run(rounds, stoppingAt: 1)
        #expect(rounds.left == 2)
    }
}
