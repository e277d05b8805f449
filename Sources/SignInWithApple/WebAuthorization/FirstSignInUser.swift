import JSONWebTokens

/// The name that Apple returns once, at the first sign-in. It comes through the browser and is not signed: show and
/// store it as user input. The address next to it is ignored. Only the identity token's address counts.
public struct FirstSignInUser: Sendable, Equatable {
    /// The given name, without control characters and at most 100 characters long.
    public let givenName: String?
    /// The family name, with the same limits.
    public let familyName: String?

    /// Cleans and shortens both names. Returns `nil` if nothing is left of either.
    public init?(givenName: String?, familyName: String?) {
        self.givenName = givenName.flatMap(Self.clean)
        self.familyName = familyName.flatMap(Self.clean)
        if self.givenName == nil, self.familyName == nil { return nil }
    }

    /// Reads the form's `user` field. Anything not in Apple's form counts as no name, and does not stop a sign-in.
    init?(json: [UInt8]) {
        guard let name = try? StrictJSONReader.readObject(json)["name"]?.object else { return nil }
        self.init(givenName: name.text("firstName"), familyName: name.text("lastName"))
    }

    /// The maximum number of characters as people count them, and of octets in any composition.
    private static let characterLimit = 100
    private static let octetLimit = 400

    private static func clean(_ name: String) -> String? {
        let isPlain = name.utf8.allSatisfy { (0x20...0x7E).contains($0) }
        let cleaned = isPlain ? trimmed(name) : visible(name)
        return cleaned.isEmpty ? nil : cleaned
    }

    /// The same as `visible` for printable ASCII, where every character is one octet and only a space is white.
    private static func trimmed(_ name: String) -> String {
        let space = UInt8(ascii: " ")
        let octets = name.utf8.drop { $0 == space }.prefix(characterLimit)
        guard let last = octets.lastIndex(where: { $0 != space }) else { return "" }
        return String(Substring(octets[...last]))
    }

    /// The name without what `isKept` drops, and without white space around it.
    private static func visible(_ name: String) -> String {
        var cleaned = String.UnicodeScalarView()
        for scalar in name.unicodeScalars where isKept(scalar) {
            cleaned.append(scalar)
        }
        var shortened = ""
        var octets = 0
        for character in String(cleaned).drop(while: \.isWhitespace).prefix(characterLimit) {
            octets += character.utf8.count
            if octets > octetLimit { break }
            shortened.append(character)
        }
        while shortened.last?.isWhitespace == true { shortened.removeLast() }
        return shortened
    }

    /// Drops characters that move the cursor, start a line or change the text direction. They are never part of a name,
    /// and could make a page misleading. Joiners stay, because scripts and emoji need them.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
