public import Foundation

/// Identifies one transfer of an app.
public typealias AppTransferID = Identifier<AppTransfer>

/// The transfer of an app, with the people who use it, from one developer team to another.
public struct AppTransfer: Sendable, Equatable {
    /// Derived from the issuer, both teams and the configured name.
    public let id: AppTransferID
    /// Who vouches for the people: Apple, or an emulator.
    public var issuer: String
    /// The Team ID of the team that the app comes from.
    public var fromTeam: String
    /// The Team ID of the team that the app goes to.
    public var toTeam: String
    /// Apple's identifiers of the clients that move. They contain no space.
    public var clients: [String]
    /// How far it is.
    public var state: TransferState
    /// When it was first recorded.
    public var createdAt: Date
    /// When the recipient accepted the app, as far as it is known.
    public var acceptedAt: Date?
    /// When Apple stops translating identifiers.
    public var deadline: Date?
    /// When the first token with a transfer identifier came.
    public var firstClaimAt: Date?
    /// When the operator closed or canceled it.
    public var closedAt: Date?

    /// A transfer with these values.
    public init(
        id: AppTransferID, issuer: String, fromTeam: String, toTeam: String, clients: [String],
        state: TransferState = .planned, createdAt: Date, acceptedAt: Date? = nil, deadline: Date? = nil,
        firstClaimAt: Date? = nil, closedAt: Date? = nil
    ) {
        self.id = id
        self.issuer = issuer
        self.fromTeam = fromTeam
        self.toTeam = toTeam
        self.clients = clients
        self.state = state
        self.createdAt = createdAt
        self.acceptedAt = acceptedAt
        self.deadline = deadline
        self.firstClaimAt = firstClaimAt
        self.closedAt = closedAt
    }
}
