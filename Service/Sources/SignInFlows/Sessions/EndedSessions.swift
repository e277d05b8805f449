package import AccountStorage
package import Foundation

/// The sessions that somebody ended, for services that check access tokens themselves.
package struct EndedSessions: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The most sessions that one answer holds.
    package static let pageLength = 1_000

    /// Sessions ended since a moment, oldest first, and where the next page begins.
    ///
    /// - Parameters:
    ///   - moment: later than one access token's life ago is enough: what ended before is over by itself.
    ///   - id: of those ended at exactly `moment`, the ones up to this are left out.
    package func since(
        _ moment: Date, after id: SessionID?
    ) async throws(SignInError) -> [EndedSession] {
        try await environment.read { records in
            try records.findEndedSessions(since: moment, after: id, limit: Self.pageLength)
        }
    }
}
