import AccountStorage

/// Which account a proven person gets.
///
/// The key is the identity: issuer, team and subject. No address is looked at, so that nobody gets into an account by
/// having, or having had, its address; an identity is linked to an account only where both sides are proven.
/// `Documentation/existing-users.md` holds the same decision as a table, and a test compares the two.
enum AccountMatch: Equatable, Sendable {
    /// This account, at once.
    case enter(AccountEntry)
    /// The person is asked first.
    case ask(AccountDoubt)
    /// Nothing, and why.
    case refused(Refusal)

    /// Why nobody is let in.
    enum Refusal: Equatable, Sendable {
        /// The provider is switched off.
        case providerOff
        /// The account's side is not proven, or not by whoever began.
        case proofNeeded
        /// The account is there but may not be used.
        case disabled(DisabledReason?)
        /// Something points to an account that is not there: the database is damaged.
        case missing
        /// The identity leads to another account, and does not move.
        case linkedElsewhere
    }

    /// What became of an account that something points to.
    enum AccountState: Equatable, Sendable {
        case open(Account)
        case disabled(DisabledReason?)
        case missing
    }

    /// On whose word an account is to be linked.
    enum Proof: Equatable, Sendable {
        /// Nobody's that counts.
        case none
        /// The app's backend's.
        case ticket
        /// The person's own, by a live session, in a client that can ask them.
        case session
    }

    /// What the person came for.
    enum Aim: Equatable, Sendable {
        case signIn
        /// To link; the account may not be made yet.
        case link(to: AccountState?, Proof)
    }

    /// Decides.
    ///
    /// A missing account is never made again: under its old id the sessions it had would come back to life, and an
    /// identity does not move to another account. Nothing here removes accounts, so the operator must look.
    ///
    /// - Parameters:
    ///   - isProviderOn: whether the operator lets people in by this provider.
    ///   - own: the account to which the stored identity leads; nil if this person was never here.
    ///   - aim: what they came for.
    ///   - asksFirst: whether somebody unknown is asked before an account is made.
    static func decide(isProviderOn: Bool, own: AccountState?, aim: Aim, asksFirst: Bool) -> AccountMatch {
        guard isProviderOn else { return .refused(.providerOff) }
        switch own {
        case .missing: return .refused(.missing)
        case .disabled(let reason): return .refused(.disabled(reason))
        case .open(let account): return decide(own: account, aim: aim)
        case nil: return decideUnknown(aim: aim, asksFirst: asksFirst)
        }
    }

    private static func decide(own: Account, aim: Aim) -> AccountMatch {
        switch aim {
        case .signIn: .enter(.known(own))
        case .link(_, .none): .refused(.proofNeeded)
        case .link(.disabled(let reason), _): .refused(.disabled(reason))
        case .link(.missing, _): .refused(.missing)
        case .link(.open(let target), let proof):
            if target.id == own.id {
                .enter(.known(own))
            } else {
                proof == .session && (own.externalID == nil || target.externalID == nil)
                    ? .ask(.merge(own)) : .refused(.linkedElsewhere)
            }
        case .link(nil, _): own.externalID == nil ? .enter(.adopt(own)) : .refused(.linkedElsewhere)
        }
    }

    private static func decideUnknown(aim: Aim, asksFirst: Bool) -> AccountMatch {
        switch aim {
        case .signIn: asksFirst ? .ask(.unknown) : .enter(.new)
        case .link(_, .none): .refused(.proofNeeded)
        case .link(.disabled(let reason), _): .refused(.disabled(reason))
        case .link(.missing, _): .refused(.missing)
        case .link(.open(let target), _): .enter(.link(target))
        case .link(nil, _): .enter(.new)
        }
    }
}

/// The account that somebody enters.
enum AccountEntry: Equatable, Sendable {
    /// Their own.
    case known(Account)
    /// Their own, which gets the name that the app's backend has for them.
    case adopt(Account)
    /// This one, to which the identity leads from now on.
    case link(Account)
    /// A new one, under a fresh id.
    case new
}

/// Why somebody is asked before they enter.
enum AccountDoubt: Equatable, Sendable {
    /// Nobody knows them: have they been here before?
    case unknown
    /// Both sides are proven, and the identity has this account of its own: are the two to be brought together?
    case merge(Account)
}

extension AccountMatch {
    /// The account that is there and that the person gets, or is asked about.
    var account: Account? {
        switch self {
        case .enter(.known(let own)), .enter(.adopt(let own)), .enter(.link(let own)), .ask(.merge(let own)): own
        case .enter(.new), .ask(.unknown), .refused: nil
        }
    }
}

extension AccountMatch.Refusal {
    /// What the caller is told.
    var error: SignInError {
        switch self {
        case .providerOff: .refused(.providerOff)
        case .proofNeeded: .refused(.linkProofRequired)
        case .disabled(let reason): .refused(.closed(reason))
        case .missing: .misconfigured(.databaseCorrupt)
        case .linkedElsewhere: .refused(.identityLinkedElsewhere)
        }
    }
}
