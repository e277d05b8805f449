/// A time that the service records about itself. The raw value is stored.
public enum ServiceMark: String, Sendable, CaseIterable {
    /// The last time at which this database is known to have been in use. If it is earlier than the time that a service
    /// remembers, the database was restored from a backup.
    case inUse = "in_use"
    /// When this database was replaced with a backup. Sessions from before that time are not accepted.
    case restored
    /// Up to when lines of the audit are in the daily counts.
    case counted
    /// Up to when the tokens that the former teams of closed transfers got are removed, as far as they were due.
    case formerTokens = "former_tokens"
}
