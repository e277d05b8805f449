/// An address that a client sent, as the log may show it: without what can hold a secret, and in one short word.
enum LoggedAddress {
    private static let longest = 200

    /// Scheme, host, port and path. A query, a fragment, parameters of the path and what may be a user are only hinted
    /// at with dots. Octets that are not visible ASCII are percent-encoded, so that nothing can forge a line of the log.
    ///
    /// The address is read as octets: in a text, `?` with an accent behind it is another character than `?`.
    static func text(_ sent: String) -> String {
        let octets = Array(sent.utf8)
        let address = octets.prefix { !"?#".utf8.contains($0) }
        let at = userEnd(address)
        let shown = address[(at ?? address.startIndex)...].prefix { !";&=".utf8.contains($0) }
        var text = (at == nil ? "" : scheme(address) + "...") + shown.map(escaped).joined()
        if text.utf8.count > longest { text = String(text.prefix(longest)) + "..." }
        return shown.endIndex == octets.endIndex ? text : text + escaped(octets[shown.endIndex]) + "..."
    }

    /// Where a user, a password or the first part of a mail address may end: at the last `@`, encoded or not. Browsers
    /// find a user behind `https:` and `https:/`, too (WHATWG URL Standard, section 4.4).
    private static func userEnd(_ address: ArraySlice<UInt8>) -> Int? {
        address.indices.last { index in
            ["@", "%40"].contains { address[index...].starts(with: $0.utf8) }
        }
    }

    /// The scheme of a web address. Any other text in its place can be a user's name.
    private static func scheme(_ address: ArraySlice<UInt8>) -> String {
        ["https://", "http://"].first { address.starts(with: $0.utf8) } ?? ""
    }

    private static func escaped(_ byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
        return String(Unicode.Scalar(byte))
    }
}
