import Foundation
public import SignInAPI

extension PersonName {
    /// Creates a name as a person typed it into Apple's sheet. It is not signed, so control characters are removed and
    /// the ends are trimmed. Returns nil if nothing is left.
    public init?(typedGiven given: String?, typedFamily family: String?) {
        let cleaned = (Self.cleaned(given), Self.cleaned(family))
        guard cleaned.0 != nil || cleaned.1 != nil else { return nil }
        self.init(given: cleaned.0, family: cleaned.1)
    }

    private static func cleaned(_ text: String?) -> String? {
        guard let text else { return nil }
        let scalars = text.unicodeScalars.filter { $0.properties.generalCategory != .control }
        let trimmed = String(String.UnicodeScalarView(scalars)).trimmingCharacters(in: .whitespacesAndNewlines)
        return trimmed.isEmpty ? nil : trimmed
    }
}
