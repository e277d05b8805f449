/// Settings for messages that the app's backend sends to people through the service.
package struct MailPolicy: Sendable, Equatable {
    /// Whether backends may do so.
    package var isOpenToBackends = false
    /// How many messages of backends an account gets within 24 hours. Apple forwards a hundred a day to a relay address, the
    /// person's answers and the app's other mail included.
    package var dailyBudget = 20
    /// How many messages may wait in the outbox, until no backend may add another one. Each search for the next message
    /// reads all that are due.
    package var mostWaiting = 10_000
    /// How long a request is remembered. The same request within this time sends no second message.
    package var requestRetention: Duration = .seconds(7 * 86_400)

    /// The default policy.
    package init() {}
}
