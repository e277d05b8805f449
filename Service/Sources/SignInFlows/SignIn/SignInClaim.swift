import AccountStorage
import Foundation
import SignInWithApple

/// What a claimed sign-in still needs.
enum ClaimedSignIn: Sendable {
    /// Nothing: Apple need not be asked, and all is stored.
    case ended(SignInEnding)
    /// The code is to be exchanged, and the rest to be stored.
    case needsExchange(AuthorizationCode)
}

/// The claim of a sign-in: of all equal requests one goes on, and the name is safe before the code is spent. Where no code has to
/// be spent, the same transaction stores the rest.
struct SignInClaim: Sendable {
    private let transaction: SignInTransaction
    private let attempt: AttemptID
    private let mark: AttemptClaimMark
    private let code: AuthorizationCode?
    private let keptName: KeptName?

    fileprivate init(_ transaction: SignInTransaction, of person: ProvenPerson) {
        self.transaction = transaction
        attempt = person.open.attempt.id
        mark = AttemptClaimMark(claimedAt: transaction.draw.now, answerHash: person.answer.hash)
        code = person.answer.code
        keptName = person.answer.name.flatMap { transaction.seal($0) }
    }

    func apply(
        in records: any AccountTransaction
    ) throws(StorageFailure) -> Outcome<Result<ClaimedSignIn, SignInError>> {
        guard try records.claimAttempt(attempt, as: mark) else {
            return .discard(.failure(.refused(try refusal(in: records))))
        }
        let match = try transaction.reading.decide(in: records)
        // The attempt stays claimed, and the code unspent: somebody who is kept out must not leave a grant at Apple.
        if let error = match.error {
            // The name waits for the operator who mends the database.
            if match == .refused(.missing) { try keepName(in: records) }
            return .keep(.failure(try refuse(error, in: records)))
        }
        if match.account.map({ $0.givenName == nil && $0.familyName == nil }) ?? true { try keepName(in: records) }
        let identity = transaction.identity
        let grant = try records.findGrant(identity.id, client: identity.client.id.rawValue)
        // An imported token that nobody saw alive makes way for the one that the code brings.
        let isHeld = grant.map { $0.sealedRefreshToken != nil && ($0.wasSeenAlive || code == nil) } ?? false
        if !isHeld, let code { return .keep(.success(.needsExchange(code))) }
        switch try transaction.commit(isHeld ? .held : .missing, as: match, in: records) {
        case .keep(.success(let ending)): return .keep(.success(.ended(ending)))
        // A refused commit has stored nothing, so the claim and the name are all that is kept.
        case .keep(.failure(let error)), .discard(.failure(let error)):
            try records.forgetClaim(attempt)
            return .keep(.failure(error))
        case .discard(.success(let ending)): return .discard(.success(.ended(ending)))
        }
    }

    /// An equal request that was quicker is worked on now; this one is answered once that is done.
    private func refusal(in records: any AccountTransaction) throws(StorageFailure) -> SignInRefusal {
        guard let row = try records.findAttempt(attempt) else { return .attemptUnknown }
        switch AttemptRepeat.decide(
            row, answerHash: mark.answerHash, ending: .nothing, longest: transaction.policy.longestCompletion,
            at: mark.claimedAt)
        {
        case .underWay: return .attemptUnderWay(retryAfter: AttemptRepeat.retryAfter)
        case .replyAgain, .used: return AttemptStanding.refusal(row, at: mark.claimedAt) ?? .attemptUsed
        }
    }

    private func keepName(in records: any AccountTransaction) throws(StorageFailure) {
        if let keptName { try records.recordKeptName(keptName) }
    }

    /// Somebody proven leaves a line in their own account's audit; what points to a missing account has none.
    private func refuse(_ error: SignInError, in records: any AccountTransaction) throws(StorageFailure) -> SignInError
    {
        try records.forgetClaim(attempt)
        if case .misconfigured = error { return error }
        let identity = transaction.identity
        try records.recordAudit(
            AuditEntry(
                id: transaction.draw.audit.outcome, accountID: try records.findIdentity(identity.id)?.accountID,
                event: AuditEvent.signInRefused.rawValue, reason: error.code, client: identity.client.name,
                platform: identity.client.kind.platform, occurredAt: mark.claimedAt))
        return error
    }
}

extension SignInTransaction {
    /// The claim of a person's attempt.
    func claim(of person: ProvenPerson) -> SignInClaim { SignInClaim(self, of: person) }
}

extension AccountMatch {
    /// The account that is there and that the person gets, or is asked about.
    fileprivate var account: Account? {
        switch self {
        case .known(let own), .adopt(let own), .link(let own), .askToMerge(let own): own
        case .new, .ask, .proofNeeded, .refused: nil
        }
    }

    /// Why nobody is let in; nil where somebody is.
    fileprivate var error: SignInError? {
        switch self {
        case .proofNeeded: .refused(.linkProofRequired)
        case .refused(let refusal): refusal.error
        case .known, .new, .ask, .link, .adopt, .askToMerge: nil
        }
    }
}
