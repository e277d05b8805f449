#if ServiceLifecycle
    public import ServiceLifecycle

    #if canImport(FoundationEssentials)
        public import FoundationEssentials
    #else
        public import Foundation
    #endif

    /// Keeps Apple's keys fresh while a server runs, as a service of its group. The keys are fetched at startup, and
    /// again when they are due, so that no sign-in waits for them.
    ///
    /// A failed fetch does not prevent startup or stop the service, because a sign-in fetches again. `AppleKeySet`
    /// reports each failure (`observe`).
    public struct AppleKeysService: Service, CustomStringConvertible {
        private let keys: AppleKeySet
        private let transport: AsyncHTTPClientTransport?
        private let interval: TimeInterval
        private let sleep: @Sendable (TimeInterval) async throws -> Void

        /// Creates a service for these keys.
        /// - Parameters:
        ///   - keys: `keys` of an `AppleTokenVerifier` or `AppleClient`.
        ///   - transport: shut down with the group if it has its own connection pool. A shared client keeps running.
        ///     Put the service before those that call Apple, because a group shuts down its services in reverse order.
        ///   - interval: seconds between two checks whether the keys are due. A check of fresh keys sends no request.
        ///   - sleep: waits for this many seconds. Tests pass their own.
        public init(
            _ keys: AppleKeySet, ending transport: AsyncHTTPClientTransport? = nil, interval: TimeInterval = 60,
            sleep: @escaping @Sendable (TimeInterval) async throws -> Void = { seconds in
                try await Task.sleep(nanoseconds: UInt64(max(seconds, 0) * 1e9))
            }
        ) {
            self.keys = keys
            self.transport = transport
            self.interval = interval
            self.sleep = sleep
        }

        /// The service's name in the log of the group.
        public var description: String { "Apple's keys" }

        /// Runs until the group shuts down.
        public func run() async throws {
            await cancelWhenGracefulShutdown {
                repeat {
                    try? await keys.fetchIfDue()
                    // Throws only if it is cancelled.
                    try? await sleep(interval)
                } while !Task.isCancelled
            }
            try await transport?.shutdown()
        }
    }
#else
    // Exists without the trait so that the compiler names the trait.

    /// Keeps Apple's keys fresh while a server runs. It requires the package's trait `ServiceLifecycle`.
    @available(
        *, unavailable,
        message: "In Package.swift, add traits: [\"ServiceLifecycle\"] to the dependency on this package."
    )
    public struct AppleKeysService {}
#endif
