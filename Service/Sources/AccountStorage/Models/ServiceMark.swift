/// A moment that the service notes about itself. The raw value is what is stored.
public enum ServiceMark: String, Sendable, CaseIterable {
    /// Up to when this database was certainly in use: an older one than a service remembers came out of a backup.
    case inUse = "in_use"
    /// When a backup was put in this database's place: no session from before lets anybody in.
    case restored
}
