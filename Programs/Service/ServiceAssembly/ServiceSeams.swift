package import AccountStorage
package import Foundation
package import SignInFlows
package import SignInWithApple

/// Hooks between the parts for the crash drill. `siwa serve` only sets `droppedLogLines`.
package struct ServiceSeams: Sendable {
    package var now: @Sendable () -> Date = { Date() }
    package var droppedLogLines: @Sendable () -> Int = { 0 }
    package var observe: @Sendable (SignInStep) async -> Void
    package var database: @Sendable (any AccountDatabase) -> any AccountDatabase
    package var transport: @Sendable (any HTTPTransport) -> any HTTPTransport

    package init(
        observe: @escaping @Sendable (SignInStep) async -> Void = { _ in },
        database: @escaping @Sendable (any AccountDatabase) -> any AccountDatabase = { $0 },
        transport: @escaping @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }
    ) {
        self.observe = observe
        self.database = database
        self.transport = transport
    }
}
