package import AccountStorage
import Foundation

/// A login name or email address that somebody typed, in normalised form.
///
/// Normalisation comes first (Unicode NFC, then the domain's ASCII form by IDNA, UTS 46), then the checks, and nothing
/// changes the text afterwards. Checking before normalising lets look-alikes through (Auth.js, GHSA-7rqj-j65f-68wh).
/// Addresses are compared by the rule in `EmailAddress`. Their local part is shown, and used for mail, as its owner
/// writes it. Other names are compared exactly.
package struct LoginNameText: Sendable, Hashable, CustomStringConvertible {
    /// The normalised text.
    package let text: String
    /// Whether it is an email address.
    package let isAddress: Bool

    /// The maximum length in bytes, from SMTP (RFC 5321 section 4.5.3.1.3, without the angle brackets).
    package static let longest = 254

    /// Reads a name; nil if it is empty or too long, has control or invisible characters or a look-alike of `@`, or is
    /// a malformed address.
    package init?(_ typed: String) {
        guard typed.utf8.count <= 4 * Self.longest else { return nil }
        let text = typed.precomposedStringWithCanonicalMapping.trimmingCharacters(in: .whitespaces)
        guard !text.isEmpty, text.unicodeScalars.allSatisfy(Self.isVisible), !Self.hasLookAlike(text) else {
            return nil
        }
        guard text.contains("@") else {
            guard text.utf8.count <= Self.longest else { return nil }
            (self.text, isAddress) = (text, false)
            return
        }
        guard let address = Self.address(text) else { return nil }
        (self.text, isAddress) = (address, true)
    }

    /// The key under which the name is stored: a hash, so that names can be spread over machines.
    package var id: LoginNameID { LoginNameID(label: "login-name", fields: [folded]) }

    /// The key under which an address was stored while its local part was case-sensitive.
    var idAsWritten: LoginNameID { LoginNameID(label: "login-name", fields: [text]) }

    /// The form in which names are compared.
    private var folded: String { isAddress ? EmailAddress.folded(text) : text }

    /// Whether two spellings are the same name.
    package static func == (left: LoginNameText, right: LoginNameText) -> Bool {
        left.folded.utf8.elementsEqual(right.folded.utf8)
    }

    /// Equal for two spellings of one name.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(folded)
    }

    /// Finds the stored name for this text: first one with exactly this spelling, then one with any other spelling.
    ///
    /// A row from the time of case-sensitive addresses is found by its own spelling only, as before. Which rows are
    /// read depends only on the text that was typed, so the time this takes reveals nothing about what is stored.
    func find(in records: any AccountTransaction) throws(StorageFailure) -> LoginName? {
        let written = try records.findLoginName(idAsWritten)
        guard idAsWritten != id else { return written }
        let other = try records.findLoginName(id)
        return written ?? other
    }

    /// Prints no name.
    package var description: String { "LoginNameText(redacted)" }

    /// Letters, digits, marks, punctuation and symbols; a space between words.
    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator: false
        case .spaceSeparator: scalar == " "
        default: true
        }
    }

    /// Whether compatibility normalisation would turn another character into an `@`.
    private static func hasLookAlike(_ text: String) -> Bool {
        let count = { (text: String) in text.utf8.count { $0 == UInt8(ascii: "@") } }
        return count(text.precomposedStringWithCompatibilityMapping) != count(text)
    }

    private static func address(_ text: String) -> String? {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        guard parts.count == 2, isLocalPart(parts[0]), let domain = domain(String(parts[1])) else { return nil }
        let address = parts[0] + "@" + domain
        return address.utf8.count <= longest ? String(address) : nil
    }

    /// A dot-string (RFC 5321 section 4.1.2, with the non-ASCII characters of RFC 6531). Quoted strings are refused:
    /// hardly anybody uses them, and programs read them differently.
    private static func isLocalPart(_ text: Substring) -> Bool {
        let atoms = text.split(separator: ".", omittingEmptySubsequences: false)
        return (1...64).contains(text.utf8.count)
            && atoms.allSatisfy { atom in !atom.isEmpty && atom.unicodeScalars.allSatisfy(isAtomText) }
    }

    private static func isAtomText(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar.isASCII else { return scalar.properties.isIDContinue }
        return scalar.properties.isAlphabetic || ("0"..."9").contains(scalar)
            || "!#$%&'*+-/=?^_`{|}~".unicodeScalars.contains(scalar)
    }

    /// The domain's ASCII form in lower case: labels of letters, digits and hyphens, two at least.
    private static func domain(_ text: String) -> String? {
        // `URLComponents` would take what follows one of these characters as another part of the URL.
        guard !text.isEmpty, !text.utf8.contains(where: { "/?#:[]%\\ ".utf8.contains($0) }),
            let encoded = URLComponents(string: "http://" + text + "/")?.encodedHost?.lowercased()
        else { return nil }
        let labels = encoded.split(separator: ".", omittingEmptySubsequences: false)
        let isWellFormed = labels.allSatisfy { label in
            (1...63).contains(label.utf8.count) && label.first != "-" && label.last != "-"
                && label.utf8.allSatisfy { byte in
                    (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
                }
        }
        return isWellFormed && labels.count >= 2 ? encoded : nil
    }
}

extension LoginName {
    /// The key under which attempts are counted. All spellings share it, so a different case does not start a new
    /// count.
    var countedID: LoginNameID { LoginNameText(name)?.id ?? id }
}
