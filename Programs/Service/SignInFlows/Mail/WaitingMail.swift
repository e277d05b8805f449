package import AccountStorage

/// Counts the mail that waits to be sent.
package struct WaitingMail: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The number of waiting messages, and the age of the oldest.
    package func backlog() async throws(SignInError) -> OutboxBacklog {
        try await environment.read { records in try records.countMail() }
    }
}
