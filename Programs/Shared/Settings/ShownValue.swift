/// A value of the configuration as messages show it. It may be anything that was pasted, also a key.
package enum ShownValue {
    /// Longer than every identifier that Apple gives out, and shorter than a private key.
    private static let longest = 100

    /// The text in quotation marks, with every character made visible; its length if it is long or looks like a key or a
    /// token.
    package static func of(_ text: String) -> String {
        // A signed token begins with the member of a JSON object in base64url (RFC 7515 section 3.1).
        let looksSecret = text.hasPrefix("eyJ") || text.hasPrefix("siwa_") || text.contains("PRIVATE KEY")
        guard text.utf8.count <= longest, !looksSecret else { return "a text of \(text.utf8.count) bytes" }
        return "\"" + text.unicodeScalars.map { $0.escaped(asASCII: true) }.joined() + "\""
    }
}
