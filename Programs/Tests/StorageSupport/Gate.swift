package import AccountStorage
internal import Dispatch
internal import Synchronization
internal import Testing
internal import Waiting

/// Blocks every thread that passes until the test opens the gate. Tests use it to wait for events instead of sleeping.
package final class Gate: Sendable {
    private let arrivals = Mutex(0)
    private let permission = DispatchSemaphore(value: 0)

    package init() {}

    package func pass() {
        arrivals.withLock { $0 += 1 }
        permission.wait()
        // Lets the next thread pass, too.
        permission.signal()
    }

    package func open() {
        permission.signal()
    }

    package func waitForArrival() async {
        await until { self.arrivals.withLock { $0 } > 0 }
    }
}

/// A value that several tasks of a test share.
package final class Shared<Value: Sendable>: Sendable {
    private let content: Mutex<Value>

    package init(_ value: Value) {
        content = Mutex(value)
    }

    package var value: Value { content.withLock { $0 } }

    package func edit(_ change: @Sendable (inout Value) -> Void) {
        content.withLock { change(&$0) }
    }
}

extension AccountDatabase {
    /// Occupies the writer's thread until the gate is opened.
    package func occupy(until gate: Gate) -> Task<Void, any Error> {
        Task {
            try await transaction { _ throws(StorageFailure) -> Outcome<Void> in
                gate.pass()
                return .discard(())
            }
        }
    }
}
