package import AccountStorage
import Foundation
package import SignInWithApple
import Synchronization

/// The transfer of some clients of a team to another team, as configured. It is a class because each of its clients
/// holds it.
package final class RegisteredTransfer: Sendable {
    /// For how long a client's accepted team is tried first.
    static let memory: TimeInterval = 60

    /// The name in the configuration.
    package let name: String
    /// The team that the clients come from, under which they are configured.
    package let giver: RegisteredTeam
    /// The team that the clients go to.
    package let recipient: RegisteredTeam
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
    package init(name: String, giver: RegisteredTeam, recipient: RegisteredTeam, clients: [ClientID]) {
        self.name = name
        self.giver = giver
        self.recipient = recipient
        self.clients = clients.sorted { $0.rawValue < $1.rawValue }
        id = AppTransferID(
            label: "transfer",
            fields: [giver.issuer, giver.teamID.rawValue, recipient.teamID.rawValue, name])
    }

    /// The stored transfer before anything has happened.
    package func unstored(at now: Date) -> AppTransfer {
        AppTransfer(
            id: id, issuer: giver.issuer, fromTeam: giver.teamID.rawValue, toTeam: recipient.teamID.rawValue,
            clients: clients.map(\.rawValue), createdAt: now)
    }

    func team(_ side: TransferSide) -> RegisteredTeam {
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
