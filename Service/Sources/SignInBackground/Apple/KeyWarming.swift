package import Logging
import ServiceLifecycle
package import SignInWithApple

/// Fetches Apple's keys at the start, so that the first person need not wait, and before they are old, so that a night without
/// sign-ins does not end with an old set. A failure is no reason not to start.
package struct KeyWarming: Service {
    private let keys: AppleKeySet
    private let logger: Logger

    /// Keeps these keys warm.
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
