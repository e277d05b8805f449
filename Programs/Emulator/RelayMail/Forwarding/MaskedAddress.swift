/// The address that a person sees in place of a sender's, such as `news_at_example_com_a1b2c3_d4e5f6@…`
/// (https://support.apple.com/en-us/105078). It cannot be read back without doubt, so whoever makes one keeps it.
package enum MaskedAddress {
    /// - Parameters:
    ///   - tokens: what tells this address from others, in small letters and digits.
    ///   - domain: the relay domain.
    package static func make(_ sender: MailAddress, tokens: [String], domain: String) -> MailAddress {
        let readable = "\(sender.local)_at_\(sender.foldedDomain)".lowercased()
            .map { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "-") ? $0 : "_" }
        let end = tokens.map { "_" + $0 }.joined()
        // the readable part may be cut, since the local part of an address has 64 octets at most
        return MailAddress(local: String(readable.prefix(max(1, 64 - end.utf8.count))) + end, domain: domain)
    }
}
