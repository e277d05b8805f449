package import AccountStorage
import Foundation

/// The clients that stay signed in after a browser signed out: they have detached sessions (scope `offline_access`).
package struct StayingClients: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// What a page says about them.
    package struct Found: Sendable {
        /// Their names, each once.
        package let names: [String]
        /// With it, the browser can end their sessions for some minutes, although its own session is over.
        package let receipt: String
    }

    /// What became of a request to end their sessions.
    package enum Ending: Sendable {
        /// None of them is signed in any more.
        case done
        /// The sign-out was too long ago.
        case tooLate
        /// This service made no such receipt.
        case unknown
    }

    private static let pageLength = 100

    /// The clients that began with a browser's session and outlive it; nil if there are none.
    package func find(after session: SessionID) async throws(SignInError) -> Found? {
        guard let clients = environment.openID?.clients else { return nil }
        let staying = try await environment.read { records in
            try records.findDetachedSessions(under: session, limit: Self.pageLength)
        }
        guard !staying.isEmpty else { return nil }
        let names = Set(staying.map { clients.find($0.client)?.name ?? $0.client })
        return Found(
            names: names.sorted(), receipt: SessionTokens(secrets: environment.secrets).receipt(session))
    }

    /// Ends their sessions for whoever signed out a moment ago.
    package func end(_ receipt: String) async throws(SignInError) -> Ending {
        guard let session = SessionTokens(secrets: environment.secrets).readReceipt(receipt) else { return .unknown }
        let now = environment.instant
        guard let ended = try await environment.read({ records in try records.findSession(session) }),
            let endedAt = ended.endedAt,
            ClockDifference.isWithin(environment.policy.freshSignInWindow, endedAt, at: now)
        else { return .tooLate }
        while true {
            let entry = AuditEntry(
                id: .timeOrdered(environment), accountID: ended.accountID, event: AuditEvent.sessionsEnded.rawValue,
                reason: "person", sessionID: session, occurredAt: now)
            let count = try await environment.write { records in
                let page = try records.findDetachedSessions(under: session, limit: Self.pageLength)
                for staying in page { _ = try records.endSession(staying.id, at: now) }
                if !page.isEmpty { try records.recordAudit(entry) }
                return page.count
            }
            guard count == Self.pageLength else { return .done }
        }
    }
}
