/// Why a database could not do what it was asked.
public enum StorageFailure: Error, Sendable, Equatable {
    /// Not now: locked, full, overloaded or gone. Trying again later can help.
    case unavailable
    /// The row is already there and says something else.
    case conflict
    /// What is stored cannot be what was written.
    case corrupt
}
