/// An address of mail: a local part and a domain (RFC 5321 section 4.1.2), in ASCII.
package struct MailAddress: Sendable, Hashable {
    package let local: String
    /// The domain as it was written, without a dot at its end.
    package let domain: String

    package init?(_ text: String) {
        let octets = Array(text.utf8)
        guard octets.count <= 254, octets.allSatisfy({ (0x20...0x7E).contains($0) }),
            let at = octets.lastIndex(of: ASCII.at)
        else { return nil }
        var domain = octets[(at + 1)...]
        if domain.last == ASCII.dot { domain.removeLast() }
        guard Self.isLocal(octets[..<at]), Self.isDomain(domain) else { return nil }
        local = String(decoding: octets[..<at], as: UTF8.self)
        self.domain = String(decoding: domain, as: UTF8.self)
    }

    /// An address whose parts are known to be right.
    package init(local: String, domain: String) { (self.local, self.domain) = (local, domain) }

    package var text: String { "\(local)@\(domain)" }

    /// The address in small letters, for comparisons. No known server tells mailboxes apart by case.
    package var folded: String { text.lowercased() }

    package var foldedDomain: String { domain.lowercased() }

    private static func isLocal(_ octets: ArraySlice<UInt8>) -> Bool {
        guard (1...64).contains(octets.count) else { return false }
        if octets.first == ASCII.quote { return isQuoted(octets) }
        return octets.split(separator: ASCII.dot, omittingEmptySubsequences: false).allSatisfy { atom in
            !atom.isEmpty && atom.allSatisfy { ASCII.isLetterOrDigit($0) || "!#$%&'*+-/=?^_`{|}~".utf8.contains($0) }
        }
    }

    private static func isQuoted(_ octets: ArraySlice<UInt8>) -> Bool {
        guard octets.count > 2, octets.last == ASCII.quote else { return false }
        var isEscaped = false
        for octet in octets.dropFirst().dropLast() {
            if isEscaped {
                isEscaped = false
            } else if octet == ASCII.backslash {
                isEscaped = true
            } else if octet == ASCII.quote {
                return false
            }
        }
        return !isEscaped
    }

    private static func isDomain(_ octets: ArraySlice<UInt8>) -> Bool {
        if octets.first == ASCII.openBracket {
            return octets.count > 2 && octets.last == ASCII.closeBracket
                && octets.dropFirst().dropLast().allSatisfy {
                    ASCII.isLetterOrDigit($0) || $0 == ASCII.colon || $0 == ASCII.dot
                }
        }
        return octets.count <= 253
            && octets.split(separator: ASCII.dot, omittingEmptySubsequences: false).allSatisfy { label in
                (1...63).contains(label.count) && label.first != ASCII.hyphen && label.last != ASCII.hyphen
                    && label.allSatisfy { ASCII.isLetterOrDigit($0) || $0 == ASCII.hyphen }
            }
    }
}
