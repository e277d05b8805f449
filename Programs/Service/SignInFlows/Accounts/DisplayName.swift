import Foundation

/// A name that is shown to people: that of a person, of an account that is about to be linked, of a service, or of a
/// brand.
package enum DisplayName {
    /// The maximum length in bytes of UTF-8.
    static let longest = 256

    /// Reads a name. Refuses with `name_invalid` if it is too long or has control characters.
    ///
    /// White space around a name is removed, and so is what nobody sees in it. Nil if nothing is left.
    static func read(_ text: String?) throws(SignInError) -> String? {
        guard let text else { return nil }
        let written = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard written.utf8.count <= longest,
            written.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .refused(.nameInvalid) }
        let name = visible(written).trimmingCharacters(in: .whitespacesAndNewlines)
        return name.isEmpty ? nil : name
    }

    /// The text without characters that change the direction of others or that nobody sees. With them, one name could
    /// look like another (Unicode Technical Report 36, section 2.10).
    ///
    /// Joiners stay between characters that are not ASCII, because scripts and emoji need them, and so do the selectors
    /// that choose between a text and an emoji.
    package static func visible(_ text: String) -> String {
        let scalars = Array(text.unicodeScalars)
        var kept = String.UnicodeScalarView()
        for (place, scalar) in scalars.enumerated() {
            let isInside = 0 < place && place < scalars.count - 1
            let joins = isInside && !scalars[place - 1].isASCII && !scalars[place + 1].isASCII
            if isVisible(scalar, joins: joins) { kept.append(scalar) }
        }
        return String(kept)
    }

    private static func isVisible(_ scalar: Unicode.Scalar, joins: Bool) -> Bool {
        switch (scalar, scalar.properties.generalCategory) {
        case ("\u{200C}", _), ("\u{200D}", _): joins
        case ("\u{FE0E}", _), ("\u{FE0F}", _): true
        case (_, .control), (_, .format), (_, .lineSeparator), (_, .paragraphSeparator), (_, .surrogate),
            (_, .privateUse):
            false
        default: !scalar.properties.isDefaultIgnorableCodePoint
        }
    }
}
