import AccountStorage

/// Decides whose sign-in it is while an app moves from one team to another.
///
/// A token does not name its team, and its `aud` is the same before and after. The teams are told apart by what is stored,
/// and by the transfer identifier, which Apple signs into tokens for sixty days after the acceptance. Subjects belong to
/// one team and cannot be guessed, so an identity that is stored under either team proves the same person.
enum TransferMatch: Equatable, Sendable {
    /// Sign in to the account of the identity that is stored under this team.
    case enter(Account, TransferSide)
    /// Store the identity under the recipient for this account, in the transaction of the sign-in, and sign in to it.
    case move(to: Account)
    /// Sign in to the own account, and have the report name the person, whose transfer identifier leads to the other one.
    /// Somebody signed in before the identifier was known.
    case conflict(own: Account, other: Account)
    /// The identifier leads nowhere: ask whether the person has been here before, whatever the configuration says.
    case ask
    /// The same for an app that cannot ask.
    case unmatched
    /// A new person of this team.
    case new(TransferSide)
    /// Refuse the sign-in, as without a transfer.
    case refused(AccountMatch.Refusal)

    /// What a token's transfer identifier leads to.
    enum Claim: Equatable, Sendable {
        /// The token has none.
        case none
        /// The token has none, and is from after the move. Its subject is the recipient's.
        case noneAfterMove
        /// No entry of the transfer has it.
        case unknown
        /// The account of its entry.
        case known(AccountMatch.AccountState)
        /// The account of its entry, which waits for a decision about a new person.
        case waiting(Account)
    }

    /// Decides whose sign-in it is.
    ///
    /// - Parameters:
    ///   - recipients: the account of the identity under the recipient; nil if there is no such identity.
    ///   - givers: the same under the giver. An identity that has moved is not one.
    ///   - claim: what the token's transfer identifier leads to.
    ///   - state: how far the transfer is, which decides only about new people.
    ///   - canAsk: whether the person can be asked.
    static func decide(
        recipients: AccountMatch.AccountState?, givers: AccountMatch.AccountState?, claim: Claim,
        state: TransferState, canAsk: Bool
    ) -> TransferMatch {
        if let recipients { return decide(own: recipients, .recipient, claim) }
        if let givers { return decide(own: givers, .giver, claim) }
        switch claim {
        case .known(.open(let account)): return .move(to: account)
        // Whoever waits moves as well. Their sign-in is held again, for the identity of the new team.
        case .waiting(let account): return .move(to: account)
        case .known(.disabled(let reason)): return .refused(.disabled(reason))
        case .known(.missing): return .refused(.missing)
        case .unknown: return canAsk ? .ask : .unmatched
        case .none: return .new(state.side)
        case .noneAfterMove: return .new(.recipient)
        }
    }

    private static func decide(
        own: AccountMatch.AccountState, _ side: TransferSide, _ claim: Claim
    ) -> TransferMatch {
        switch own {
        case .missing: return .refused(.missing)
        case .disabled(let reason): return .refused(.disabled(reason))
        case .open(let account):
            if case .known(.open(let other)) = claim, other.id != account.id {
                return .conflict(own: account, other: other)
            }
            // Apple signs identifiers for the recipient only, and after the move all tokens are the recipient's. So the
            // identity was stored under the wrong team: in the seconds around the acceptance, nothing tells the teams apart
            return side == .giver && claim != .none ? .move(to: account) : .enter(account, side)
        }
    }
}
