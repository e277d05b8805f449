import AccountStorage
import Foundation
import SignInWithApple

/// The step of a transaction that applies the end of a person's consent to one group of apps.
struct ConsentWithdrawal: Sendable {
    let identity: AppleIdentity
    /// Apple's identifiers of the group's clients; nil for every client of the identity.
    let clients: Set<String>?

    /// - Parameter group: nil for all groups of the team.
    init(of identity: AppleIdentity, group: AppGroup?, _ directory: ClientDirectory) {
        self.identity = identity
        let isOnlyGroup = directory.all.allSatisfy {
            !$0.isUsed(byTeam: identity.teamID) || $0.group == group
        }
        clients = isOnlyGroup ? nil : group.map { Set(directory.clients(of: $0).map(\.id.rawValue)) }
    }

    /// Ends the sessions that began with this identity in the group before `moment`, and returns how many.
    func endSessions(
        authenticatedBefore moment: Date, at now: Date, in records: any AccountTransaction
    ) throws(StorageFailure) -> Int {
        var ended = 0
        for id in [identity.id] + (try identity.formerIDs(in: records)) {
            for client in clients.map({ $0.sorted().map(Optional.some) }) ?? [nil] {
                ended += try records.endSessions(
                    of: identity.accountID, under: (identityID: id, clientID: client), at: now,
                    authenticatedBefore: moment)
            }
        }
        return ended
    }

    /// Drops the tokens that the event ended, keeps those that it may have ended, and leaves newer ones as they are.
    func endTokens(by event: Date, at now: Date, in records: any AccountTransaction) throws(StorageFailure) {
        for var grant in try records.findGrants(of: identity.id) where includes(grant.clientID) {
            guard let token = grant.sealedRefreshToken else { continue }
            switch TokenFate.decide(evidence: grant.aliveAt ?? grant.obtainedAt, event: event) {
            case .stays: continue
            case .isUncertain:
                try TokenReplacement(now: now).keep(
                    token, of: identity.id, client: grant.clientID, aliveAt: grant.aliveAt, in: records)
            case .ended: break
            }
            (grant.sealedRefreshToken, grant.obtainedAt, grant.aliveAt) = (nil, now, nil)
            try records.recordGrant(grant)
        }
        for kept in try records.findReplacedGrants(of: identity.id) where includes(kept.clientID) {
            guard TokenFate.decide(evidence: kept.aliveAt ?? kept.replacedAt, event: event) == .ended else { continue }
            _ = try records.removeReplacedGrant(kept.id)
        }
    }

    private func includes(_ client: String) -> Bool { clients?.contains(client) ?? true }
}

extension AppleIdentity {
    /// The identifiers that the same person had at teams from which the app was transferred.
    func formerIDs(in records: any AccountTransaction) throws(StorageFailure) -> [IdentityID] {
        try records.findIdentities(of: accountID).filter { $0.movedTo == id }.map(\.id)
    }

    /// Whether both are the same Apple Account, before and after a transfer of the app.
    func isSamePerson(as other: AppleIdentity) -> Bool {
        id == other.id || movedTo == other.id || other.movedTo == id
    }
}

/// What a withdrawn consent means for a token.
enum TokenFate: Equatable, Sendable {
    /// Apple ended it.
    case ended
    /// Apple may have ended it: our clock and Apple's differ, and events may have whole seconds.
    case isUncertain
    /// It belongs to a newer consent.
    case stays

    /// By how much the clocks may differ.
    static let tolerance: TimeInterval = 60

    /// - Parameters:
    ///   - evidence: when the token was last known to be alive.
    ///   - event: when the person withdrew the consent, according to Apple.
    static func decide(evidence: Date, event: Date) -> TokenFate {
        if evidence < event.addingTimeInterval(-tolerance) { return .ended }
        return evidence < NotificationVerdict.end(of: event) ? .isUncertain : .stays
    }
}
