import Foundation
import JSONWebTokens

/// Formats JSON for a terminal. It escapes every character that is invisible or that changes how others are displayed,
/// so a name in a token can neither move the cursor nor reverse the text.
enum VisibleJSON {
    /// The value on one line, without white space.
    static func line(_ value: JSONValue) -> String {
        var text = ""
        write(value, to: &text, indent: nil)
        return text
    }

    /// The value with one member per line.
    static func lines(_ value: JSONValue) -> String {
        var text = ""
        write(value, to: &text, indent: 0)
        return text
    }

    private static func write(_ value: JSONValue, to text: inout String, indent: Int?) {
        switch value {
        case .object(let object):
            write(object.members.map { ($0.name, $0.value) }, between: ("{", "}"), to: &text, indent: indent)
        case .array(let values):
            write(values.map { (nil, $0) }, between: ("[", "]"), to: &text, indent: indent)
        case .string(let string): text += quoted(string)
        case .number(let number): text += number.text
        case .bool(let value): text += value ? "true" : "false"
        case .null: text += "null"
        }
    }

    private static func write(
        _ parts: [(name: String?, value: JSONValue)], between ends: (String, String), to text: inout String,
        indent: Int?
    ) {
        let inner = indent.map { $0 + 2 }
        text += ends.0
        for (index, part) in parts.enumerated() {
            if index > 0 { text += "," }
            if let inner { text += "\n" + String(repeating: " ", count: inner) }
            if let name = part.name { text += quoted(name) + (inner == nil ? ":" : ": ") }
            write(part.value, to: &text, indent: inner)
        }
        if let indent, !parts.isEmpty { text += "\n" + String(repeating: " ", count: indent) }
        text += ends.1
    }

    private static func quoted(_ string: String) -> String {
        var text = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"", "\\": text += "\\" + String(scalar)
            case _ where isVisible(scalar): text.unicodeScalars.append(scalar)
            default:
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16)
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            }
        }
        return text + "\""
    }

    /// A text without quotes, with invisible characters escaped.
    static func visible(_ text: String) -> String {
        String(quoted(text).dropFirst().dropLast())
    }

    /// Whether a character is a letter, mark, digit, symbol or plain space. Excluded are controls, format characters,
    /// other separators, private and unassigned characters, and characters that Unicode lets programs ignore
    /// (zero-width characters, fillers, variation selectors).
    static func isVisible(_ scalar: Unicode.Scalar) -> Bool {
        guard scalar != " ", !scalar.isASCII || scalar.value < 0x20 || scalar.value == 0x7F else { return true }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator, .paragraphSeparator,
            .spaceSeparator:
            return false
        default:
            return true
        }
    }
}
