/// How far the transfer of an app to another team is. The raw value is shown to operators.
public enum TransferState: String, Equatable, Sendable, CaseIterable {
    /// Nothing has begun.
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
    /// The operator ended the transfer.
    case closed
    /// Given up before the acceptance.
    case canceled
    /// Apple's sixty days ended before everybody was settled.
    case expired
}
