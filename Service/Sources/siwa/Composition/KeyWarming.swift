import Logging
import ServiceLifecycle
import SignInWithApple

/// Fetches Apple's keys at the start, so that the first person need not wait. A failure is no reason not to start.
struct KeyWarming: Service {
    let keys: AppleKeySet
    let logger: Logger

    func run() async throws {
        do {
            try await keys.fetchIfDue()
        } catch {
            logger.warning("Apple's keys could not be fetched at the start", metadata: ["code": "\(error.code)"])
        }
        try? await gracefulShutdown()
    }
}
