/// One of the two teams of a transfer.
enum TransferSide: Equatable, Sendable, CaseIterable {
    /// The team that the app comes from.
    case giver
    /// The team that the app goes to.
    case recipient
}

/// How far the transfer of an app to another team is.
enum TransferState: String, Equatable, Sendable, CaseIterable {
    case planned
    /// The giver fetches transfer identifiers.
    case exporting
    /// Everybody's identifier is known or refused.
    case ready
    /// The recipient has accepted the app.
    case moved
    /// The recipient fetches the new subjects.
    case importing
    /// Everybody's new subject is known or refused.
    case settled
    case closed
    /// Given up before the acceptance.
    case canceled
    /// Apple's sixty days ended before everybody was settled.
    case expired

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
        case .planned, .exporting, .ready: .moved
        case .moved, .importing, .settled, .closed, .canceled, .expired: self
        }
    }
}
