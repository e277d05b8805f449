import Foundation
public import JSONWebTokens

/// Compares the results of this package's reader and of Foundation's for the same octets.
public enum FoundationWitness {
    /// Whether both read the same value.
    public static func agrees(_ value: JSONValue, with witness: Any) -> Bool {
        switch value {
        case .object(let object):
            guard let members = witness as? [String: Any], members.count <= object.count else { return false }
            // Swift's strings treat canonically equivalent names as one.
            guard members.count == object.count else { return true }
            return object.members.allSatisfy { name, value in members[name].map { agrees(value, with: $0) } ?? false }
        case .array(let values):
            guard let elements = witness as? [Any], elements.count == values.count else { return false }
            return zip(values, elements).allSatisfy { agrees($0, with: $1) }
        case .string(let text): return (witness as? String).map { areSame(text, $0) } ?? false
        case .number(let number):
            guard let expected = (witness as? NSNumber)?.doubleValue, let ours = number.double else { return false }
            return abs(ours - expected) <= max(abs(ours), abs(expected)) * 1e-12
        case .bool(let flag): return (witness as? NSNumber)?.boolValue == flag
        case .null: return witness is NSNull
        }
    }

    /// Foundation drops a byte-order mark at the beginning of a text and after an escape.
    private static func areSame(_ text: String, _ witness: String) -> Bool {
        let marks: (Unicode.Scalar) -> Bool = { $0 != "\u{FEFF}" }
        return text.unicodeScalars.filter(marks).elementsEqual(witness.unicodeScalars.filter(marks))
    }

    /// Foundation requires numbers that fit its own types. RFC 8259, section 6, does not.
    public static func refusesForItsNumbers(_ object: JSONObject) -> Bool {
        hasOddNumber(.object(object))
    }

    private static func hasOddNumber(_ value: JSONValue) -> Bool {
        switch value {
        case .number(let number): number.text.contains { "eE".contains($0) } || number.text.utf8.count > 15
        case .object(let object): object.members.contains { hasOddNumber($0.value) }
        case .array(let values): values.contains { hasOddNumber($0) }
        default: false
        }
    }
}
