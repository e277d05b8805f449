#if canImport(AuthenticationServices)
    import Foundation

    /// Notifications as a stream of signals without content, because the result of `notifications(named:)` is not
    /// sendable.
    enum NotificationSignals {
        static func stream(of name: Notification.Name) -> AsyncStream<Void> { stream(of: [name: ()]) }

        /// Signals each notification with its own value.
        static func stream<Signal: Sendable>(of signals: [Notification.Name: Signal]) -> AsyncStream<Signal> {
            AsyncStream { continuation in
                let observations = signals.map { name, signal in
                    Observation(
                        NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                            continuation.yield(signal)
                        })
                }
                continuation.onTermination = { _ in for observation in observations { observation.end() } }
            }
        }

        /// Unchecked, because the token's type does not declare `Sendable`. The token is only passed back, which the
        /// notification center allows from any thread.
        private final class Observation: @unchecked Sendable {
            private let token: any NSObjectProtocol

            init(_ token: any NSObjectProtocol) { self.token = token }

            func end() { NotificationCenter.default.removeObserver(token) }
        }
    }
#endif
