/// Why a database operation failed.
public enum StorageFailure: Error, Sendable, Equatable {
    /// The database is locked, full, overloaded or not reachable. A retry later can succeed.
    case unavailable
    /// The request contradicts what is stored, or what can be stored. Usually an identifier is taken.
    case conflict
    /// The stored data cannot be what was written.
    case corrupt
}
