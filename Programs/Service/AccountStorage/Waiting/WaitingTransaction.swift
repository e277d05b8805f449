internal import Synchronization

/// The transaction that an engine passes to a body.
package protocol EngineTransaction: AccountTransaction {
    /// The first failure that the engine reported, apart from conflicts. It counts even if the body catches the error.
    var failure: StorageFailure? { get }
}

/// A transaction in the queue, without the type of its answer.
package protocol WaitingMember: AnyObject, Sendable {
    /// Whether it is read-only.
    var reads: Bool { get }
    /// Marks the transaction as running; `false` if the caller was cancelled before. Later cancellation has no effect.
    func begin() -> Bool
    /// Runs the body. It is called again if the body's work was lost.
    func run(in transaction: any EngineTransaction) -> Attempt
    /// Answers the caller with a failure.
    func fail(_ failure: StorageFailure)
}

/// The result of a body, and how to deliver it to the caller once it is durable.
package struct Attempt: Sendable {
    package let keepsWork: Bool
    package let deliver: @Sendable () -> Void
}

/// One caller's body, and the suspended caller.
///
/// The caller waits for a failure or none, whatever its `Value`. So the lock, which is taken at each step, has a type
/// without parameters, whose metadata Swift's runtime need not look up each time.
package final class WaitingTransaction<Value: Sendable>: WaitingMember {
    package typealias Body = @Sendable (any AccountTransaction) throws(StorageFailure) -> Outcome<Value>

    package let reads: Bool
    private let body: Body
    private let phase = Mutex(WaitingPhase.new)
    // Without a lock of its own: only the engine's thread writes it, between `begin` and the answer, and the caller reads
    // it after that thread resumed it.
    private nonisolated(unsafe) var value: Value?

    package init(_ body: @escaping Body) {
        self.body = body
        reads = false
    }

    /// A read-only transaction.
    package init(reading body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value) {
        self.body = { records throws(StorageFailure) in .discard(try body(records)) }
        reads = true
    }

    /// Makes the caller wait; `false` if it was cancelled before, in which case it is already answered.
    package func wait(_ continuation: WaitingCaller) -> Bool {
        let isWaiting = phase.withLock { phase in
            guard case .new = phase else { return false }
            phase = .waiting(continuation)
            return true
        }
        if !isWaiting { continuation.resume(returning: .unavailable) }
        return isWaiting
    }

    /// What the caller gets once it was resumed with a failure or none.
    package func answer(unless failure: StorageFailure?) throws(StorageFailure) -> Value {
        guard failure == nil, let value else { throw failure ?? .unavailable }
        return value
    }

    /// Called when the caller is cancelled. It is answered at once unless its body has already started.
    package func leave() {
        let continuation = phase.withLock { phase -> WaitingCaller? in
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
        continuation?.resume(returning: .unavailable)
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
            // If the body swallowed the engine's failure, only half of its work would be committed.
            if let failure = transaction.failure { throw failure }
            switch outcome {
            case .keep(let kept):
                value = kept
                return Attempt(keepsWork: true) { self.resume(with: nil) }
            case .discard(let answer):
                value = answer
                return Attempt(keepsWork: false) { self.resume(with: nil) }
            }
        } catch {
            return Attempt(keepsWork: false) { self.resume(with: error) }
        }
    }

    package func fail(_ failure: StorageFailure) {
        resume(with: failure)
    }

    private func resume(with failure: StorageFailure?) {
        let continuation = phase.withLock { phase -> WaitingCaller? in
            defer { phase = .over }
            switch phase {
            case .waiting(let continuation), .running(let continuation): return continuation
            case .new, .over: return nil
            }
        }
        continuation?.resume(returning: failure)
    }
}

/// A suspended caller. It is resumed with a failure, or with none once its value is there.
package typealias WaitingCaller = CheckedContinuation<StorageFailure?, Never>

private enum WaitingPhase {
    case new
    case waiting(WaitingCaller)
    case running(WaitingCaller)
    case over
}
