import PasswordHashing

/// What depends on the build: the database engines and the algorithms of imported password hashes.
package struct BuiltParts: Sendable {
    let hasPostgreSQL: Bool
    let hasLegacyHashes: Bool

    /// The parts of this program.
    package static var current: BuiltParts {
        #if PostgreSQL
            BuiltParts(hasPostgreSQL: true, hasLegacyHashes: PasswordAlgorithm.bcrypt.isBuiltIn)
        #else
            BuiltParts(hasPostgreSQL: false, hasLegacyHashes: PasswordAlgorithm.bcrypt.isBuiltIn)
        #endif
    }

    /// One line for `siwa --version`.
    package var line: String {
        let parts = [("PostgreSQL", hasPostgreSQL), ("bcrypt", hasLegacyHashes), ("Argon2id", hasLegacyHashes)]
        let present = ["SQLite"] + parts.filter(\.1).map(\.0)
        let absent = parts.filter { !$0.1 }.map(\.0)
        return "with " + present.joined(separator: ", ")
            + (absent.isEmpty ? "" : ", without " + absent.joined(separator: ", "))
    }
}
