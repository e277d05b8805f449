package import AccountStorage

/// A message that the app's backend wants a person to get. It names an account, never an address.
package struct WantedMail: Sendable, Equatable, CustomStringConvertible {
    /// What is wrong with a message. The raw value is the name of the member.
    package enum Fault: String, Error, Sendable {
        case key = "idempotency_key"
        case subject, text
    }

    /// The account of the person.
    package let account: AccountID
    /// The caller's name of the message, unique for the account.
    package let key: String
    /// One line.
    package let subject: String
    /// Lines of plain text, each ended by a line feed.
    package let text: String

    private static let longestKey = 255
    private static let longestSubject = 200
    private static let longestText = 16_384
    /// Without the line's end (RFC 5322 section 2.1.1).
    private static let longestLine = 998

    /// A message with these values.
    package init(account: AccountID, key: String, subject: String, text: String) throws(Fault) {
        guard (1...Self.longestKey).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
        else { throw .key }
        // Any number of combining marks can follow a letter, and are one Character with it.
        let letters = subject.unicodeScalars
        guard (1...Self.longestSubject).contains(letters.count), letters.allSatisfy(Self.isVisible)
        else { throw .subject }
        let lines = text.replacing("\r\n", with: "\n")
        guard !lines.isEmpty, lines.utf8.count <= Self.longestText,
            lines.unicodeScalars.allSatisfy({ $0 == "\n" || $0 == "\t" || Self.isVisible($0) }),
            lines.split(separator: "\n").allSatisfy({ $0.utf8.count <= Self.longestLine })
        else { throw .text }
        self.account = account
        self.key = key
        self.subject = subject
        self.text = lines
    }

    /// The same for each request with the same key.
    var requestID: MailRequestID {
        MailRequestID(label: "mail-request", fields: [account.text, key])
    }

    /// The same for each request with the same key, subject and text.
    var contentHash: [UInt8] {
        var fields = LengthPrefixedFields(label: "mail-request-content")
        for field in [key, subject, text] { fields.append(field.utf8) }
        return fields.sha256
    }

    private static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        scalar.properties.generalCategory != .control && scalar != "\u{2028}" && scalar != "\u{2029}"
    }

    /// Prints the account only.
    package var description: String { "WantedMail(\(account.text))" }
}
