import Synchronization
import TestDoubles
import Testing
import Waiting

@testable import SignInFlows

@Suite struct HashingPoolTests {
    @Test func `somebody signs in by Apple while every place is taken`() async throws {
        let held = HeldHashing()
        let world = try World.withPasswords(hashing: held.pool(1, longestQueue: 2))
        try await world.importPerson()
        let waiting = (0..<3).map { number in
            Task { try await world.failedSignIn("nobody\(number)@example.com") }
        }
        await until { held.count > 0 && world.environment.hashing.waiting >= 2 }
        let busy = try await world.failedSignIn()
        #expect(busy == .unavailable(.hashingUnavailable, retryAfter: 5))
        #expect(try await world.signInNatively(.ben).isNewAccount)
        held.release(100)
        for task in waiting { _ = try await task.value }
        // The rejected attempts were not counted: four more cause no delay, and only the fifth does.
        for _ in 0..<5 { #expect(try await world.failedSignIn() == .refused(.passwordWrong)) }
    }

    /// Two processes that share a database. The pool of the first one is full until the hashing is released.
    private func busyAndIdle(_ held: HeldHashing) async throws -> (busy: World, idle: World) {
        let busy = try World.withPasswords(hashing: held.pool(1, longestQueue: 0))
        try await busy.importPerson()
        Task { try await busy.failedSignIn("nobody@example.com") }
        await until { held.count > 0 }
        return (busy, try World(busy.surroundings, policy: .withPasswords()))
    }

    @Test func `who is sent away takes no wait from a try that was looked at meanwhile`() async throws {
        let held = HeldHashing()
        defer { held.release() }
        let (busy, idle) = try await busyAndIdle(held)
        for _ in 0..<3 { #expect(try await idle.failedSignIn() == .refused(.passwordWrong)) }
        let meanwhile = Recorder<SignInError?>()
        busy.database.interrupt(after: 1) { meanwhile.append(try? await idle.failedSignIn()) }
        #expect(try await busy.failedSignIn() == .unavailable(.hashingUnavailable, retryAfter: 5))
        #expect(meanwhile.all == [.refused(.passwordWrong)])
        #expect(try await idle.failedSignIn() == .refused(.passwordDelayed, retryAfter: 5))
        // The delay that a rejected attempt itself caused is undone.
        idle.clock.advance(5)
        #expect(try await busy.failedSignIn() == .unavailable(.hashingUnavailable, retryAfter: 5))
        _ = try await idle.signIn()
    }

    @Test func `a hundred wrong ones stay a hundred when more are sent away`() async throws {
        let held = HeldHashing()
        defer { held.release() }
        let (busy, idle) = try await busyAndIdle(held)
        for _ in 0..<100 {
            #expect(try await idle.failedSignIn() == .refused(.passwordWrong))
            idle.clock.advance(900)
        }
        #expect(try await busy.failedSignIn() == .unavailable(.hashingUnavailable, retryAfter: 5))
        idle.clock.advance(900)
        #expect(try await idle.failedSignIn("ann@example.com", World.password) == .refused(.passwordWrong))
    }

    @Test func `who waits longer than ten seconds is sent away, and who waits less is served`() async throws {
        let held = HeldHashing()
        let seconds = Mutex(0)
        let pool = held.pool { .seconds(seconds.withLock { $0 }) }
        var callers: [Task<Int?, Never>] = []
        for (number, begun) in [0, 0, 3, 11].enumerated() {
            seconds.withLock { $0 = begun }
            callers.append(Task { await pool.run { number } })
            await until { held.count + pool.waiting > number }
        }
        seconds.withLock { $0 = 12 }
        held.release(4)
        var results: [Int?] = []
        for caller in callers { results.append(await caller.value) }
        #expect(results == [0, nil, 2, 3])
        #expect(pool.waiting == 0)
    }

    @Test func `all that waits is done, two at a time`() async throws {
        let pool = HashingPool(size: 2, longestQueue: 1_000, elapsed: { .zero })
        let results = await withTaskGroup(of: Int?.self) { group in
            for number in 0..<500 { group.addTask { await pool.run { number } } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(Set(results.compactMap { $0 }) == Set(0..<500))
    }
}
