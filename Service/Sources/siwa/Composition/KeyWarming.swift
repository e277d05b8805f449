import Logging
import ServiceLifecycle
import SignInServer
import SignInWithApple

/// Fetches Apple's keys at the start, so that the first person need not wait, and before they are old, so that a night without
/// sign-ins does not end with an old set. A failure is no reason not to start.
struct KeyWarming: Service {
    let keys: AppleKeySet
    let logger: Logger

    func run() async throws {
        await work(every: .seconds(60)) {
            do throws(AppleCallFailure) {
                try await keys.fetchIfDue()
            } catch {
                logger.warning("Apple's keys could not be fetched", metadata: ["code": "\(error.code)"])
            }
        }
    }
}
