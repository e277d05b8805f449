package import AccountStorage
import Foundation

/// What somebody typed as their name or e-mail address, in its one spelling.
///
/// First Unicode NFC, then the domain's ASCII form (IDNA, UTS 46), then the checks, then nothing any more: whoever checks
/// before normalising lets a look-alike through (Auth.js, GHSA-7rqj-j65f-68wh). Addresses are compared as `EmailAddress`
/// says; what stands before the `@` is shown, and mailed to, as its owner writes it. Other names are compared as they are.
package struct LoginNameText: Sendable, Hashable, CustomStringConvertible {
    /// The one spelling.
    package let text: String
    /// Whether it is an e-mail address.
    package let isAddress: Bool

    /// The most octets, as SMTP has it (RFC 5321 section 4.5.3.1.3, less the brackets).
    package static let longest = 254

    /// Reads a name; nil for what cannot be one: empty, too long, with control or invisible characters, with a
    /// look-alike of `@`, or an address that is not well-formed.
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

    /// Under which the name is stored: a hash, so that names can be spread over machines.
    package var id: LoginNameID { LoginNameID(label: "login-name", fields: [folded]) }

    /// Under which an address was stored while what stands before its `@` had a case.
    var idAsWritten: LoginNameID { LoginNameID(label: "login-name", fields: [text]) }

    /// What the name is compared by.
    private var folded: String { isAddress ? EmailAddress.folded(text) : text }

    /// Whether two spellings are one name.
    package static func == (left: LoginNameText, right: LoginNameText) -> Bool {
        left.folded.utf8.elementsEqual(right.folded.utf8)
    }

    /// Equal for two spellings of one name.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(folded)
    }

    /// The stored name that somebody means who types this: the one that is written like it, then any other spelling.
    ///
    /// An older row is found by its own spelling alone, as before. Which rows are read depends on what was typed only, so
    /// the time it takes tells nothing about what is stored.
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

    /// Whether another character would become an `@` for somebody who folds compatible characters.
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

    /// A dot-atom (RFC 5321 section 4.1.2, with RFC 6531's letters beyond ASCII). Quoted ones are in nobody's use and are
    /// read differently by everybody.
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
        // What ends a host in a URL would otherwise be read as something else.
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
    /// Under which tries are counted: of every spelling together, so that another case is no new try.
    var countedID: LoginNameID { LoginNameText(name)?.id ?? id }
}
