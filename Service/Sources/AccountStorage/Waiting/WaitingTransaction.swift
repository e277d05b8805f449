internal import Synchronization

/// What an engine hands to a body.
package protocol EngineTransaction: AccountTransaction {
    /// What the engine reported first, conflicts apart; a body cannot hide it.
    var failure: StorageFailure? { get }
}

/// A transaction in the queue, whatever the type of its answer.
package protocol WaitingMember: AnyObject, Sendable {
    /// Whether it may only read.
    var reads: Bool { get }
    /// Its turn has come. `false` when the caller left before; otherwise the caller now waits to the end.
    func begin() -> Bool
    /// Runs the body; may happen again when its work was lost.
    func run(in transaction: any EngineTransaction) -> Attempt
    /// Answers without the body's work.
    func fail(_ failure: StorageFailure)
}

/// What a body did, and how to tell its caller once that is durable.
package struct Attempt: Sendable {
    package let keepsWork: Bool
    package let deliver: @Sendable () -> Void
}

/// One caller's body and the caller itself, suspended.
package final class WaitingTransaction<Value: Sendable>: WaitingMember {
    package typealias Body = @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>
    package typealias Continuation = CheckedContinuation<Result<Value, StorageFailure>, Never>

    private enum Phase {
        case new
        case waiting(Continuation)
        case running(Continuation)
        case over
    }

    package let reads: Bool
    private let body: Body
    private let phase = Mutex(Phase.new)

    package init(_ body: @escaping Body) {
        self.body = body
        reads = false
    }

    /// A transaction that may only read.
    package init(reading body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value) {
        self.body = { records throws(StorageFailure) in .discard(try body(records)) }
        reads = true
    }

    /// Suspends the caller; `false` when it was cancelled before, and is answered already.
    package func wait(_ continuation: Continuation) -> Bool {
        let isWaiting = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .waiting(continuation)
            return true
        }
        if !isWaiting { continuation.resume(returning: .failure(.unavailable)) }
        return isWaiting
    }

    /// The caller was cancelled: it leaves, unless its turn has come.
    package func leave() {
        let continuation = phase.withLock { phase -> Continuation? in
            switch phase {
            case .new:
                phase = .over
                return nil
            case .waiting(let continuation):
                phase = .over
                return continuation
            case .running, .over:
                return nil
            }
        }
        continuation?.resume(returning: .failure(.unavailable))
    }

    package func begin() -> Bool {
        phase.withLock { phase in
            guard case .waiting(let continuation) = phase else { return false }
            phase = .running(continuation)
            return true
        }
    }

    package func run(in transaction: any EngineTransaction) -> Attempt {
        do throws(StorageFailure) {
            let outcome = try body(transaction)
            // A body that hides the engine's failure would keep half of its work.
            if let failure = transaction.failure { throw failure }
            switch outcome {
            case .keep(let value): return Attempt(keepsWork: true) { self.answer(.success(value)) }
            case .discard(let value): return Attempt(keepsWork: false) { self.answer(.success(value)) }
            }
        } catch {
            return Attempt(keepsWork: false) { self.answer(.failure(error)) }
        }
    }

    package func fail(_ failure: StorageFailure) {
        answer(.failure(failure))
    }

    private func answer(_ result: Result<Value, StorageFailure>) {
        let continuation = phase.withLock { phase -> Continuation? in
            defer { phase = .over }
            switch phase {
            case .waiting(let continuation), .running(let continuation): return continuation
            case .new, .over: return nil
            }
        }
        continuation?.resume(returning: result)
    }
}
