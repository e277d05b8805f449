import AccountStorage
import Foundation
import SignInWithApple

/// What the decision means for the rows of the account.
extension SignInCommit {
    /// Stores the account that the person gets, as far as it changed, and the identity that leads to it.
    func account(
        _ match: AccountMatch, _ facts: AccountFacts, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        switch match {
        case .known(let before):
            let after = facts.applied(to: before, takesAddress: try takesAddress(of: before, facts, in: transaction))
            // An account that did not change is read, not rewritten.
            if after != before { try transaction.recordAccount(after) }
            return after
        case .adopt(let before):
            var after = facts.applied(to: before, takesAddress: try takesAddress(of: before, facts, in: transaction))
            after.externalID = reading.link?.externalID
            try transaction.recordAccount(after)
            try transaction.recordAudit(
                entry(auditIDs[1], .externalIDRecorded, reason: "ticket", of: after.id, session: nil))
            try notes.add(.accountLinked, of: after, reason: "ticket", in: transaction)
            return after
        case .link(let before):
            let isTaken = try takesAddress(of: before, facts, in: transaction)
            let after = facts.applied(to: before, takesAddress: before.email == nil && isTaken)
            if after != before { try transaction.recordAccount(after) }
            try transaction.recordIdentity(arrival.newIdentity(of: after.id, at: now))
            try recordLink(to: after.id, in: transaction)
            try notes.add(.accountLinked, of: after, reason: word, in: transaction)
            return after
        case .new, .ask, .askToMerge, .proofNeeded, .refused:
            let account = newAccount(facts)
            try transaction.recordAccount(account)
            try dropUnprovenClaim(to: facts.email, besides: account.id, in: transaction)
            try transaction.recordIdentity(arrival.newIdentity(of: account.id, at: now))
            if reading.link != nil { try recordLink(to: account.id, in: transaction) }
            try notes.add(
                .accountCreated, of: account, reason: reading.link == nil ? "sign_in" : word, in: transaction)
            if account.disabledAt != nil {
                try notes.add(
                    .accountDisabled, of: account, reason: SignInRefusal.closed(account.disabledReason).code,
                    in: transaction)
            }
            return account
        }
    }

    private func recordLink(to account: AccountID, in transaction: any AccountTransaction) throws(StorageFailure) {
        try transaction.recordAudit(
            entry(auditIDs[1], .identityLinked, reason: word, of: account, session: reading.link?.session))
    }

    /// On whose word an identity is linked.
    private var word: String { reading.link?.session == nil ? "ticket" : "session" }

    /// With several identities the address is the first one's: otherwise they would take turns.
    ///
    /// An account with a password keeps its address: a new password is mailed there, and whoever links an Apple Account
    /// must not change where (``RecoveryAddresses``).
    private func takesAddress(
        of account: Account, _ facts: AccountFacts, in transaction: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        guard let email = facts.email, facts.applied(to: account, takesAddress: true) != account else { return true }
        guard try transaction.findPassword(of: account.id) == nil else { return false }
        if account.email == nil || account.email == email.address { return true }
        let identities = try transaction.findIdentities(of: account.id)
        return identities.min { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }?.id == arrival.identity
    }

    /// A person for whom the app's backend vouches is not looked at again.
    private func newAccount(_ facts: AccountFacts) -> Account {
        var account = facts.newAccount(freshAccount, at: now)
        account.realPersonSignal = arrival.facts.signal
        account.externalID = reading.link?.externalID
        guard reading.link == nil else { return account }
        switch policy.realPersonPolicy.decide(arrival.facts.signal, on: platform) {
        case .allow, .mark: break
        case .ask: (account.disabledAt, account.disabledReason) = (now, .proofRequired)
        case .hold: (account.disabledAt, account.disabledReason) = (now, .held)
        }
        return account
    }

    /// The decision about a new person is written down where it was anything but a plain yes.
    func recordSignal(of account: Account, in transaction: any AccountTransaction) throws(StorageFailure) {
        let response = policy.realPersonPolicy.decide(arrival.facts.signal, on: platform)
        guard response != .allow, reading.link == nil else { return }
        try transaction.recordAudit(
            entry(auditIDs[2], .realPersonDecided, reason: response.rawValue, of: account.id, session: nil))
    }

    /// A live grant is never replaced by a missing one, since an equal sign-in may have obtained it meanwhile.
    func recordGrant(in transaction: any AccountTransaction) throws(StorageFailure) {
        if case .held = grant { return }
        let clientID = arrival.client.id.rawValue
        if sealedRefreshToken == nil, try transaction.findGrant(arrival.identity, client: clientID) != nil { return }
        try transaction.recordGrant(
            AppleGrant(
                identityID: arrival.identity, clientID: clientID, sealedRefreshToken: sealedRefreshToken,
                obtainedAt: now))
    }

    /// From now on only Apple opens the account: whoever else is signed in to it is signed out.
    func removePassword(of account: Account, in transaction: any AccountTransaction) throws(StorageFailure) {
        guard try PasswordRemoval.removeSecret(of: account.id, in: transaction) else { return }
        _ = try transaction.endSessions(of: account.id, at: now, authenticatedBefore: nil, except: nil)
        try transaction.recordAudit(
            entry(auditIDs[3], .passwordRemoved, reason: "upgrade", of: account.id, session: reading.link?.session))
        try draft.record(
            words.removed, to: RecoveryAddresses.find(of: account, in: transaction).addresses, of: account.id,
            in: transaction)
    }

    /// Somebody made an account with this address as a name, and never proved that it is theirs; now Apple says whose it
    /// is. The account stays theirs, with its name and password, but it is no longer said to have the address.
    private func dropUnprovenClaim(
        to address: SignedAddress?, besides account: AccountID, in transaction: any AccountTransaction
    ) throws(StorageFailure) {
        guard let address, address.isVerified, !address.isPrivate, let name = LoginNameText(address.address),
            let login = try transaction.findLoginName(name.id), login.accountID != account, login.provenAt == nil,
            var other = try transaction.findAccount(login.accountID), !other.isEmailVerified,
            let claimed = other.email.flatMap({ LoginNameText($0) }), claimed == name
        else { return }
        other.email = nil
        try transaction.recordAccount(other)
    }
}
