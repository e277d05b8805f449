import AccountStorage
import Foundation
import SignInWithApple

/// Applies the decision to the rows of the account.
extension SignInCommit {
    /// Stores the person's account if it changed, and the identity if it is new.
    func account(
        _ entry: AccountEntry, _ facts: AccountFacts, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        switch entry {
        case .known(let before): try renew(before, facts, in: records)
        case .adopt(let before): try adopt(before, facts, in: records)
        case .link(let before): try link(before, facts, in: records)
        case .new: try create(facts, in: records)
        }
    }

    private func renew(
        _ before: Account, _ facts: AccountFacts, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        let after = facts.applied(to: before, takesAddress: try takesAddress(of: before, facts, in: records))
        // Avoid a write if nothing changed.
        guard after != before else { return after }
        try record(after, over: before, in: records)
        return after
    }

    private func adopt(
        _ before: Account, _ facts: AccountFacts, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        var after = facts.applied(to: before, takesAddress: try takesAddress(of: before, facts, in: records))
        after.externalID = purpose.link?.account.externalID
        try record(after, over: before, in: records)
        try records.recordAudit(
            audit(draw.audit.link, .externalIDRecorded, reason: "ticket", of: after.id, session: nil))
        try draw.events.add(.accountLinked, of: after, reason: "ticket", in: records)
        return after
    }

    private func link(
        _ before: Account, _ facts: AccountFacts, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        let isTaken = try takesAddress(of: before, facts, in: records)
        let after = facts.applied(to: before, takesAddress: before.email == nil && isTaken)
        if after != before { try records.recordAccount(after) }
        try records.recordIdentity(identity.entry(of: after.id, at: now))
        try recordLink(to: after.id, in: records)
        try draw.events.add(.accountLinked, of: after, reason: word, in: records)
        return after
    }

    private func create(
        _ facts: AccountFacts, in records: any AccountTransaction
    ) throws(StorageFailure) -> Account {
        let account = newAccount(facts)
        try records.recordAccount(account)
        try dropUnprovenClaim(to: facts.email, besides: account.id, in: records)
        try records.recordIdentity(identity.entry(of: account.id, at: now))
        if purpose.link != nil { try recordLink(to: account.id, in: records) }
        try draw.events.add(
            .accountCreated, of: account, reason: purpose.link == nil ? "sign_in" : word, in: records)
        if account.disabledAt != nil {
            try draw.events.add(
                .accountDisabled, of: account, reason: ErrorCode.closed(account.disabledReason).name,
                in: records)
        }
        return account
    }

    /// Stores the changed account of a known identity. What is known about the way of mail to its former address does not
    /// hold for another one.
    private func record(
        _ after: Account, over before: Account, in records: any AccountTransaction
    ) throws(StorageFailure) {
        try records.recordAccount(after)
        try forgetDelivery(of: before, with: after, in: records)
    }

    /// Forgets what is known about the way of mail to an address that another one has replaced.
    private func forgetDelivery(
        of before: Account, with after: Account, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard let former = before.email, let new = after.email, !EmailAddress.isSame(former, new) else { return }
        _ = try records.recordForwarding(identity.id, isOff: false)
        try records.removeEmailDelivery(identity.id)
    }

    private func recordLink(to account: AccountID, in records: any AccountTransaction) throws(StorageFailure) {
        try records.recordAudit(
            audit(draw.audit.link, .identityLinked, reason: word, of: account, session: purpose.link?.account.session))
    }

    /// Who vouches for the link, for audit and events.
    private var word: String { purpose.link?.account.session == nil ? "ticket" : "session" }

    /// Whether the account takes the address of this identity. With several identities it is that of the oldest one,
    /// since otherwise they would alternate.
    ///
    /// An account with a password keeps its address: password resets are mailed there, and linking an Apple Account
    /// must not change that (``RecoveryAddresses``).
    private func takesAddress(
        of account: Account, _ facts: AccountFacts, in records: any AccountTransaction
    ) throws(StorageFailure) -> Bool {
        guard let email = facts.email, facts.applied(to: account, takesAddress: true) != account else { return true }
        guard try records.findPassword(of: account.id) == nil else { return false }
        guard let known = account.email, !EmailAddress.isSame(known, email.address) else { return true }
        let identities = try records.findIdentities(of: account.id).filter { $0.movedTo == nil }
        return identities.min { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }?.id == identity.id
    }

