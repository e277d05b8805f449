package import AccountStorage
package import Foundation

/// Lists sessions that were ended, for services that check access tokens themselves.
package struct EndedSessions: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The maximum number of sessions in one response.
    package static let pageLength = 1_000

    /// The sessions that were ended at or after `moment`, oldest first; at most ``pageLength``.
    ///
    /// - Parameters:
    ///   - moment: one access token's lifetime ago is early enough, because the access tokens of sessions that ended
    ///     before have expired.
    ///   - id: of the sessions ended at exactly `moment`, those up to this one are left out.
    package func since(
        _ moment: Date, after id: SessionID?
    ) async throws(SignInError) -> [EndedSession] {
        try await environment.read { records in
            try records.findEndedSessions(since: moment, after: id, limit: Self.pageLength)
        }
    }
}
