public import Foundation

/// A call to Apple that ended: for metrics and logs. No secret stands in it.
///
/// Whoever listens is called on the task that made the call: count, do not work.
public struct AppleCallEvent: Sendable, Equatable {
    /// What was asked. The raw value is a stable name, the label of a counter.
    #if compiler(>=6.3)
        @nonexhaustive
    #endif
    public enum Call: String, CaseIterable, Sendable {
        /// A code was exchanged.
        case exchange
        /// A refresh token was used.
        case refresh
        /// A token was revoked.
        case revoke
        /// A token for a team transfer was asked for.
        case transferToken = "transfer_token"
        /// A transfer identifier was asked for, by the team that gives an app away.
        case transferIdentifier = "transfer_identifier"
        /// Somebody's new identifier was asked for, by the team that takes an app over.
        case transferredPerson = "transferred_person"
    }

    /// What was asked.
    public let call: Call
    /// For which app.
    public let client: ClientID
    /// The id of the key that signed the client secret: after a change of keys it tells which one works.
    public let signingKeyID: String?
    /// From the first octet to the answer, by the client's clock.
    public let seconds: TimeInterval
    /// Why it brought nothing; `nil` after a success.
    public let failure: AppleCallFailure?
}
