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

    /// Contact data, never a key: anything that mail could be sent to is taken as it is written.
    static func isAddress(_ text: String) -> Bool {
        let parts = text.split(separator: "@", omittingEmptySubsequences: false)
        return (3...254).contains(text.utf8.count) && parts.count == 2 && parts.allSatisfy { !$0.isEmpty }
            && text.unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar.properties.generalCategory != .control
                    && scalar.properties.generalCategory != .format
            }
    }

    /// RFC 3339 in UTC, with or without a fraction.
    static func date(_ text: String) -> Date? {
        guard text.utf8.count <= 32, text.hasSuffix("Z") else { return nil }
        let hasFraction = text.utf8.contains(UInt8(ascii: "."))
        return try? Date(text, strategy: Date.ISO8601FormatStyle(includingFractionalSeconds: hasFraction))
    }

    /// A provider's name, or its name of a person: visible ASCII as OpenID Connect has it, for nothing is to fold it.
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
