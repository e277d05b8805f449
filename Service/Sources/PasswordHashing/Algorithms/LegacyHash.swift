/// A hash that a library of the system checks: bcrypt by libcrypt, Argon2id by libargon2, where they are built in.
struct LegacyHash: Sendable, Equatable {
    let algorithm: PasswordAlgorithm
    let text: String

    /// - Parameter text: from the first `$` on.
    init(_ algorithm: PasswordAlgorithm, _ text: String) throws(PasswordHashRejection) {
        throw .notBuiltIn(algorithm)
    }

    func matches(_ password: [UInt8]) -> Bool {
        false
    }
}
