import Foundation

/// Writes the text of a header field in ASCII (RFC 2047).
enum EncodedWords {
    /// A line with encoded words has at most 76 characters (RFC 2047 section 2). `Subject: ` takes nine of the first one,
    /// and an encoded word twelve around its content. Base64 makes four characters of three octets.
    private static let maximumOctets = 39

    /// The text itself if it is ASCII; otherwise words that each hold whole characters, on lines of their own.
    static func encode(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        var words: [String] = [""]
        for scalar in text.unicodeScalars {
            let character = String(scalar)
            if words[words.count - 1].utf8.count + character.utf8.count > maximumOctets { words.append("") }
            words[words.count - 1] += character
        }
        return words.map { "=?utf-8?B?" + Data($0.utf8).base64EncodedString() + "?=" }.joined(separator: "\n ")
    }
}
