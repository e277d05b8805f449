import Foundation

/// A name that is shown to people: of a person, of an account that is about to be linked, of a service.
enum DisplayName {
    /// The longest, in bytes of UTF-8.
    static let longest = 256

    /// Reads a name; refuses with `name_invalid` one that is too long or holds control characters.
    ///
    /// White space around a name is not part of it; nothing but white space is no name.
    static func read(_ text: String?) throws(SignInError) -> String? {
        guard let text else { return nil }
        let name = text.trimmingCharacters(in: .whitespacesAndNewlines)
        guard name.utf8.count <= longest,
            name.unicodeScalars.allSatisfy({ $0.properties.generalCategory != .control })
        else { throw .refused(.nameInvalid) }
        return name.isEmpty ? nil : name
    }
}
