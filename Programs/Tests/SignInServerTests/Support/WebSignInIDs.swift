import AccountStorage

/// Identifiers for tests that need many.
enum WebSignInIDs {
    static func attempt(_ number: Int) -> AttemptID? {
        AttemptID(bytes: [UInt8](repeating: 0, count: 15) + [UInt8(number)])
    }

    static func session(_ attempt: AttemptID) -> SessionID? {
        SessionID(bytes: attempt.bytes)
    }
}
