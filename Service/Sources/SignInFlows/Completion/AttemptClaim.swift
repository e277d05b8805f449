import AccountStorage
import Foundation
import SignInWithApple

/// The first step of a completion: of all equal requests one goes on, and the name is safe before the code is spent.
struct AttemptClaim: Sendable {
    let attempt: AttemptID
    let answerHash: [UInt8]
    /// Who came, and what for.
    let reading: AccountMatchReading
    let sealedName: [UInt8]?
    let nameLifetime: Duration
    /// For the line that a refused person leaves.
    let auditID: AuditEntryID

    private var arrival: Arrival { reading.arrival }
    private var now: Date { reading.now }

    /// What the transaction found.
    struct Claimed: Sendable {
        let grant: Standing
        /// The decision, for whoever goes on in the same transaction.
        let match: AccountMatch
    }

    /// Whether the code is needed.
    enum Standing: Sendable {
        /// Apple's grant for this person and client is held: the code is not sent.
        case holdsLiveGrant
        /// There is none, or it is known to be missing.
        case needsGrant
    }

    func apply(in transaction: any AccountTransaction) throws(StorageFailure) -> Outcome<Result<Claimed, SignInError>> {
        guard try transaction.claimAttempt(attempt, as: AttemptClaimMark(claimedAt: now, answerHash: answerHash)) else {
            return .discard(.failure(.refused(try refusal(in: transaction))))
        }
        var account: Account?
        let match = try reading.decide(in: transaction)
        switch match {
        case .known(let own), .adopt(let own), .link(let own), .askToMerge(let own): account = own
        case .new, .ask: break
        case .proofNeeded: return .keep(.failure(try refuse(.refused(.linkProofRequired), in: transaction)))
        case .refused(.missing):
            // Kept out as well, but the name waits for the operator.
            try keepName(in: transaction)
            try transaction.forgetClaim(attempt)
            return .keep(.failure(.misconfigured(.databaseCorrupt)))
        // The attempt stays claimed, and the code unspent: somebody who is kept out must not leave a grant at Apple.
        case .refused(let refusal): return .keep(.failure(try refuse(refusal.error, in: transaction)))
        }
        if account?.givenName == nil, account?.familyName == nil { try keepName(in: transaction) }
        let grant = try transaction.findGrant(arrival.identity, client: arrival.client.id.rawValue)
        return .keep(
            .success(Claimed(grant: grant?.sealedRefreshToken == nil ? .needsGrant : .holdsLiveGrant, match: match)))
    }

    /// An equal request that was quicker is worked on now; this one is answered once that is done.
    private func refusal(in transaction: any AccountTransaction) throws(StorageFailure) -> SignInRefusal {
        guard let row = try transaction.findAttempt(attempt) else { return .attemptUnknown }
        switch AttemptRepeat.decide(row, answerHash: answerHash, ending: .nothing, at: now) {
        case .underWay: return .attemptUnderWay(retryAfter: AttemptRepeat.retryAfter)
        case .replyAgain, .used: return AttemptStanding.refusal(row, at: now) ?? .attemptUsed
        }
    }

    private func keepName(in transaction: any AccountTransaction) throws(StorageFailure) {
        guard let sealedName else { return }
        try transaction.recordKeptName(
            KeptName(
                identityID: arrival.identity, sealedName: sealedName, keptAt: now,
                expiresAt: now.addingTimeInterval(nameLifetime.timeInterval)))
    }

    /// Somebody proven leaves a line in their own account's audit.
    private func refuse(
        _ error: SignInError, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> SignInError {
        try transaction.forgetClaim(attempt)
        try transaction.recordAudit(
            AuditEntry(
                id: auditID, accountID: try transaction.findIdentity(arrival.identity)?.accountID,
                event: AuditEvent.signInRefused.rawValue, reason: error.code, client: arrival.client.name,
                platform: arrival.client.kind.platform, occurredAt: now))
        return error
    }
}
