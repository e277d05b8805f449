#if canImport(AuthenticationServices)
    import Foundation

    /// Notifications as a stream of signals without content, because the result of `notifications(named:)` is not
    /// sendable.
    enum NotificationSignals {
        static func stream(of name: Notification.Name) -> AsyncStream<Void> {
            AsyncStream { continuation in
                let observation = Observation(
                    NotificationCenter.default.addObserver(forName: name, object: nil, queue: nil) { _ in
                        continuation.yield()
                    })
                continuation.onTermination = { _ in observation.end() }
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
