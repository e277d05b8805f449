import AccountStorage
import Foundation
import SignInFlows
import SignInWithApple

/// Hooks between the parts for the crash drill. `siwa serve` only sets `droppedLogLines`.
struct ServiceSeams: Sendable {
    var now: @Sendable () -> Date = { Date() }
    var droppedLogLines: @Sendable () -> Int = { 0 }
    var observe: @Sendable (SignInStep) async -> Void = { _ in }
    var database: @Sendable (any AccountDatabase) -> any AccountDatabase = { $0 }
    var transport: @Sendable (any HTTPTransport) -> any HTTPTransport = { $0 }
}
