#if canImport(Darwin)
    import Foundation

    /// A value behind a lock, for systems without `Mutex` (it needs macOS 15 and iOS 18).
    ///
    /// Unchecked, because the compiler cannot see that `value` is only accessed while the lock is held.
    final class Guarded<Value: Sendable>: @unchecked Sendable {
        private let lock = NSLock()
        private var value: Value

        init(_ value: Value) {
            self.value = value
        }

        func access<Result>(_ body: (inout Value) -> Result) -> Result {
            lock.lock()
            defer { lock.unlock() }
            return body(&value)
        }
    }
#else
    import Synchronization

    /// A value behind a lock.
    final class Guarded<Value: Sendable>: Sendable {
        private let value: Mutex<Value>

        init(_ value: Value) {
            self.value = Mutex(value)
        }

        func access<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
            value.withLock { body(&$0) }
        }
    }
#endif
