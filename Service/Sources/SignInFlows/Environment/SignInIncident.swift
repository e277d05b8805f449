package import AccountStorage

/// Something an operator should know; never holds a token, an address or a name.
package enum SignInIncident: Sendable, Equatable {
    /// Apple does not accept our credentials for a client: new people cannot sign in until it is mended.
    case appleRefusedClient(client: String, code: String)
    /// Apple could not be asked; people with an account were signed in all the same.
    case exchangeUnavailable(client: String, code: String)
    /// The token from the exchange names somebody or something else than the one the browser or app brought.
    case exchangedTokenDisagrees(client: String)
    /// A sealed value could not be opened: it was altered, or sealed under a key that is gone.
    case sealedValueUnreadable
    /// A refresh token came back after its successor was in use; the session was ended.
    case refreshTokenReused(session: SessionID)
    /// A refresh token came from another client than its own; the session was ended.
    case refreshTokenFromAnotherClient(session: SessionID)
    /// A genuine refresh token is ahead of its row, as after restoring an old backup; the session was ended.
    case refreshTokenAheadOfRow(session: SessionID)
    /// The database is older than it was a moment ago: somebody put a backup in its place, or a server lost its last
    /// writes. Sessions that were ended may be live again.
    case databaseRolledBack

    /// The hash of a password cannot be read by this program: its person cannot sign in with it.
    case passwordHashUnreadable
    /// A message to a person could not be sent for a day, and was given up.
    case mailUndeliverable

    /// A revocation was given up; the person can still stop using the app at Apple by hand.
    case revocationImpossible(code: String)

    /// The app's backend did not take an event for three days, or said that it wants no more; it can be replayed.
    case eventGivenUp(code: String)

    /// The stable name under which the incident is logged and counted.
    package var code: String {
        switch self {
        case .appleRefusedClient: "apple_refused_client"
        case .exchangeUnavailable: "exchange_unavailable"
        case .exchangedTokenDisagrees: "exchanged_token_disagrees"
        case .sealedValueUnreadable: "sealed_value_unreadable"
        case .refreshTokenReused: "refresh_token_reused"
        case .refreshTokenFromAnotherClient: "refresh_token_from_another_client"
        case .revocationImpossible: "revocation_impossible"
        case .databaseRolledBack: "database_rolled_back"
        case .passwordHashUnreadable: "password_hash_unreadable"
        case .mailUndeliverable: "mail_undeliverable"
        case .eventGivenUp: "event_given_up"
        case .refreshTokenAheadOfRow: "refresh_token_ahead_of_row"
        }
    }

    /// Whether somebody should be woken: the service or its key is broken, or two tokens of one sign-in disagree.
    package var isAlarm: Bool {
        switch self {
        case .appleRefusedClient, .exchangedTokenDisagrees, .sealedValueUnreadable,
            .revocationImpossible, .databaseRolledBack, .mailUndeliverable, .eventGivenUp:
            true
        default: false
        }
    }
}
