import AccountStorage
package import Foundation
import Synchronization

/// Removes the refresh tokens that the former team of a closed transfer got from Apple.
///
/// They are kept sealed while somebody's deletion may need them: until the new team has a token of the person for the same
/// client, or for thirty days after the transfer was closed. A revocation of the new team's token ends the person's whole
/// authorization (TN3194). It is a class because a round remembers how far it is.
package final class FormerTokens: Sendable {
    private let environment: SignInEnvironment
    /// The last identity that this round has looked at.
    private let place = Mutex<IdentityID?>(nil)

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Removes what is due from the next identities, and returns how many it has looked at: none if nothing is due, and
    /// fewer than `limit` at the end. Then nothing is read again before the next time at which a token can be due.
    package func remove(at moment: Date, limit: Int) async throws(SignInError) -> Int {
        let teams = try await environment.read { records in try FormerTeam.due(at: moment, in: records) }
        guard !teams.isEmpty else { return 0 }
        let last = place.withLock { $0 }
        let page = try await environment.write { records -> (looked: Int, last: IdentityID?) in
            let identities = try records.findIdentities(after: last, limit: limit)
            for identity in identities {
                for team in teams { try team.removeTokens(of: identity, at: moment, in: records) }
            }
            if identities.count < limit { try records.advanceMark(.formerTokens, to: moment) }
            return (identities.count, identities.last?.id)
        }
        place.withLock { $0 = page.last }
        return page.looked
    }
}

/// A team that has given an app away, for good.
struct FormerTeam: Sendable, Equatable {
    /// For how long after the end of a transfer a token is kept that none of the new team has replaced.
    static let rest: TimeInterval = 30 * 86_400

    let issuer: String
    let teamID: String
    /// Apple's identifiers of the clients that are the other team's now.
    let clients: Set<String>
    let closedAt: Date

    /// The teams of all closed transfers, if a token may be due that was not at the last complete round.
    static func due(
        at moment: Date, in records: any AccountTransaction
    ) throws(StorageFailure) -> [FormerTeam] {
        let teams = all(in: try records.findTransfers())
        let done = try records.findMark(.formerTokens) ?? .distantPast
        return teams.contains { $0.isDue(after: done, at: moment) } ? teams : []
    }

    static func all(in transfers: [AppTransfer]) -> [FormerTeam] {
        transfers.compactMap { transfer in
            guard transfer.state == .closed, let closedAt = transfer.closedAt else { return nil }
            let returned = transfers.filter { $0.bringsBack(transfer) }.flatMap(\.clients)
            return FormerTeam(
                issuer: transfer.issuer, teamID: transfer.fromTeam,
                clients: Set(transfer.clients).subtracting(returned), closedAt: closedAt)
        }
    }

    /// Whether a time at which tokens become due has come since `done`.
    func isDue(after done: Date, at moment: Date) -> Bool {
        [closedAt, closedAt.addingTimeInterval(Self.rest)].contains { done < $0 && $0 <= moment }
    }

    /// Removes the tokens of an identity that are due. Nothing ends with them: the person is somebody else's at Apple.
    func removeTokens(
        of identity: AppleIdentity, at moment: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard identity.issuer == issuer, identity.teamID == teamID else { return }
        let isOver = closedAt.addingTimeInterval(Self.rest) <= moment
        let ended = try isOver ? clients : clients.intersection(Self.replaced(identity, in: records))
        // A token from after the end is another transfer's, which has brought the app back.
        for var grant in try records.findGrants(of: identity.id)
        where ended.contains(grant.clientID) && grant.sealedRefreshToken != nil && grant.obtainedAt < closedAt {
            _ = try records.removeOutboxItem(ValidationRequest.itemID(of: identity.id, client: grant.clientID))
            (grant.sealedRefreshToken, grant.obtainedAt, grant.aliveAt) = (nil, moment, nil)
            try records.recordGrant(grant)
        }
        for kept in try records.findReplacedGrants(of: identity.id)
        where ended.contains(kept.clientID) && kept.replacedAt < closedAt {
            _ = try records.removeReplacedGrant(kept.id)
        }
    }

    /// The clients for which the new team has a token of the same person.
    private static func replaced(
        _ identity: AppleIdentity, in records: any AccountTransaction
    ) throws(StorageFailure) -> Set<String> {
        guard let new = identity.movedTo else { return [] }
        return Set(try records.findGrants(of: new).filter { $0.sealedRefreshToken != nil }.map(\.clientID))
    }
}

extension AppTransfer {
    /// Whether it is a later transfer, which brings an app back to the team that another one took it from.
    fileprivate func bringsBack(_ other: AppTransfer) -> Bool {
        issuer == other.issuer && toTeam == other.fromTeam && createdAt >= other.createdAt && state != .canceled
    }
}
