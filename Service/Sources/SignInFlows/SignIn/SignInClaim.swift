import AccountStorage
import Foundation
import SignInWithApple

/// What a claimed sign-in still needs.
enum ClaimedSignIn: Sendable {
    /// Nothing: Apple need not be asked, and all is stored.
    case stored(StoredSignIn)
    /// The code is to be exchanged, and the rest to be stored.
    case needsExchange(AuthorizationCode)
}

/// The claim of a sign-in: of all equal requests one goes on, and the name is safe before the code is spent. Where no code has to
/// be spent, the same transaction stores the rest.
struct SignInClaim: Sendable {
    private let commit: SignInCommit
    private let attempt: AttemptID
    /// The row of an attempt that was signed, and stored nowhere when it was found.
    private let unstored: SignInAttempt?
    private let mark: AttemptClaimMark
    private let code: AuthorizationCode?
    private let keptName: KeptName?

    /// - Parameter commit: what the same transaction stores where no code has to be spent.
    init(of person: ProvenPerson, commit: SignInCommit) {
        self.commit = commit
        attempt = person.attempt.row.id
        mark = AttemptClaimMark(claimedAt: commit.now, answerHash: person.answer.hash)
        unstored = person.attempt.isStored ? nil : person.attempt.row
        code = person.answer.code
        keptName = person.answer.name.flatMap { commit.seal($0) }
    }

    /// Claims the attempt. A refusal that is returned leaves it claimed, so that no answer is taken twice; one that is thrown
    /// says that it could not be claimed.
    func apply(in records: any AccountTransaction) throws -> Result<ClaimedSignIn, SignInError> {
        guard try claim(in: records) else { throw try refusal(in: records) }
        let match = try commit.reading.decide(in: records)
        // The code stays unspent: somebody who is kept out must not leave a grant at Apple.
        if case .refused(let refusal) = match { return .failure(try record(refusal, in: records)) }
        if match.account?.hasName != true { try keepName(in: records) }
        let isGrantHeld = try isGrantHeld(in: records)
        if !isGrantHeld, let code { return .success(.needsExchange(code)) }
        do {
            switch try commit.apply(isGrantHeld ? .held : .missing, as: match, in: records) {
            case .success(let stored): return .success(.stored(stored))
            case .failure(let error): return .failure(try giveUp(error, in: records))
            }
        } catch let error as SignInError {
            // It was thrown before anything was stored, so the claim and the name are all that is kept.
            return .failure(try giveUp(error, in: records))
        }
    }

    /// Claims the attempt, which a failure may have stored since it was found.
    private func claim(in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        if var claimed = unstored, mark.claimedAt < claimed.expiresAt {
            (claimed.state, claimed.claim) = (.claimed, mark)
            if try records.recordAttempt(ifNew: claimed) { return true }
        }
        return try records.claimAttempt(attempt, as: mark)
    }

    /// Whether a grant of Apple's is held already. An imported token that nobody saw alive makes way for the one that the code
    /// brings.
    private func isGrantHeld(in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        let identity = commit.identity
        guard let grant = try records.findGrant(identity.id, client: identity.client.id.rawValue) else { return false }
        return grant.sealedRefreshToken != nil && (grant.wasSeenAlive || code == nil)
    }

    /// An equal request that was quicker is worked on now; this one is answered once that is done.
    private func refusal(in records: any AccountTransaction) throws(StorageFailure) -> SignInError {
        guard let row = try records.findAttempt(attempt) ?? unstored else { return .refused(.attemptUnknown) }
        switch AttemptRepeat.decide(
            row, answerHash: mark.answerHash, ending: .nothing, longest: commit.policy.longestCompletion,
            at: mark.claimedAt)
        {
        case .underWay: return .refused(.attemptUnderWay, retryAfter: AttemptRepeat.retryAfter)
        case .replyAgain, .used: return .refused(row.refusal(at: mark.claimedAt) ?? .attemptUsed)
        }
    }

    private func keepName(in records: any AccountTransaction) throws(StorageFailure) {
        if let keptName { try records.recordKeptName(keptName) }
    }

    /// Nobody works on the attempt any more: whoever repeats the answer need not wait.
    private func giveUp(_ error: SignInError, in records: any AccountTransaction) throws(StorageFailure) -> SignInError
    {
        try records.forgetClaim(attempt)
        return error
    }

    /// Somebody proven leaves a line in their own account's audit; what points to a missing account has none.
    private func record(
        _ refusal: AccountMatch.Refusal, in records: any AccountTransaction
    ) throws(StorageFailure) -> SignInError {
        let error = try giveUp(refusal.error, in: records)
        guard refusal != .missing else {
            // The name waits for the operator who mends the database.
            try keepName(in: records)
            return error
        }
        let identity = commit.identity
        try records.recordAudit(
            AuditEntry(
                id: commit.draw.audit.outcome, accountID: try records.findIdentity(identity.id)?.accountID,
                event: AuditEvent.signInRefused.rawValue, reason: error.code, client: identity.client.name,
                platform: identity.client.kind.platform, occurredAt: mark.claimedAt))
        return error
    }
}

extension Account {
    fileprivate var hasName: Bool { givenName != nil || familyName != nil }
}
