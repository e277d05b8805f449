import AccountStorage
import Foundation
import SignInWithApple

/// What remains to be done for a claimed sign-in.
enum ClaimedSignIn: Sendable {
    /// Nothing by this request: another one claimed the attempt before, or it was ended. Nothing was stored.
    case claimedBefore
    /// Nothing: there is no code, and everything is stored.
    case stored(StoredSignIn)
    /// The code must be exchanged, and then the rest stored.
    ///
    /// - Parameters:
    ///   - isKnown: whether the identity has an account.
    ///   - transfer: how far the client's transfer to another team is; nil if it stays.
    case needsExchange(AuthorizationCode, isKnown: Bool, transfer: TransferState?)
}

/// The transaction that claims an attempt. Of several equal requests only one continues, and the name is stored before
/// the code is spent. Without a code, the same transaction stores the rest.
///
/// A code is always exchanged. The stored token may have ended since Apple last accepted it, and no notification is
/// certain: the person may have stopped using the app, or changed the password of the Apple Account.
struct SignInClaim: Sendable {
    private var commit: SignInCommit
    private let attempt: AttemptID
    /// The row of a signed attempt that was not stored when it was found.
    private let unstored: SignInAttempt?
    private let mark: AttemptClaimMark
    private let code: AuthorizationCode?
    private let name: FirstSignInUser?
    private let spending: SignInSpending

    /// - Parameter commit: what the same transaction stores if no code has to be exchanged.
    init(of person: ProvenPerson, commit: SignInCommit, spending: SignInSpending) {
        self.commit = commit
        self.spending = spending
        attempt = person.attempt.row.id
        mark = AttemptClaimMark(claimedAt: commit.now, answerHash: person.answer.hash)
        unstored = person.attempt.isStored ? nil : person.attempt.row
        code = person.answer.code
        name = person.answer.name
    }

    /// Claims the attempt. A returned refusal leaves it claimed, so that no answer is accepted twice. A thrown refusal
    /// leaves it as it was.
    func apply(in records: any AccountTransaction) throws -> Result<ClaimedSignIn, SignInError> {
        var claim = self
        claim.commit = try commit.found(in: records)
        return try claim.applyFound(in: records)
    }

    private func applyFound(in records: any AccountTransaction) throws -> Result<ClaimedSignIn, SignInError> {
        var person = try commit.find(in: records)
        let revocations = try commit.revocations(of: person, in: records)
        if code != nil, revocations.isOnItsWay(at: mark.claimedAt) { return try wait(in: records) }
        guard try claim(in: records) else { return .success(.claimedBefore) }
        try spending.spend()
        person = try commit.settled(person, in: records)
        let match = try commit.reading.decide(person, in: records)
        // The code is not exchanged, because a refused sign-in must not leave a grant at Apple. At a closed door it is: what
        // the person has just allowed at Apple can only be revoked with the token.
        if case .refused(let refusal) = match, refusal.closedDoor == nil {
            // The claim stays: the same answer gets the session once the account is open.
            if let account = person.account, refusal.isWait(for: account) {
                return .success(.stored(.waits(try commit.holdAgain(account, in: records))))
            }
            return .failure(try record(refusal, in: records))
        }
        if match.account?.hasName != true, let kept = try keepName(in: records) { person.keptName = kept }
        if let code {
            let longest = commit.policy.longestCompletion.timeInterval
            try revocations.putOff(until: mark.claimedAt + 2 * longest, in: records)
            return .success(
                .needsExchange(code, isKnown: !match.isAboutUnknownIdentity, transfer: commit.transferState))
        }
        do {
            switch try commit.apply(.missing, to: person, as: match, in: records) {
            case .turnedAway(let error): return .failure(try giveUp(error, in: records))
            case let stored: return .success(.stored(stored))
            }
        } catch let error as SignInError {
            // `commit` throws before it stores anything, so only the claim and the name are stored.
            return .failure(try giveUp(error, in: records))
        }
    }

    /// Claims the attempt. A failed verification may have stored it, and the same answer may have claimed it.
    private func claim(in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        if var claimed = unstored, mark.claimedAt < claimed.expiresAt {
            (claimed.state, claimed.claim) = (.claimed, mark)
            if try records.recordAttempt(ifNew: claimed) { return true }
        }
        return try records.claimAttempt(attempt, as: mark)
    }

    /// Nothing may be exchanged while a revocation is on its way, because it would end the new grant as well. The attempt
    /// stays open, so that the same answer can be sent again.
    private func wait(in records: any AccountTransaction) throws -> Result<ClaimedSignIn, SignInError> {
        let row = try records.findAttempt(attempt) ?? unstored
        guard row?.state == .open else { return .success(.claimedBefore) }
        try spending.spend()
        try keepName(in: records)
        return .failure(.refused(.attemptUnderWay, retryAfter: AttemptRepeat.retryAfter))
    }

    /// The name is sealed here, because that of somebody whose account has a name is not kept.
    @discardableResult
    private func keepName(in records: any AccountTransaction) throws(StorageFailure) -> KeptName? {
        guard let kept = name.flatMap({ commit.seal($0) }) else { return nil }
        try records.recordKeptName(kept)
        return kept
    }

    /// Ends the processing of the attempt, so that a repeated request does not have to wait.
    private func giveUp(_ error: SignInError, in records: any AccountTransaction) throws(StorageFailure) -> SignInError
    {
        try records.forgetClaim(attempt)
        return error
    }

    /// Records the refusal in the audit of the person's account, unless the account is missing.
    private func record(
        _ refusal: AccountMatch.Refusal, in records: any AccountTransaction
    ) throws(StorageFailure) -> SignInError {
        let error = try giveUp(refusal.error, in: records)
        guard refusal != .missing else {
            // Keep the name until the operator has repaired the database.
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
