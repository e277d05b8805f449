import Foundation
package import Logging
import Metrics
package import SignInWithApple

/// Closures for swift-log and swift-metrics, since the library reports events to closures and does not log. They count
/// each kind of event, and log what an operator should look at.
package struct Observability: Sendable {
    let logger: Logger

    package init(logger: Logger) {
        self.logger = logger
    }

    /// The `observe` closure for `AppleKeySet`.
    package func record(_ event: KeySetEvent) {
        Counter(label: "apple_keys_total", dimensions: [("event", event.name)]).increment()
        switch event {
        case .fetchFailed(let failure, let failures, let retryAfter):
            logger.warning(
                "Apple's keys could not be fetched",
                metadata: ["code": "\(failure.code)", "failures": "\(failures)", "retry_after": "\(Int(retryAfter))"])
        case .keyDisputed, .fetchAbandoned: logger.warning("Apple's keys: \(event.name)")
        default: logger.debug("Apple's keys: \(event.name)")
        }
    }

    /// The `observe` closure for `AppleClient`.
    package func record(_ event: AppleCallEvent) {
        let call = ("call", event.call.rawValue)
        Metrics.Timer(label: "apple_call", dimensions: [call]).recordSeconds(event.seconds)
        guard let failure = event.failure else { return }
        Counter(label: "apple_call_failures_total", dimensions: [call, ("code", failure.code)]).increment()
        logger.warning(
            "A call to Apple failed", metadata: ["call": "\(event.call.rawValue)", "code": "\(failure.code)"])
    }
}
