import AccountStorage
import Foundation
import SignInWithApple

/// Reads what ``TransferMatch`` needs inside a transaction, and decides.
struct TransferReading: Sendable {
    let transfer: RegisteredTransfer
    let recipient: RegisteredTeam
    let identity: ProvenIdentity
    /// Whether the person came to link an identity. The link says whose it is, so nothing is asked.
    let isLinking: Bool
    let canAsk: Bool
    let now: Date

    /// How much later than the first transfer identifier a token is surely from after the acceptance, although Apple's
    /// clock and the service's differ.
    private static let certainty: TimeInterval = 3_600

    func find(in records: any AccountTransaction) throws(StorageFailure) -> TransferFinding {
        let stored = try records.findTransfer(transfer.id) ?? transfer.unstored(at: now)
        let recipients = ProvenIdentity(identity, of: recipient)
        let found = try records.findPerson(recipients)
        // The usual case once the app has moved.
        if identity.transferIdentifier == nil, found.identity != nil {
            return decide(stored, (recipients, found), former: nil, nil, .none)
        }
        let before = try former(in: records)
        let known = try entry(in: records)
        let claim = try claim(of: known, stored, in: records)
        return decide(stored, (recipients, found), former: before, known, claim)
    }

    /// The same identity under the giver; nil if that is another company's.
    private func former(in records: any AccountTransaction) throws(StorageFailure) -> Side? {
        guard let giver = transfer.giver else { return nil }
        let givers = ProvenIdentity(identity, of: giver)
        return (givers, try records.findPerson(givers))
    }

    private typealias Side = (identity: ProvenIdentity, person: StoredPerson)

    private func decide(
        _ stored: AppTransfer, _ new: Side, former: Side?, _ entry: TransferEntry?, _ claim: TransferMatch.Claim
    ) -> TransferFinding {
        let isFormer = former?.person.identity != nil && former?.person.identity?.movedTo == nil
        var match = TransferMatch.decide(
            recipients: new.person.identity.map { _ in AccountMatch.AccountState(new.person.account) },
            givers: isFormer ? AccountMatch.AccountState(former?.person.account) : nil, claim: claim,
            state: stored.state, canAsk: canAsk)
        if isLinking, match == .ask || match == .unmatched { match = .new(.recipient) }
        let side = match.side ?? (new.person.identity == nil && isFormer ? .giver : .recipient)
        let chosen = side == .giver ? former ?? new : new
        return TransferFinding(
            match: match, identity: chosen.identity, person: chosen.person, stored: stored, entry: entry,
            former: isFormer ? former?.person.identity : nil)
    }

    private func entry(in records: any AccountTransaction) throws(StorageFailure) -> TransferEntry? {
        guard let identifier = identity.transferIdentifier else { return nil }
        return try records.findTransferEntry(transfer.id, identifier: identifier)
    }

    private func claim(
        of entry: TransferEntry?, _ stored: AppTransfer, in records: any AccountTransaction
    ) throws(StorageFailure) -> TransferMatch.Claim {
        guard identity.transferIdentifier != nil else {
            let move = stored.firstClaimAt ?? .distantFuture
            return identity.provenAt.timeIntervalSince(move) > Self.certainty ? .noneAfterMove : .none
        }
        guard let entry else { return .unknown }
        let account = try records.findAccount(entry.accountID)
        if let account, account.isWaiting { return .waiting(account) }
        return .known(AccountMatch.AccountState(account))
    }
}

/// Whose sign-in it is at a client that moves, and what the decision was made from.
struct TransferFinding: Sendable {
    let match: TransferMatch
    /// The identity under the team of the match.
    let identity: ProvenIdentity
    /// What is stored about that identity.
    let person: StoredPerson
    let stored: AppTransfer
    /// The entry of the token's transfer identifier.
    let entry: TransferEntry?
    /// The identity with the same subject that is stored under the giver and has not moved.
    let former: AppleIdentity?

    /// Why the sign-in is refused; nil if it is not.
    var refusal: AccountMatch.Refusal? {
        switch match {
        case .refused(let refusal): refusal
        case .unmatched: .transferUnmatched
        case .enter, .move, .conflict, .ask, .new: nil
        }
    }

    /// Whether the person is asked first, whatever the configuration says.
    var asksFirst: Bool { match == .ask }
}

extension TransferMatch {
    /// The team under which the identity belongs; nil if the stored identities say it.
    fileprivate var side: TransferSide? {
        switch self {
        case .enter(_, let side), .new(let side): side
        case .move, .ask, .unmatched: .recipient
        case .conflict, .refused: nil
        }
    }
}

extension AccountTransaction {
    /// What is stored about a proven identity.
    func findPerson(_ identity: ProvenIdentity) throws(StorageFailure) -> StoredPerson {
        try findPerson(
            identity.id, client: identity.client.id.rawValue, group: identity.client.group.name)
    }
}
