/// Why a stored hash cannot be used.
package enum PasswordHashRejection: Error, Sendable, Hashable {
    /// It has no known format.
    case unknownForm
    /// It starts like a known format, but the rest does not match it.
    case malformed(PasswordAlgorithm)
    /// The verification of one password would take too much memory or time.
    case tooCostly(PasswordAlgorithm)
    /// This program was built without the algorithm.
    case notBuiltIn(PasswordAlgorithm)

    /// A stable code for the reason. It does not depend on the algorithm.
    package var code: String {
        switch self {
        case .unknownForm: "hash_form_unknown"
        case .malformed: "hash_malformed"
        case .tooCostly: "hash_too_costly"
        case .notBuiltIn: "hash_algorithm_not_built_in"
        }
    }

    /// The algorithm that the hash names, if it names one.
    package var algorithm: PasswordAlgorithm? {
        switch self {
        case .unknownForm: nil
        case .malformed(let algorithm), .tooCostly(let algorithm), .notBuiltIn(let algorithm): algorithm
        }
    }

    /// One sentence about the problem, for the operator who imports the hash.
    package var meaning: String {
        switch self {
        case .unknownForm: "The hash has no known format."
        case .malformed(let algorithm): "The hash names \(algorithm.rawValue), but its fields are not in that format."
        case .tooCostly(let algorithm):
            "The parameters of this \(algorithm.rawValue) hash would take too much memory or time for each sign-in."
        case .notBuiltIn(let algorithm):
            "\(algorithm.rawValue) is checked only by a program that was built with LegacyPasswords "
                + "(SIWA_LEGACY_PASSWORDS=1)."
        }
    }
}
