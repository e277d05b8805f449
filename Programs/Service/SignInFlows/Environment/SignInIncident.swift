package import AccountStorage

/// Something an operator should know. It never holds a token, an address or a name.
package enum SignInIncident: Sendable, Equatable {
    /// Apple does not accept the service's credentials for a client. New people cannot sign in until this is fixed.
    case appleRefusedClient(client: String, code: String)
    /// Apple signed a notification for an app that is not configured, so it was refused. What people change at Apple for
    /// that app does not arrive.
    case notificationForUnknownAudience(audience: String)
    /// A code could not be exchanged at Apple. People with an account were signed in anyway.
    case exchangeUnavailable(client: String, code: String)
    /// The identity token from the exchange does not agree with the one from the browser or app.
    case exchangedTokenDisagrees(client: String)
    /// A sealed value could not be opened: it was altered, or sealed under a key that was deleted.
    case sealedValueUnreadable
    /// A refresh token was used again after one of its successors. The session was ended.
    case refreshTokenReused(session: SessionID)
    /// A refresh token was presented by another client than its own. The session was ended.
    case refreshTokenFromAnotherClient(session: SessionID)
    /// A genuine refresh token is newer than its session's row, as after restoring an old backup. The session was
    /// ended.
    case refreshTokenAheadOfRow(session: SessionID)
    /// The database is older than it was before: it was replaced with a backup, or a server lost its last writes.
    /// Sessions that were ended may be valid again.
    case databaseRolledBack

    /// This program cannot read the hash of a password, so its owner cannot sign in with it.
    case passwordHashUnreadable
    /// A mail to a person could not be sent for a day and was given up.
    case mailUndeliverable
    /// Apple refused a message to a relay address because of its sender, which is not registered or not authenticated. The
    /// address is good.
    case mailSenderRefused

    /// A revocation was given up. The person can still stop using the app at Apple by hand.
    case revocationImpossible(code: String)

    /// The app's backend did not accept an event for three days, or asked for no more. The event can be replayed.
    case eventGivenUp(code: String)

    /// An authorization code was exchanged twice. The session of the first exchange was ended.
    case authorizationCodeReused(session: SessionID)
    /// An OpenID client could not be told that a session ended.
    case logoutUndelivered(client: String, code: String)

    /// A token had a transfer identifier: the app has moved to the other team of this transfer.
    case appTransferred(transfer: String)
    /// Apple accepted the client only with the key of the other team of its transfer.
    case otherTeamTried(client: String, transfer: String)

    /// The stable name under which the incident is logged and counted.
    package var code: String {
        switch self {
        case .appleRefusedClient: "apple_refused_client"
        case .notificationForUnknownAudience: "notification_for_unknown_audience"
        case .exchangeUnavailable: "exchange_unavailable"
        case .exchangedTokenDisagrees: "exchanged_token_disagrees"
        case .sealedValueUnreadable: "sealed_value_unreadable"
        case .refreshTokenReused: "refresh_token_reused"
        case .refreshTokenFromAnotherClient: "refresh_token_from_another_client"
        case .revocationImpossible: "revocation_impossible"
        case .databaseRolledBack: "database_rolled_back"
        case .passwordHashUnreadable: "password_hash_unreadable"
        case .mailUndeliverable: "mail_undeliverable"
        case .mailSenderRefused: "mail_sender_refused"
        case .eventGivenUp: "event_given_up"
        case .refreshTokenAheadOfRow: "refresh_token_ahead_of_row"
        case .authorizationCodeReused: "authorization_code_reused"
        case .logoutUndelivered: "logout_undelivered"
        case .appTransferred: "app_transferred"
        case .otherTeamTried: "transfer_other_team"
        }
    }

    /// What the log says beside the code: names of the configuration, Apple's word, and an App ID that Apple signed.
    package var facts: [String: String] {
        switch self {
        case .appleRefusedClient(let client, let code), .exchangeUnavailable(let client, let code),
            .logoutUndelivered(let client, let code):
            ["client": client, "answer": code]
        case .exchangedTokenDisagrees(let client): ["client": client]
        case .notificationForUnknownAudience(let audience): ["seen": audience]
        case .appTransferred(let transfer): ["transfer": transfer]
        case .otherTeamTried(let client, let transfer): ["client": client, "transfer": transfer]
        default: [:]
        }
    }

    /// Whether an operator should be alerted at once, because something needs fixing or two tokens of one sign-in
    /// disagree.
    package var isAlarm: Bool {
        switch self {
        case .appleRefusedClient, .exchangedTokenDisagrees, .sealedValueUnreadable,
            .revocationImpossible, .databaseRolledBack, .mailUndeliverable, .mailSenderRefused,
            .eventGivenUp:
            true
        default: false
        }
    }
}
