/// Finds identifiers that Apple never gives out. The configuration, the command line and the service ask here, so one
/// rule holds everywhere.
///
/// A fault says what was probably meant. It never repeats the text, which may be anything that was pasted.
extension TeamID {
    /// Why this cannot be a Team ID; `nil` if it can.
    public var fault: ConfigurationFault? {
        IdentifierForm(rawValue).findingForTenCharacters.map { .teamIDInvalid.because($0) }
    }
}

extension KeyID {
    /// Why this cannot be the Key ID of a team's key; `nil` if it can.
    public func fault(in team: TeamID? = nil) -> ConfigurationFault? {
        let form = IdentifierForm(rawValue)
        if !rawValue.isEmpty, rawValue == team?.rawValue { return .keyIDInvalid.because("This is the Team ID.") }
        return form.findingForTenCharacters.map { .keyIDInvalid.because($0) }
    }
}

extension ClientID {
    /// Why this cannot be the bundle ID or Services ID of a team; `nil` if it can.
    public func fault(in team: TeamID? = nil) -> ConfigurationFault? {
        IdentifierForm(rawValue).findingForClient(of: team?.rawValue).map { .clientIDInvalid.because($0) }
    }
}

/// What a text looks like, beside the identifiers of Apple's portal.
private struct IdentifierForm {
    private let text: String

    init(_ text: String) {
        self.text = text
    }

    /// Team IDs and Key IDs have the same form.
    var findingForTenCharacters: String? {
        if Self.isTenCharacters(text) { return nil }
        if let finding = common { return finding }
        if Self.isTenCharacters(trimmed) { return "There is white space around it." }
        if Self.isTenCharacters(text.uppercased()) { return "It has lower-case letters." }
        if isUUID { return "This looks like the Issuer ID of App Store Connect." }
        if let first = text.split(separator: ".").first, first.count < text.count {
            return Self.isTenCharacters(String(first))
                ? "This looks like an App ID with the Team ID in front." : "This looks like a bundle ID or Services ID."
        }
        return "This has \(text.count) character\(text.count == 1 ? "" : "s")."
    }

    /// Apple documents letters, digits, hyphens and dots for bundle IDs ("CFBundleIdentifier"). An underscore passes,
    /// because no page of Apple's rules it out for Services IDs.
    func findingForClient(of team: String?) -> String? {
        if let finding = common { return finding }
        if text.utf8.count > 255 { return "This is longer than 255 characters." }
        if trimmed != text { return "There is white space around it." }
        if text.hasPrefix("http://") || text.hasPrefix("https://") { return "This is a URL." }
        if text.contains("@") { return "This looks like an email address." }
        if text.contains("*") { return "This is a wildcard App ID, which cannot have Sign in with Apple." }
        if let octet = text.utf8.first(where: { !Self.isOfClient($0) }) { return Self.words(for: octet) }
        if text.split(separator: ".", omittingEmptySubsequences: false).contains(where: \.isEmpty) {
            return "A dot stands at the beginning, at the end or beside another one."
        }
        if text.utf8.allSatisfy(Self.isDigit) {
            return "This looks like the app's Apple ID in the App Store, a number."
        }
        if let team, text == team { return "This is the Team ID." }
        if let team, !team.isEmpty, text.hasPrefix(team + ".") { return "The Team ID stands in front; leave it out." }
        if Self.isTenCharacters(text), text.utf8.contains(where: Self.isDigit) {
            return "This looks like a Team ID or Key ID."
        }
        return nil
    }

    private var common: String? {
        if text.isEmpty { return "It is empty." }
        guard text.hasPrefix("AuthKey_") else { return nil }
        return "This is the name of a key's file; the ten characters behind AuthKey_ are its Key ID."
    }

    private var trimmed: String {
        let isSpace: (Character) -> Bool = { $0.isWhitespace }
        let start = text.drop(while: isSpace)
        return String(start.reversed().drop(while: isSpace).reversed())
    }

    private var isUUID: Bool {
        text.split(separator: "-", omittingEmptySubsequences: false).map(\.utf8.count) == [8, 4, 4, 4, 12]
    }

    private static func isTenCharacters(_ text: String) -> Bool {
        text.utf8.count == 10 && text.utf8.allSatisfy { isDigit($0) || (0x41...0x5A).contains($0) }
    }

    private static func isDigit(_ octet: UInt8) -> Bool { (0x30...0x39).contains(octet) }

    private static func isOfClient(_ octet: UInt8) -> Bool {
        isDigit(octet) || (0x41...0x5A).contains(octet & 0xDF) || "-._".utf8.contains(octet)
    }

    private static func words(for octet: UInt8) -> String {
        switch octet {
        case ..<0x20, 0x7F: "It has a control character."
        case 0x20: "It has a space."
        case ..<0x80: "It has the character \(Character(Unicode.Scalar(octet)))."
        default: "It has a character that is not ASCII."
        }
    }
}