    /// The new account. ``RealPersonPolicy`` does not apply to a person for whom the app's backend vouches.
    private func newAccount(_ facts: AccountFacts) -> Account {
        var account = facts.newAccount(draw.account, at: now)
        account.realPersonSignal = identity.facts.signal
        account.externalID = purpose.link?.account.externalID
        guard purpose.link == nil else { return account }
        let end = now.addingTimeInterval(policy.waitingLifetime.timeInterval)
        switch policy.realPersonPolicy.decide(identity.facts.signal, on: platform) {
        case .allow, .mark: break
        case .ask: account.wait(.proofRequired, since: now, until: end)
        case .hold: account.wait(.held, since: now, until: end)
        }
        return account
    }

    /// Records the decision about a new person in the audit, unless it was to allow them. The app's backend is told of
    /// somebody who is marked; who is held is told as disabled.
    func recordSignal(of account: Account, in records: any AccountTransaction) throws(StorageFailure) {
        let response = policy.realPersonPolicy.decide(identity.facts.signal, on: platform)
        guard response != .allow, purpose.link == nil else { return }
        try records.recordAudit(
            audit(draw.audit.realPerson, .realPersonDecided, reason: response.rawValue, of: account.id, session: nil))
        guard response == .mark else { return }
        try draw.events.add(.accountMarked, of: account, reason: "real_person", in: records)
    }

    /// Records the grant. A missing one never replaces a stored one. A new token takes the place of the stored one, which
    /// is kept.
    func record(
        _ grant: GrantOutcome, over stored: AppleGrant?, in records: any AccountTransaction
    ) throws(StorageFailure) {
        let clientID = identity.client.id
        if case .held = grant { return }
        guard case .obtained(let token, let askedAt) = grant,
            let sealed = vault.seal(token, identity: identity.id, clientID: clientID, nonce: draw.tokenNonce)
        else {
            guard stored == nil else { return }
            return try records.recordGrant(
                AppleGrant(
                    identityID: identity.id, clientID: clientID.rawValue, sealedRefreshToken: nil, obtainedAt: now))
        }
        if let stored { try TokenReplacement(now: now).replace(stored, in: records) }
        try records.recordGrant(
            AppleGrant(
                identityID: identity.id, clientID: clientID.rawValue, sealedRefreshToken: sealed, obtainedAt: now,
                checkedAt: stored?.checkedAt, aliveAt: max(askedAt, authenticatedAt)))
    }

    /// Keeps the token of a sign-in that was refused after the exchange: under the person's identity, or in the queue of
    /// revocations if there is none.
    func keepToken(of grant: GrantOutcome, in records: any AccountTransaction) throws(StorageFailure) {
        let client = identity.client.id
        guard case .obtained(let token, _) = grant,
            let sealed = vault.seal(token, identity: identity.id, clientID: client, nonce: draw.tokenNonce)
        else { return }
        guard try records.findIdentity(identity.id) == nil else {
            let stored = try records.findGrant(identity.id, client: client.rawValue)
            let purpose = TokenVault.Purpose.refreshToken(identity.id, clientID: client.rawValue)
            // The commit may have stored it.
            guard !vault.isSame(stored?.sealedRefreshToken, sealed, for: purpose) else { return }
            return try record(grant, over: stored, in: records)
        }
        try GrantRevocation(account: draw.account, unique: draw.audit.outcome.text, now: now)
            .queue(sealed, of: identity.id, client: client.rawValue, wasSeenAlive: true, in: records)
    }

    /// Removes this address from another account that uses it as a login name but never proved it, because Apple now
    /// says whose address it is. The other account keeps its login name and password.
    private func dropUnprovenClaim(
        to address: SignedAddress?, besides account: AccountID, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard let address, address.isVerified, !address.isPrivate, let name = LoginNameText(address.address),
            let login = try name.find(in: records), login.accountID != account, login.provenAt == nil,
            var other = try records.findAccount(login.accountID), !other.isEmailVerified,
            let claimed = other.email.flatMap({ LoginNameText($0) }), claimed == name
        else { return }
        other.email = nil
        try records.recordAccount(other)
    }
}
