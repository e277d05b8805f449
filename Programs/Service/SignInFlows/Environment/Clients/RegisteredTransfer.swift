package import AccountStorage
package import Foundation
package import SignInWithApple
import Synchronization

/// The transfer of some clients of a team to another team, as configured. It is a class because each of its clients
/// holds it.
package final class RegisteredTransfer: Sendable {
    /// For how long a client's accepted team is tried first.
    static let memory: TimeInterval = 60

    /// The name in the configuration.
    package let name: String
    /// Who vouches for the people: Apple, or an emulator.
    package let issuer: String
    /// The Team ID of the team that the clients come from.
    package let fromTeam: TeamID
    /// The Team ID of the team that the clients go to.
    package let toTeam: TeamID
    /// The team that the clients come from; nil if it is another company's.
    package let giver: RegisteredTeam?
    /// The team that the clients go to; nil if it is another company's.
    package let recipient: RegisteredTeam?
    /// Apple's identifiers of the clients that move.
    package let clients: [ClientID]
    /// The identifier of the stored transfer.
    package let id: AppTransferID
    private let acceptances = Mutex<[ClientID: Acceptance]>([:])
    private let hasSeenClaim = Mutex(false)

    private struct Acceptance {
        let side: TransferSide
        let at: Date
    }

    /// Describes one transfer.
    ///
    /// - Parameter issuer: who vouches for the people.
    package init(
        name: String, from giver: (id: TeamID, team: RegisteredTeam?),
        to recipient: (id: TeamID, team: RegisteredTeam?), issuer: String, clients: [ClientID]
    ) {
        self.name = name
        self.issuer = issuer
        (fromTeam, self.giver) = giver
        (toTeam, self.recipient) = recipient
        self.clients = clients.sorted { $0.rawValue < $1.rawValue }
        id = AppTransferID(
            label: "transfer", fields: [issuer, giver.id.rawValue, recipient.id.rawValue, name])
    }

    /// The stored transfer before anything has happened.
    package func unstored(at now: Date) -> AppTransfer {
        AppTransfer(
            id: id, issuer: issuer, fromTeam: fromTeam.rawValue, toTeam: toTeam.rawValue,
            clients: clients.map(\.rawValue), createdAt: now)
    }

    /// One of the teams; nil if it is another company's.
    func team(_ side: TransferSide) -> RegisteredTeam? {
        switch side {
        case .giver: giver
        case .recipient: recipient
        }
    }

    /// The team whose secret Apple accepted last for a client, if that was a moment ago.
    func acceptedSide(for client: ClientID, at now: Date) -> TransferSide? {
        acceptances.withLock { acceptances in
            guard let last = acceptances[client], abs(now.timeIntervalSince(last.at)) < Self.memory else { return nil }
            return last.side
        }
    }

    /// Notes that Apple accepted a team's secret for a client.
    func noteAcceptance(of side: TransferSide, for client: ClientID, at now: Date) {
        acceptances.withLock { $0[client] = Acceptance(side: side, at: now) }
    }

    /// Notes that a token had a transfer identifier, and returns whether it is the first one of this process.
    func noteClaim() -> Bool {
        hasSeenClaim.withLock { hasSeen in
            defer { hasSeen = true }
            return !hasSeen
        }
    }
}
