import Foundation
import JSONWebTokens

/// Reads the members of an object in the import file.
enum ImportMember {
    static func text(
        _ object: JSONObject, _ member: String, path: String? = nil
    ) throws(ImportRefusal) -> String? {
        switch object[member] {
        case nil, .null: return nil
        case .string(let text): return text
        default: throw ImportRefusal(.valueInvalid, path ?? member)
        }
    }

    static func flag(_ object: JSONObject, _ member: String, path: String) throws(ImportRefusal) -> Bool? {
        switch object[member] {
        case nil, .null: return nil
        case .bool(let flag): return flag
        default: throw ImportRefusal(.valueInvalid, path)
        }
    }

    static func texts(_ object: JSONObject, _ member: String) throws(ImportRefusal) -> [String] {
        guard let value = object[member], value != .null else { return [] }
        guard case .array(let entries) = value else { throw ImportRefusal(.valueInvalid, member) }
        return try entries.enumerated().map { entry throws(ImportRefusal) in
            guard case .string(let text) = entry.element else {
                throw ImportRefusal(.valueInvalid, "\(member).\(entry.offset)")
            }
            return text
        }
    }

    /// Whether mail could be sent to this text. The check is lax, because the address is only contact data and never a
    /// key.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return (3...254).contains(text.utf8.count) && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                    && scalar.properties.generalCategory != .format
            }
    }

    /// Reads a time in the form of RFC 3339 in UTC, with or without a fraction.
    static func date(_ text: String) -> Date? {
        guard hasForm(Array(text.utf8)) else { return nil }
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: text.utf8.count > 20))
    }

    /// Foundation's parser stops after what it knows and ignores the rest of the text.
    private static func hasForm(_ letters: [UInt8]) -> Bool {
        func isDigit(_ letter: UInt8) -> Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(letter) }
        let seconds = zip("0000-00-00T00:00:00".utf8, letters)
        let fraction = letters.dropFirst(19).dropLast()
        return letters.count >= 20 && letters.last == UInt8(ascii: "Z")
            && seconds.allSatisfy { $0 == UInt8(ascii: "0") ? isDigit($1) : $0 == $1 }
            && (fraction.isEmpty || fraction.count > 1 && fraction.first == UInt8(ascii: "."))
            && fraction.dropFirst().allSatisfy(isDigit)
    }

    /// Reads an issuer or a subject. Both must be visible ASCII, similar to `sub` in OpenID Connect, so that nothing
    /// folds or normalises them.
    static func name(
        of object: JSONObject, _ member: String, at path: String
    ) throws(ImportRefusal) -> String {
        guard let text = try text(object, member, path: path + "." + member) else {
            throw ImportRefusal(.memberMissing, path + "." + member)
        }
        guard ExternalID.isWellFormed(text) else { throw ImportRefusal(.valueInvalid, path + "." + member) }
        return text
    }
}
