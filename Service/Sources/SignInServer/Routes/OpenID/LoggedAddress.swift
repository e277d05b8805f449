/// An address that a client sent, as the log may show it: without what can hold a secret, and in one short word.
enum LoggedAddress {
    private static let longest = 200

    /// Scheme, host, port and path. A query, a fragment and a user's name are only hinted at with dots. Octets that are
    /// not visible ASCII are percent-encoded, so that nothing can forge a line of the log.
    static func text(_ sent: String) -> String {
        let end = sent.firstIndex { "?#".contains($0) } ?? sent.endIndex
        var shown = String(sent[..<end])
        if let slashes = shown.firstRange(of: "//") {
            let authority = shown[slashes.upperBound...].prefix { !"/\\".contains($0) }
            if let at = authority.lastIndex(of: "@") {
                shown.replaceSubrange(authority.startIndex..<at, with: "...")
            }
        }
        var text = shown.utf8.map(escaped).joined()
        if text.utf8.count > longest { text = String(text.prefix(longest)) + "..." }
        return end == sent.endIndex ? text : text + String(sent[end]) + "..."
    }

    private static func escaped(_ byte: UInt8) -> String {
        guard (0x21...0x7E).contains(byte), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "\\") else {
            return (byte < 16 ? "%0" : "%") + String(byte, radix: 16, uppercase: true)
        }
        return String(Unicode.Scalar(byte))
    }
}
