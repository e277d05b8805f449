import AccountStorage
import Foundation

/// Reads what ``AccountMatch`` needs besides the person inside a transaction, and decides. Both the claim and the commit
/// use it.
struct AccountMatchReading: Sendable {
    let identity: ProvenIdentity
    let purpose: SignInPurpose
    let policy: SignInPolicy
    let limits: SessionLimits
    let now: Date
    /// Whose sign-in it is; nil if the client does not move to another team.
    var finding: TransferFinding?

    /// Decides. Whoever is signed in and links an Apple Account whose own account waits does not wait with it: once that
    /// account is open, they would get into it instead of their own.
    func decide(
        _ person: StoredPerson, in records: any AccountTransaction
    ) throws(StorageFailure) -> AccountMatch {
        let match = try self.match(person, in: records)
        guard purpose.link?.account.session != nil, case .refused(let refusal) = match, let own = person.account,
            refusal.isWait(for: own)
        else { return match }
        return .refused(.linkedElsewhere)
    }

    private func match(
        _ person: StoredPerson, in records: any AccountTransaction
    ) throws(StorageFailure) -> AccountMatch {
        let isProviderOn = identity.client.team.isSignInOn
        if isProviderOn, let refusal = finding?.refusal { return .refused(refusal) }
        let asks = policy.question.asks(isAddressHidden: identity.facts.isAddressHidden) || finding?.asksFirst == true
        return AccountMatch.decide(
            isProviderOn: isProviderOn, own: person.identity.map { _ in state(of: person.account) },
            aim: try aim(in: records), asksFirst: purpose.canAsk && asks, doors: policy.doors,
            isAddressHidden: identity.facts.isAddressHidden)
    }

    /// Whether a claimed link attempt is still valid. A change to the account's sign-in methods ends it
    /// (``PendingLinks``), for instance while the code is exchanged at Apple.
    func isLinkPending(in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        guard let attempt = purpose.link?.attempt else { return true }
        return try records.findAttempt(attempt)?.state == .claimed
    }

    private func state(of account: Account?) -> AccountMatch.AccountState { AccountMatch.AccountState(account) }

    private func aim(in records: any AccountTransaction) throws(StorageFailure) -> AccountMatch.Aim {
        switch purpose.link?.account {
        case nil: return .signIn
        case .external(let externalID):
            let account = try records.findAccount(externalID: externalID)
            return .link(to: account.map(state), .ticket)
        case .session(let id, let accountID):
            let session = try records.findSession(id)
            let isLive = session.map { $0.accountID == accountID && limits.refusal($0, at: now) == nil } ?? false
            let proof: AccountMatch.Proof = purpose.canAsk ? .session : .ticket
            return .link(
                to: state(of: try records.findAccount(accountID)),
                isLive && purpose.session?.id == id ? proof : .none)
        }
    }
}

extension AccountMatch.AccountState {
    /// The state of the account that a record refers to; missing if it was not found.
    init(_ account: Account?) {
        guard let account else {
            self = .missing
            return
        }
        self = account.disabledAt == nil ? .open(account) : .disabled(account.disabledReason)
    }
}
