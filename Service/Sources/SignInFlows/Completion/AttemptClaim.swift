import AccountStorage
import Foundation

/// The first transaction of a completion: of all equal requests one goes on, and the name is safe before the code is
/// spent.
struct AttemptClaim: Sendable {
    let attempt: AttemptID
    let identity: IdentityID
    let clientID: String
    let sealedName: [UInt8]?
    let nameLifetime: Duration
    /// For the line that a refused person leaves.
    let auditID: AuditEntryID
    let client: RegisteredClient
    let now: Date

    /// Whether the code is needed.
    enum Standing: Sendable {
        /// Apple's grant for this person and client is held: the code is not sent.
        case holdsLiveGrant
        /// There is none, or it is known to be missing.
        case needsGrant
    }

    func apply(in transaction: any AccountTransaction) throws(StorageFailure) -> Outcome<Result<Standing, SignInError>>
    {
        guard try transaction.claimAttempt(attempt, at: now) else {
            let row = try transaction.findAttempt(attempt)
            let refusal = row.map { AttemptStanding.refusal($0, at: now) ?? .attemptUsed } ?? .attemptUnknown
            return .discard(.failure(.refused(refusal)))
        }
        let known = try transaction.findIdentity(identity)
        let account = try known.flatMap { known throws(StorageFailure) in
            try transaction.findAccount(known.accountID)
        }
        let match = AccountMatch.decide(identity: known, account: account)
        // The attempt stays claimed, and the code unspent: somebody who is kept out must not leave a grant at Apple.
        if case .disabled(let reason) = match, let account {
            let refusal = SignInRefusal.closed(reason)
            try transaction.recordAudit(
                AuditEntry(
                    id: auditID, accountID: account.id, event: AuditEvent.signInRefused.rawValue, reason: refusal.code,
                    client: client.name, platform: client.kind.platform, occurredAt: now))
            return .keep(.failure(.refused(refusal)))
        }
        if let sealedName, account?.givenName == nil, account?.familyName == nil {
            try transaction.recordKeptName(
                KeptName(
                    identityID: identity, sealedName: sealedName, keptAt: now,
                    expiresAt: now.addingTimeInterval(nameLifetime.timeInterval)))
        }
        // Kept out as well, but the name waits for the operator.
        if match == .missing { return .keep(.failure(.misconfigured(.databaseCorrupt))) }
        let grant = try transaction.findGrant(identity, client: clientID)
        return .keep(.success(grant?.sealedRefreshToken == nil ? .needsGrant : .holdsLiveGrant))
    }
}
