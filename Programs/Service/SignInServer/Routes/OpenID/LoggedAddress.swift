/// An address that a client sent, as the log may show it: without what can hold a secret, and in one short word.
enum LoggedAddress {
    private static let longest = 200

    /// Scheme, host, port and path. A query, a fragment, parameters of the path, what may be a user, and a path before an
    /// `@` are only hinted at with dots. Octets that are not visible ASCII are percent-encoded, so that nothing can forge
    /// a line of the log.
    ///
    /// The address is read as octets: in a text, `?` with an accent behind it is another character than `?`.
    static func text(_ sent: String) -> String {
        let octets = Array(sent.utf8)
        let address = octets.prefix { !"?#".utf8.contains($0) }
        let at = userEnd(address)
        let shown = address[(at ?? address.startIndex)...].prefix { !";&=".utf8.contains($0) }
        let start = at.map { beginning(address, before: $0) + "..." } ?? ""
        var text = start + shown.map(escaped).joined()
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

    /// The scheme of a web address, and its host if a path with the `@` follows. Any other text in their places can be a
    /// user's name or password, also one with a slash in it.
    private static func beginning(_ address: ArraySlice<UInt8>, before at: Int) -> String {
        guard let scheme = ["https://", "http://"].first(where: { address.starts(with: $0.utf8) }) else { return "" }
        let rest = address[..<at].dropFirst(scheme.utf8.count)
        guard let slash = rest.firstIndex(of: UInt8(ascii: "/")), isHost(rest[..<slash]) else { return scheme }
        return scheme + rest[...slash].map(escaped).joined()
    }

    /// Whether it is this machine or a name with a dot, with or without a port.
    private static func isHost(_ octets: ArraySlice<UInt8>) -> Bool {
        let parts = octets.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard let name = parts.first, parts.count <= 2, parts.dropFirst().joined().allSatisfy(isDigit) else {
            return false
        }
        let isNamed = name.contains(UInt8(ascii: ".")) || name.elementsEqual("localhost".utf8)
        return isNamed && name.allSatisfy { isDigit($0) || isLetter($0) || ".-".utf8.contains($0) }
    }

    private static func isDigit(_ byte: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) }

    private static func isLetter(_ byte: UInt8) -> Bool {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
    }

    private static func escaped(_ byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
        return String(Unicode.Scalar(byte))
    }
}
