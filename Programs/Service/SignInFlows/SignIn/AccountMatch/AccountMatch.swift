import AccountStorage

/// Decides which account a proven person gets.
///
/// The key is the identity: issuer, team and subject. Addresses are ignored, so nobody gets into an account because
/// they have, or once had, its address. An identity is linked to an account only if both sides are proven.
/// `Documentation/existing-users.md` shows the same decision as a table, and a test compares the two.
enum AccountMatch: Equatable, Sendable {
    /// Sign in to this account.
    case enter(AccountEntry)
    /// Ask the person first.
    case ask(AccountDoubt)
    /// Refuse the sign-in for this reason.
    case refused(Refusal)

    /// Why a sign-in is refused.
    enum Refusal: Equatable, Sendable {
        /// Sign-in is switched off for the team.
        case providerOff
        /// The account to link to is not proven, or not by the session that began the link.
        case proofNeeded
        /// The account is disabled.
        case disabled(DisabledReason?)
        /// A record refers to an account that does not exist: the database is damaged.
        case missing
        /// The identity belongs to another account, and is not moved.
        case linkedElsewhere
        /// Nobody else gets an account at the moment, or not with a hidden address.
        case doorClosed(ClosedDoor)
        /// The app has moved to another team, nobody knows the person's transfer identifier, and the client cannot ask.
        case transferUnmatched
    }

    /// The state of an account that a record refers to.
    enum AccountState: Equatable, Sendable {
        case open(Account)
        case disabled(DisabledReason?)
        case missing
    }

    /// Who vouches for a link to an account.
    enum Proof: Equatable, Sendable {
        /// No valid proof.
        case none
        /// The app's backend.
        case ticket
        /// The person, with a valid session, in a client that can ask them questions.
        case session
    }

    /// What the person came for.
    enum Aim: Equatable, Sendable {
        case signIn
        /// To link the identity to an account, which may not exist yet.
        case link(to: AccountState?, Proof)
    }

    /// Decides what a proven person gets.
    ///
    /// A missing account is never created again. Under its old id its former sessions would become valid again, and an
    /// identity is not moved to another account. Accounts are never removed without their identities, so the operator
    /// must look into it.
    ///
    /// - Parameters:
    ///   - isProviderOn: whether sign-in is switched on for the team.
    ///   - own: the account of the stored identity; nil if there is no such identity.
    ///   - aim: what the person came for.
    ///   - asksFirst: whether an unknown person is asked before an account is created. They are asked at a closed door, too,
    ///     because they may have an account.
    ///   - doors: which people get a new account.
    ///   - isAddressHidden: whether they share no address, or only one of Apple's relay.
    static func decide(
        isProviderOn: Bool, own: AccountState?, aim: Aim, asksFirst: Bool, doors: AccountDoors, isAddressHidden: Bool
    ) -> AccountMatch {
        guard isProviderOn else { return .refused(.providerOff) }
        switch own {
        case .missing: return .refused(.missing)
        case .disabled(let reason): return .refused(.disabled(reason))
        case .open(let account): return decide(own: account, aim: aim)
        case nil:
            return decideUnknown(aim: aim, asksFirst: asksFirst) { isVouchedFor in
                guard let door = doors.closed(isVouchedFor: isVouchedFor, isAddressHidden: isAddressHidden) else {
                    return .enter(.new)
                }
                return .refused(.doorClosed(door))
            }
        }
    }

    /// Whether the identity has no account yet.
    var isAboutUnknownIdentity: Bool {
        switch self {
        case .enter(.new), .enter(.link), .ask(.unknown), .refused(.doorClosed): true
        case .enter(.known), .enter(.adopt), .ask(.merge), .refused: false
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

    /// - Parameter decideNew: decides about a new account, for a person for whom the app's backend vouches or does not.
    private static func decideUnknown(
        aim: Aim, asksFirst: Bool, decideNew: (_ isVouchedFor: Bool) -> AccountMatch
    ) -> AccountMatch {
        switch aim {
        case .signIn: asksFirst ? .ask(.unknown) : decideNew(false)
        case .link(_, .none): .refused(.proofNeeded)
        case .link(.disabled(let reason), _): .refused(.disabled(reason))
        case .link(.missing, _): .refused(.missing)
        case .link(.open(let target), _): .enter(.link(target))
        case .link(nil, _): decideNew(true)
        }
    }
}

/// The account that a person signs in to.
enum AccountEntry: Equatable, Sendable {
    /// The account of their identity.
    case known(Account)
    /// The account of their identity, which also gets the external id from the link ticket.
    case adopt(Account)
    /// This account, to which the identity is now linked.
    case link(Account)
    /// A new account with a new id.
    case new
}

/// Why a person is asked before the sign-in.
enum AccountDoubt: Equatable, Sendable {
    /// The identity is unknown: have they been here before?
    case unknown
    /// Both sides of the link are proven, but the identity already has this account: should the two be merged?
    case merge(Account)
}

extension AccountMatch {
    /// The existing account that the person gets or is asked about.
    var account: Account? {
        switch self {
        case .enter(.known(let own)), .enter(.adopt(let own)), .enter(.link(let own)), .ask(.merge(let own)): own
        case .enter(.new), .ask(.unknown), .refused: nil
        }
    }
}

extension AccountMatch.Refusal {
    /// The error for the caller.
    var error: SignInError {
        switch self {
        case .providerOff: .refused(.providerOff)
        case .proofNeeded: .refused(.linkProofRequired)
        case .disabled(let reason): .refused(.closed(reason))
        case .missing: .misconfigured(.databaseCorrupt)
        case .linkedElsewhere: .refused(.identityLinkedElsewhere)
        case .doorClosed(let door): door.error
        case .transferUnmatched: .refused(.transferUnmatched)
        }
    }
}

extension AccountMatch.Refusal {
    /// Whether the person's own account waits for a decision.
    func isWait(for own: Account) -> Bool {
        guard case .disabled = self else { return false }
        return own.isWaiting
    }

    /// The door at which a person without an account is turned away; nil for every other refusal.
    var closedDoor: ClosedDoor? {
        guard case .doorClosed(let door) = self else { return nil }
        return door
    }
}
