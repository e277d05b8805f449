import AccountStorage
import Foundation

/// Reads what ``AccountMatch`` needs inside a transaction, and decides. Claim and commit both use it.
struct AccountMatchReading: Sendable {
    let identity: ProvenIdentity
    let purpose: SignInPurpose
    let policy: SignInPolicy
    let now: Date

    func decide(in transaction: any AccountTransaction) throws(StorageFailure) -> AccountMatch {
        let known = try transaction.findIdentity(identity.id)
        let own = try known.map { known throws(StorageFailure) in
            try standing(transaction.findAccount(known.accountID))
        }
        return AccountMatch.decide(
            isProviderOn: identity.client.team.isSignInOn, own: own, wish: try wish(in: transaction),
            asksFirst: purpose.canAsk && policy.question.asks(isAddressHidden: identity.facts.isAddressHidden))
    }

    /// Whether a claimed attempt to link still counts. What changed the account's ways in meanwhile has ended it, while
    /// Apple was asked for instance (``PendingLinks``).
    func isLinkPending(in transaction: any AccountTransaction) throws(StorageFailure) -> Bool {
        guard purpose.link != nil, let attempt = purpose.attempt else { return true }
        return try transaction.findAttempt(attempt)?.state == .claimed
    }

    private func standing(_ account: Account?) -> AccountMatch.Standing {
        guard let account else { return .missing }
        return account.disabledAt == nil ? .open(account) : .disabled(account.disabledReason)
    }

    private func wish(in transaction: any AccountTransaction) throws(StorageFailure) -> AccountMatch.Wish {
        switch purpose.link {
        case nil: return .signIn
        case .external(let externalID):
            let account = try transaction.findAccount(externalID: externalID)
            return .link(to: account.map(standing), .ticket)
        case .session(let id, let accountID):
            let limits = SessionLimits(policy: policy)
            let session = try transaction.findSession(id)
            let isLive = session.map { $0.accountID == accountID && limits.refusal($0, at: now) == nil } ?? false
            let proof: AccountMatch.Proof = purpose.canAsk ? .session : .ticket
            return .link(
                to: standing(try transaction.findAccount(accountID)),
                isLive && purpose.presented == id ? proof : .none)
        }
    }
}
