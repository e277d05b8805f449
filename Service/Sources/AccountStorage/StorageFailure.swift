/// Why a database could not do what it was asked.
public enum StorageFailure: Error, Sendable, Equatable {
    /// Not now: locked, full, overloaded or gone. Trying again later can help.
    case unavailable
    /// What is asked contradicts what is stored, or what can be stored: a taken identifier, mostly.
    case conflict
    /// What is stored cannot be what was written.
    case corrupt
}
