/// What happened to a value on its way: something was added around it, or it was encoded once more than it is decoded.
///
/// Values that are pasted into settings files get line breaks and quotation marks, and forms that a program writes by hand
/// are encoded twice.
package enum SentDamage: Sendable, Equatable {
    case lineBreak, space, quotationMarks
    /// The escape that shows it, such as `%2E`.
    case encodedTwice(String)

    /// Nil if nothing can be seen.
    package init?(_ text: String) {
        guard let first = text.unicodeScalars.first, let last = text.unicodeScalars.last else { return nil }
        if [first, last].contains(where: { $0 == "\n" || $0 == "\r" }) {
            self = .lineBreak
        } else if [first, last].contains(where: \.properties.isWhitespace) {
            self = .space
        } else if Self.isQuoted(text, first, last) {
            self = .quotationMarks
        } else if let escape = Self.escape(in: text) {
            self = .encodedTwice(escape)
        } else {
            return nil
        }
    }

    private static func isQuoted(_ text: String, _ first: Unicode.Scalar, _ last: Unicode.Scalar) -> Bool {
        text.utf8.count > 1 && first == last && (first == "\"" || first == "'")
    }

    /// What can be seen, after the name of the value.
    package var words: String {
        switch self {
        case .lineBreak: "begins or ends with a line break"
        case .space: "begins or ends with a space"
        case .quotationMarks: "is in quotation marks"
        case .encodedTwice(let escape): "holds \(escape), so it was encoded twice"
        }
    }

    /// The value without what was added around it.
    package static func withoutAdditions(_ text: String) -> String {
        let isAdded: (Unicode.Scalar) -> Bool = { $0.properties.isWhitespace || $0 == "\"" || $0 == "'" }
        let scalars = text.unicodeScalars
        guard let first = scalars.firstIndex(where: { !isAdded($0) }),
            let last = scalars.lastIndex(where: { !isAdded($0) })
        else { return "" }
        return String(scalars[first...last])
    }

    /// The first percent escape. No code, token, secret or identifier of Apple's has one.
    private static func escape(in text: String) -> String? {
        let bytes = Array(text.utf8)
        let isHexadecimal: (UInt8) -> Bool = { Character(Unicode.Scalar($0)).isHexDigit }
        guard
            let start = bytes.indices.first(where: { index in
                index + 2 < bytes.count && bytes[index] == UInt8(ascii: "%") && isHexadecimal(bytes[index + 1])
                    && isHexadecimal(bytes[index + 2])
            })
        else { return nil }
        return String(decoding: bytes[start...(start + 2)], as: UTF8.self)
    }
}
