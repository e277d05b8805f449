import JSONWebTokens

/// The name that Apple hands over once, at the first sign-in. It comes through the browser and is not signed: user
/// input, to be shown and stored as such. The address beside it is ignored; only the identity token's counts.
public struct FirstSignInUser: Sendable, Equatable {
    /// The given name, without control characters and at most 100 characters long.
    public let givenName: String?
    /// The family name, likewise.
    public let familyName: String?

    /// Cleans and shortens both names; `nil` when nothing is left of either.
    public init?(givenName: String?, familyName: String?) {
        self.givenName = givenName.flatMap(Self.clean)
        self.familyName = familyName.flatMap(Self.clean)
        if self.givenName == nil, self.familyName == nil { return nil }
    }

    /// Reads the form's `user` field; whatever is not as Apple writes it is no name, and no reason to stop a sign-in.
    init?(json: [UInt8]) {
        guard let name = try? StrictJSONReader.readObject(json)["name"]?.object else { return nil }
        self.init(givenName: name.text("firstName"), familyName: name.text("lastName"))
    }

    /// At most this many characters as people count them, and this many octets however they are built.
    private static let characterLimit = 100
    private static let octetLimit = 400

    private static func clean(_ name: String) -> String? {
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
        return shortened.isEmpty ? nil : shortened
    }

    /// Drops what moves the cursor, starts a line or turns the direction of the text around a name: never part of a
    /// name, and a way to make a page lie. Joiners stay, since scripts and emoji need them.
    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse: false
        case .format: scalar == "\u{200C}" || scalar == "\u{200D}"
        default: true
        }
    }
}
