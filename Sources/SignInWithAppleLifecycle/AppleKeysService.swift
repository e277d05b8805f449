// Only with the package's trait ServiceLifecycle: whoever leaves it off builds an empty module and no ServiceLifecycle.
#if ServiceLifecycle
    public import Foundation
    public import ServiceLifecycle
    public import SignInWithApple
    public import SignInWithAppleTransport

    /// Keeps Apple's keys warm while a server runs, as one more service of its group: fetched at the start, and again when they are
    /// due, so that nobody who signs in waits for them.
    ///
    /// A failure is no reason not to start or to stop: a sign-in asks again. `AppleKeySet` reports each (`observe`).
    public struct AppleKeysService: Service, CustomStringConvertible {
        private let keys: AppleKeySet
        private let transport: AsyncHTTPClientTransport?
        private let interval: TimeInterval
        private let sleep: @Sendable (TimeInterval) async throws -> Void

        /// A service for these keys.
        /// - Parameters:
        ///   - keys: `keys` of an `AppleTokenVerifier` or `AppleClient`.
        ///   - transport: ended when the group shuts down, if it is the transport's own connection pool; a shared client goes on. Put
        ///     the service before those who call Apple: a group ends its services in the opposite order.
        ///   - interval: seconds between two looks whether the keys are due; a look at fresh keys calls nobody.
        ///   - sleep: waits so many seconds; tests bring their own.
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

        /// Its name in the log of the group.
        public var description: String { "Apple's keys" }

        /// Runs until the group shuts down.
        public func run() async throws {
            await cancelWhenGracefulShutdown {
                repeat {
                    try? await keys.fetchIfDue()
                    // Ends early only when it is cancelled.
                    try? await sleep(interval)
                } while !Task.isCancelled
            }
            try await transport?.shutdown()
        }
    }
#endif
