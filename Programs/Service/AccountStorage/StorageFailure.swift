/// Why a database operation failed.
public enum StorageFailure: Error, Sendable, Equatable {
    /// The database is locked, overloaded or not reachable. A retry later can succeed.
    case unavailable
    /// The disk has no room left, or the database has reached its limit. A retry can succeed after somebody made room.
    case full
    /// The request contradicts what is stored, or what can be stored. Usually an identifier is taken.
    case conflict
    /// The stored data cannot be what was written.
    case corrupt
}
