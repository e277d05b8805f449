/// Which people get an account that does not exist yet. Whoever has an account keeps it.
///
/// The doors are those of the service, not of a client, because every client opens the same accounts: a person who was
/// refused by one would come in through another.
package struct AccountDoors: Sendable, Equatable {
    /// Who gets a new account.
    package enum NewAccounts: String, Sendable, CaseIterable {
        /// Every proven person.
        case everybody
        /// People for whom the app's backend vouches with a link ticket.
        case known
        /// Nobody. Whoever is invited has an account before, from an import.
        case invited
    }

    /// What becomes of a new person with a hidden address.
    package enum HiddenAddresses: String, Sendable, CaseIterable {
        /// They get an account.
        case allow
        /// They get none.
        case refuse
    }

    /// Who gets a new account.
    package var newAccounts: NewAccounts = .everybody
    /// What becomes of a new person who shares no address, or only one of Apple's relay.
    package var hiddenAddresses: HiddenAddresses = .allow

    /// All doors are open.
    package init() {}

    /// The door that is closed to a proven person without an account; nil if they get one.
    ///
    /// - Parameter isVouchedFor: whether the app's backend vouches for them with a link ticket. It knows how to reach
    ///   them, so their address may be hidden.
    func closed(isVouchedFor: Bool, isAddressHidden: Bool) -> ClosedDoor? {
        switch newAccounts {
        case .invited: return .notInvited
        case .known where !isVouchedFor: return .notKnown
        case .known, .everybody: break
        }
        guard hiddenAddresses == .refuse, isAddressHidden, !isVouchedFor else { return nil }
        return .addressHidden
    }
}

/// Why a proven person gets no account.
enum ClosedDoor: Equatable, Sendable {
    /// Accounts are only for people whom the app's backend knows.
    case notKnown
    /// Accounts are only for people who were imported.
    case notInvited
    /// Accounts are only for people who share their address.
    case addressHidden

    /// The error for the caller.
    var error: SignInError {
        switch self {
        case .notKnown: .refused(.personNotKnown)
        case .notInvited: .refused(.personNotInvited)
        case .addressHidden: .refused(.addressHidden)
        }
    }
}
