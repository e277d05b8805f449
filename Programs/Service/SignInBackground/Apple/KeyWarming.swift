package import Logging
import ServiceLifecycle
package import SignInWithApple

/// Fetches Apple's keys at the start, so that the first sign-in need not wait, and again before they become too old, so
/// that they are fresh even after a night without sign-ins. The service starts even if the fetch fails.
package struct KeyWarming: Service {
    private let keys: AppleKeySet
    private let logger: Logger

    /// Creates a service that keeps these keys fresh.
    package init(keys: AppleKeySet, logger: Logger) {
        self.keys = keys
        self.logger = logger
    }

    package func run() async throws {
        await work(every: .seconds(60)) {
            do throws(AppleCallFailure) {
                try await keys.fetchIfDue()
            } catch {
                logger.warning("Apple's keys could not be fetched", metadata: ["code": "\(error.code)"])
            }
        }
    }
}
