import AccountStorage
import Foundation

/// Ends a session at the wish of its owner. On our routes it is refused from the next request on.
public struct SignOut: Sendable {
    private let environment: SignInEnvironment

    /// Works in an environment.
    public init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Ends a session; one that was ended meanwhile is no error.
    public func end(_ session: SignedInSession) async throws(SignInError) {
        let id = session.session.id
        let now = environment.instant
        let entry = AuditEntry(
            id: .timeOrdered(environment), .sessionEnded, of: session.session, reason: "person", at: now)
        try await environment.transact { transaction throws(StorageFailure) in
            if try transaction.endSession(id, at: now) { try transaction.recordAudit(entry) }
            return .keep(.success(()))
        }
    }
}
