import Foundation

/// A name that is shown to people: that of a person, of an account that is about to be linked, or of a service.
enum DisplayName {
    /// The maximum length in bytes of UTF-8.
    static let longest = 256

    /// Reads a name. Refuses with `name_invalid` if it is too long or has control characters.
    ///
    /// White space around a name is removed. Nil if nothing is left.
    static func read(_ text: String?) throws(SignInError) -> String? {
        guard let text else { return nil }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.utf8.count <= longest,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .refused(.nameInvalid) }
        return name.isEmpty ? nil : name
    }
}
