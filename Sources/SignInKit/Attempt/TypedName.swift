import Foundation
public import SignInAPI

extension PersonName {
    /// Creates a name as a person typed it into Apple's sheet. It is not signed, so characters that nobody sees are removed
    /// and the ends are trimmed. Returns nil if nothing is left.
    public init?(typedGiven given: String?, typedFamily family: String?) {
        let cleaned = (Self.cleaned(given), Self.cleaned(family))
        guard cleaned.0 != nil || cleaned.1 != nil else { return nil }
        self.init(given: cleaned.0, family: cleaned.1)
    }

    private static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.filter(isKept)
        let trimmed = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }

    /// Drops characters that move the cursor, start a line or change the direction of the text
    /// (https://www.unicode.org/reports/tr9/). They are never part of a name, and a page or a log could mislead with them.
    /// Joiners stay, because scripts and emoji need them.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .privateUse: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
