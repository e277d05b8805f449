import AccountStorage
import Foundation
import SignInWithApple
import Synchronization

/// Asks Apple about the people of a transfer, batch by batch. Several processes may run at once, and each may be killed.
///
/// An entry is leased for two minutes, and each answer is one commit. Refusals are stored once the batch is over, because
/// only then it is known that Apple does not refuse the whole run. Both of Apple's calls repeat their answer, so asking again
/// is harmless.
struct TransferFetching: Sendable {
    /// How many entries are leased at once.
    static let batchLength = 50
    static let lease: TimeInterval = 120

    /// An entry, and what Apple is asked with.
    struct Asked: Sendable {
        let entry: TransferEntry
        let text: String
    }

    let environment: SignInEnvironment
    let transfer: RegisteredTransfer
    /// The state of the entries that wait for this call.
    let state: TransferEntry.State
    /// What Apple is asked with; nil for an entry that cannot be asked about.
    let text: @Sendable (TransferEntry, any AccountTransaction) throws(StorageFailure) -> String?
    /// Asks Apple about a batch, and hands on each answer.
    let ask:
        @Sendable (
            _ batch: [Asked], _ pace: inout TransferPace,
            _ answered: @escaping @Sendable (Asked, AppleCallFailure?) async throws -> Void
        ) async throws -> Void

    /// Asks until nobody is due, or about so many people.
    func run(
        limit: Int, pace: TransferPace, show: @Sendable (TransferTally) -> Void
    ) async throws(TransferStop) -> TransferTally {
        var pace = pace
        var sum = TransferTally()
        while sum.asked < limit {
            let batch = try await take(min(Self.batchLength, limit - sum.asked))
            if batch.isEmpty { break }
            let tally = try await work(on: batch, &pace)
            sum = sum + tally
            show(sum)
            if tally.asked > 0, tally.unreachable == tally.asked { throw .unreachable }
        }
        return sum
    }

    private func take(_ count: Int) async throws(TransferStop) -> [Asked] {
        let (now, id, state, text) = (environment.instant, transfer.id, state, text)
        let batch: [Asked]?
        do throws(SignInError) {
            batch = try await environment.write { records -> [Asked]? in
                let isOver = try records.findTransfer(id)?.isOver(at: now) ?? false
                if isOver { return nil }
                var batch: [Asked] = []
                let entries = try records.takeTransferEntries(
                    of: id, in: state, dueAt: now, returnsAt: now.addingTimeInterval(Self.lease), limit: count)
                for entry in entries {
                    if let asked = try text(entry, records) { batch.append(Asked(entry: entry, text: asked)) }
                }
                return batch
            }
        } catch {
            throw .failed(error)
        }
        guard let batch else { throw .over }
        return batch
    }

    private func work(
        on batch: [Asked], _ pace: inout TransferPace
    ) async throws(TransferStop) -> TransferTally {
        let tally = Mutex(TransferTally())
        // A run that Apple refuses as a whole says nothing about the people whom it asked about first.
        let refused = Mutex<[Refused]>([])
        do {
            try await ask(batch, &pace) { asked, failure in
                if let failure, failure.isAboutPerson {
                    refused.withLock { $0.append(Refused(entry: asked.entry, failure: failure)) }
                } else if let failure {
                    try await store([Refused(entry: asked.entry, failure: failure)])
                }
                tally.withLock { $0.note(failure) }
            }
            try await store(refused.withLock { $0 })
        } catch let failure as AppleCallFailure {
            throw failure.isAboutReachingApple ? TransferStop.unreachable : TransferStop.refused(code: failure.code)
        } catch let error as SignInError {
            throw .failed(error)
        } catch {
            throw .interrupted
        }
        return tally.withLock { $0 }
    }

    private struct Refused: Sendable {
        let entry: TransferEntry
        let failure: AppleCallFailure
    }

    private func store(_ refused: [Refused]) async throws(SignInError) {
        guard !refused.isEmpty else { return }
        let now = environment.instant
        let changed = refused.map { TransferVerdict.after($0.failure, $0.entry, at: now) }
        let (id, state) = (transfer.id, state)
        try await environment.write { records in
            // After the end, a refusal is about the transfer. The next batch stops the run.
            let isOver = try records.findTransfer(id)?.isOver(at: now) ?? false
            if isOver { return }
            for entry in changed { _ = try records.changeTransferEntry(entry, from: state) }
        }
    }
}

extension TransferTally {
    fileprivate mutating func note(_ failure: AppleCallFailure?) {
        asked += 1
        switch failure {
        case nil: answered += 1
        case .some(let failure) where failure.isAboutPerson: refused += 1
        case .some(let failure):
            failed += 1
            if failure.isAboutReachingApple { unreachable += 1 }
        }
    }
}
