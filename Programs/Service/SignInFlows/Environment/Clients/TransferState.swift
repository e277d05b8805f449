package import AccountStorage
package import Foundation

/// One of the two teams of a transfer.
enum TransferSide: Equatable, Sendable, CaseIterable {
    /// The team that the app comes from.
    case giver
    /// The team that the app goes to.
    case recipient
}

extension TransferState {
    /// The team for which Apple issues tokens, as far as this service knows.
    var side: TransferSide {
        switch self {
        case .planned, .exporting, .ready, .canceled: .giver
        case .moved, .importing, .settled, .closed, .expired: .recipient
        }
    }

    /// Whether Apple may already know the client as the other team's. The acceptance can come while identifiers are still
    /// fetched, and an operator or a token can be wrong about it.
    var isUncertain: Bool {
        switch self {
        case .exporting, .ready, .moved, .importing: true
        case .planned, .settled, .closed, .canceled, .expired: false
        }
    }

    /// The state after a verified token had a transfer identifier. Only tokens after the acceptance have one (Apple:
    /// "Bringing new apps and users into your team"), so it says that the app has moved, even if no operator did.
    var afterClaim: TransferState {
        switch self {
        case .planned, .exporting, .ready, .canceled: .moved
        case .moved, .importing, .settled, .closed, .expired: self
        }
    }
}

extension AppTransfer {
    /// For how long Apple translates identifiers after the acceptance (Apple: "Transferring your apps and users to another
    /// team").
    package static let window: TimeInterval = 60 * 86_400

    /// Whether Apple translates no identifiers any more, as far as this service knows.
    func isOver(at now: Date) -> Bool { deadline.map { $0 <= now } ?? false }
}
