import AccountStorage
import Foundation
package import Logging
import ServiceLifecycle
package import SignInFlows

/// Removes what has expired, in bounded batches, so that no transaction is held long, until nothing of it is left.
///
/// A round that stopped at a number could be outrun: what the limits let strangers leave behind in a minute is more than
/// any number that was right once. Whatever expired before the round began is finite, so the round ends.
package struct Housekeeping: Service {
    private let environment: SignInEnvironment
    private let interval: Duration
    private let logger: Logger
    private let isClockFarOff: @Sendable () -> Bool

    static let batch = 500

    /// Housekeeping for the database of an environment, every `interval`.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong: then nothing is removed.
    package init(
        environment: SignInEnvironment, interval: Duration, logger: Logger,
        isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) {
        self.environment = environment
        self.interval = interval
        self.logger = logger
        self.isClockFarOff = isClockFarOff
    }

    /// Cleans until the service is told to stop.
    package func run() async throws {
        await work(every: interval) { await clean() }
    }

    /// One round. What fails is told and left to the next round, and keeps nothing else from being done.
    func clean() async {
        guard !isClockFarOff() else {
            return logger.warning("housekeeping waits", metadata: ["code": "clock_far_off"])
        }
        var left = chores(at: environment.now())
        var done: Logger.Metadata = [:]
        var totals: [String: Int] = [:]
        // A batch of each kind in turn, so that a flood of one keeps none of the others waiting.
        while !left.isEmpty, !Task.isCancelled {
            var full: [Chore] = []
            for chore in left {
                guard let count = await attempt(chore) else {
                    done[chore.name] = "failed"
                    continue
                }
                totals[chore.name, default: 0] += count
                done[chore.name] = "\(totals[chore.name, default: 0])"
                if count >= Self.batch { full.append(chore) }
                await Task.yield()
            }
            left = full
        }
        logger.debug("housekeeping", metadata: done)
    }

    /// One kind of what expires, and how a batch of it is removed.
    private struct Chore: Sendable {
        let name: String
        let batch: BackgroundRound
    }

    private func chores(at moment: Date) -> [Chore] {
        let expired = ExpiredRecords(environment)
        let removals = ExpiredRecords.Kind.allCases.map { kind in
            Chore(name: kind.rawValue) { () async throws(SignInError) in
                try await expired.remove(kind, at: moment, limit: Self.batch)
            }
        }
        let questions = Chore(name: "questions") { () async throws(SignInError) in
            try await UnansweredQuestions(environment).remove(limit: Self.batch)
        }
        let erasure = Chore(name: "erased") { () async throws(SignInError) in
            await erase(try await expired.findAccountsToErase(at: moment, limit: Self.batch))
        }
        return removals + [questions, erasure]
    }

    private func attempt(_ chore: Chore) async -> Int? {
        do throws(SignInError) {
            return try await chore.batch()
        } catch {
            warn(chore.name, error)
            return nil
        }
    }

    /// An account that cannot be erased does not hold up the others; it is found again at once, so where one of a batch is
    /// left the next batch waits for the next round.
    private func erase(_ due: [AccountID]) async -> Int {
        var erased = 0
        for account in due {
            do throws(SignInError) {
                if try await AccountDeletion(environment).eraseDue(account) { erased += 1 }
            } catch {
                warn("erasure", error)
            }
        }
        return erased
    }

    private func warn(_ what: String, _ error: SignInError) {
        logger.warning("housekeeping failed", metadata: ["what": "\(what)", "code": "\(error.code)"])
    }
}
