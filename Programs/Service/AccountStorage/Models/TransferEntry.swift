public import Foundation

/// One person of a transfer: the identity at the former team, and what becomes of it.
public struct TransferEntry: Sendable, Equatable {
    /// What is known about the person. The raw value is shown to operators.
    public enum State: String, Sendable, CaseIterable {
        /// The transfer identifier is not known yet.
        case waiting
        /// The transfer identifier is known.
        case known
        /// The new subject was fetched, and its identity stored.
        case exchanged
        /// The person signed in with the transfer identifier.
        case arrived
        /// Apple refused the person twice: they stopped using the app before.
        case left
        /// Apple refused too often for another reason.
        case failed
        /// The person has another account at the new team.
        case conflict
    }

    /// The transfer.
    public let transferID: AppTransferID
    /// The identity at the former team. If it is not stored here, it is derived from the transfer identifier.
    public let identityID: IdentityID
    /// The account of the person.
    public var accountID: AccountID
    /// Apple's `transfer_sub`.
    public var identifier: String?
    /// What is known about the person.
    public var state: State
    /// How many calls about the person failed in this state. A run that was killed before an answer counts none.
    public var tries: Int
    /// When Apple is asked next, if the state needs an answer.
    public var dueAt: Date
    /// Why the last call failed.
    public var code: String?
    /// The identity at the new team.
    public var newIdentityID: IdentityID?
    /// When the person was exchanged, arrived or left.
    public var settledAt: Date?

    /// An entry with these values.
    public init(
        transferID: AppTransferID, identityID: IdentityID, accountID: AccountID, identifier: String? = nil,
        state: State = .waiting, tries: Int = 0, dueAt: Date, code: String? = nil, newIdentityID: IdentityID? = nil,
        settledAt: Date? = nil
    ) {
        self.transferID = transferID
        self.identityID = identityID
        self.accountID = accountID
        self.identifier = identifier
        self.state = state
        self.tries = tries
        self.dueAt = dueAt
        self.code = code
        self.newIdentityID = newIdentityID
        self.settledAt = settledAt
    }
}

/// How many people of a transfer are in a state.
public struct TransferEntryCount: Sendable, Equatable {
    /// The state.
    public let state: TransferEntry.State
    /// How many people are in it.
    public let count: Int

    /// So many people in a state.
    public init(state: TransferEntry.State, count: Int) {
        self.state = state
        self.count = count
    }
}
