import AccountStorage
import Foundation
package import Logging
import ServiceLifecycle
package import SignInFlows

/// Removes all expired records, in batches of a bounded size so that no transaction takes long.
///
/// A round has no maximum number of records: within the rate limits, strangers could create more per minute than any
/// fixed number. A round still ends, because only what expired before it began is removed.
package struct Housekeeping: Service {
    private let environment: SignInEnvironment
    private let interval: Duration
    private let logger: Logger
    private let isClockFarOff: @Sendable () -> Bool

    static let batch = 500

    /// Creates housekeeping for the database of an environment, every `interval`.
    ///
    /// - Parameter isClockFarOff: whether the clock is known to be wrong; nothing is removed then.
    package init(
        environment: SignInEnvironment, interval: Duration, logger: Logger,
        isClockFarOff: @escaping @Sendable () -> Bool = { false }
    ) {
        self.environment = environment
        self.interval = interval
        self.logger = logger
        self.isClockFarOff = isClockFarOff
    }

    /// Works until the service is told to stop.
    package func run() async throws {
        await work(every: interval) { await clean() }
    }

    /// Runs one round. A failure is logged and left to the next round; the other chores go on.
    func clean() async {
        guard !isClockFarOff() else {
            return logger.warning("housekeeping waits", metadata: ["code": "clock_far_off"])
        }
        var left = chores(at: environment.now())
        var done: Logger.Metadata = [:]
        var totals: [String: Int] = [:]
        // The chores take turns, one batch each, so that a flood of one kind does not delay the others.
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

    /// One kind of expired record and the removal of a batch of it.
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
        let former = FormerTokens(environment)
        let tokens = Chore(name: "former_tokens") { () async throws(SignInError) in
            try await former.remove(at: moment, limit: Self.batch)
        }
        let erasure = Chore(name: "erased") { () async throws(SignInError) in
            await erase(try await expired.findAccountsToErase(at: moment, limit: Self.batch))
        }
        return removals + [questions, tokens, erasure]
    }

    private func attempt(_ chore: Chore) async -> Int? {
        do throws(SignInError) {
            return try await chore.batch()
        } catch {
            warn(chore.name, error)
            return nil
        }
    }

    /// An account that cannot be erased does not block the others. It would be found again at once, so an incomplete
    /// batch counts as the last of this round.
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
        // The service stops. The database did not fail.
        guard !Task.isCancelled else { return }
        logger.warning("housekeeping failed", metadata: ["what": "\(what)", "code": "\(error.code)"])
    }
}
