import Foundation

/// The requirements on a new password (NIST SP 800-63B-4 section 3.1.1.2): it is long enough and not common. There are
/// no rules for its composition.
package enum PasswordRule {
    /// Why a password is refused.
    package enum Fault: String, Sendable, CaseIterable {
        /// It has fewer than ``shortest`` characters.
        case tooShort = "password_too_short"
        /// It has more than ``Password/longest`` octets.
        case tooLong = "password_too_long"
        /// It is a common password, the same character throughout, or a name of the account.
        case common = "password_common"
    }

    /// The minimum length, counted in Unicode scalars.
    package static let shortest = 8

    /// Returns the password, or why it is refused.
    ///
    /// - Parameter names: the names of the account, which are refused as passwords, too.
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
