import Foundation

/// What a new password must be (NIST SP 800-63B-4 section 3.1.1.2): long enough and not one that everybody tries.
/// Nothing is asked of its composition.
package enum PasswordRule {
    /// Why a password cannot be chosen.
    package enum Fault: String, Sendable, CaseIterable {
        /// Fewer than ``shortest`` characters.
        case tooShort = "password_too_short"
        /// More than ``Password/longest`` octets.
        case tooLong = "password_too_long"
        /// Among those that everybody tries first, or the name of the account itself.
        case common = "password_common"
    }

    /// The fewest characters, counted as Unicode scalars.
    package static let shortest = 8

    /// The password that a text is, or why it cannot be chosen.
    ///
    /// - Parameter names: what the account is known by, which is no password either.
    package static func check(_ text: String, names: [String]) -> Result<Password, Fault> {
        guard text.utf8.count <= 4 * Password.longest else { return .failure(.tooLong) }
        let text = text.precomposedStringWithCanonicalMapping
        guard text.unicodeScalars.count >= shortest else { return .failure(.tooShort) }
        guard let password = Password(text) else { return .failure(.tooLong) }
        let folded = text.lowercased()
        let own = names.flatMap { name in [name, String(name.prefix { $0 != "@" })] }.map { $0.lowercased() }
        return CommonPasswords.contains(folded) || own.contains(folded) || Set(folded).count == 1
            ? .failure(.common) : .success(password)
    }
}

extension PasswordRule.Fault: Error {}
