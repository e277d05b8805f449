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
        guard text.utf8.count <= 32, text.hasSuffix("Z") else { return nil }
        let hasFraction = text.utf8.contains(UInt8(ascii: "."))
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
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
