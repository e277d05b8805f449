import AccountStorage
import SignInWithApple

/// The tokens of a client that another team got from Apple, or may have got.
///
/// Apple's refusal of such a token says nothing about the person: it may only mean that the app has moved. So nobody is
/// signed out because of it, and from the move on Apple is not asked. The next sign-in obtains a token of the new team.
struct RestingTokens: Sendable {
    private let client: RegisteredClient
    private let state: TransferState?

    static func find(
        _ client: RegisteredClient, in records: any AccountTransaction
    ) throws(StorageFailure) -> RestingTokens {
        guard let transfer = client.transfer else { return RestingTokens(client: client, state: nil) }
        return RestingTokens(client: client, state: try records.findTransfer(transfer.id)?.state ?? .planned)
    }

    /// Whether Apple's refusal of an identity's token is about the person.
    func mayJudge(_ id: IdentityID, in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        guard let teamID = try records.findIdentity(id)?.teamID else { return true }
        return Self.mayJudge(
            teamID, giver: client.team.teamID.rawValue, recipient: client.transfer?.recipient?.teamID.rawValue,
            state: state)
    }

    /// Whether Apple is asked about an identity's tokens. Those of an identity that has moved stay with the former team, so
    /// the new team does not ask about them, also when the transfer is no longer configured. A client that did not move asks.
    func asks(about id: IdentityID, in records: any AccountTransaction) throws(StorageFailure) -> Bool {
        guard let identity = try records.findIdentity(id) else { return true }
        guard identity.movedTo == nil || identity.teamID == client.team.teamID.rawValue else { return false }
        guard let state, state.side == .recipient else { return true }
        return identity.teamID == client.transfer?.recipient?.teamID.rawValue
    }

    /// - Parameters:
    ///   - teamID: the team of the identity.
    ///   - giver: the team under which the client is configured.
    ///   - recipient: the team that the client moves to; nil if it stays.
    ///   - state: how far the transfer is.
    static func mayJudge(_ teamID: String, giver: String, recipient: String?, state: TransferState?) -> Bool {
        if teamID == recipient { return true }
        guard teamID == giver else { return false }
        return state.map { $0.side == .giver && !$0.isUncertain } ?? true
    }
}
