import AccountStorage
package import Foundation
import Synchronization

/// Removes the refresh tokens that the former team of a closed transfer got from Apple.
///
/// They are kept sealed while somebody's deletion may need them: until the new team has a token of the person for the same
/// client, or for thirty days after the transfer was closed. A revocation of the new team's token ends the person's whole
/// authorization (TN3194). It is a class because a round remembers how far it is.
package final class FormerTokens: Sendable {
    /// How many people one transaction changes. Each of them may have a hundred replaced tokens (``TokenReplacement``).
    static let together = 50

    private let environment: SignInEnvironment
    /// The last identity that this round has looked at.
    private let place = Mutex<IdentityID?>(nil)

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// Removes what is due from the next identities, and returns how many it has looked at: none if nothing is due, and
    /// fewer than `limit` at the end. Then nobody is looked at before the next time at which a token can be due.
    package func remove(at moment: Date, limit: Int) async throws(SignInError) -> Int {
        let last = place.withLock { $0 }
        let next = try await environment.read { records in try Page.next(after: last, at: moment, limit, in: records) }
        guard let page = next else { return 0 }
        for start in stride(from: 0, to: page.former.count, by: Self.together) {
            let people = Array(page.former[start..<min(start + Self.together, page.former.count)])
            try await environment.write { records in
                for id in people { try page.removeTokens(of: id, at: moment, in: records) }
            }
        }
        if page.looked < limit {
            try await environment.write { records in _ = try records.advanceMark(.formerTokens, to: moment) }
        }
        place.withLock { $0 = page.last }
        return page.looked
    }

    /// The next identities, of which those are kept that belong to a former team.
    private struct Page: Sendable {
        let teams: [FormerTeam]
        let former: [IdentityID]
        let looked: Int
        let last: IdentityID?

        /// Reads the page; nil if nothing is due.
        static func next(
            after last: IdentityID?, at moment: Date, _ limit: Int, in records: any AccountTransaction
        ) throws(StorageFailure) -> Page? {
            let teams = try FormerTeam.due(at: moment, in: records)
            guard !teams.isEmpty else { return nil }
            let identities = try records.findIdentities(after: last, limit: limit)
            let former = identities.filter { identity in teams.contains { $0.has(identity) } }
            return Page(
                teams: teams, former: former.map(\.id), looked: identities.count, last: identities.last?.id)
        }

        /// Removes what is due of a person, as they are now.
        func removeTokens(
            of id: IdentityID, at moment: Date, in records: any AccountTransaction
        ) throws(StorageFailure) {
            guard let identity = try records.findIdentity(id) else { return }
            for team in teams { try team.removeTokens(of: identity, at: moment, in: records) }
        }
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

    /// Whether it knows a person by this identity.
    func has(_ identity: AppleIdentity) -> Bool { identity.issuer == issuer && identity.teamID == teamID }

    /// Removes the tokens of an identity that are due. Nothing ends with them: the person is somebody else's at Apple.
    func removeTokens(
        of identity: AppleIdentity, at moment: Date, in records: any AccountTransaction
    ) throws(StorageFailure) {
        guard has(identity) else { return }
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
    static func replaced(
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
