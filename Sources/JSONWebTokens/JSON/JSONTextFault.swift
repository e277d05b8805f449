/// The place of a fault in a JSON text that a person wrote, and what is wrong there.
///
/// It names members but never shows a value, so it can be printed for the person who wrote the text.
public struct JSONTextFault: Error, Equatable, Sendable {
    /// The stable code of the fault.
    public let code: TokenFormatError.Code
    /// The line, counted from 1.
    public let line: Int
    /// The column in characters, counted from 1.
    public let column: Int
    /// What is wrong there, in a few words.
    public let explanation: String
}

extension JSONTextFault: CustomStringConvertible {
    /// Line, column and explanation, as compilers print them.
    public var description: String { "\(line):\(column): \(explanation)" }
}

extension StrictJSONReader {
    /// Reads a text that a person wrote, such as a configuration file, as `readObject` does. A fault has its place.
    public static func readWritten(
        _ bytes: [UInt8], limits: TokenLimits = .standard
    ) throws(JSONTextFault) -> JSONObject {
        do throws(TokenFormatError) {
            return try readObject(bytes, limits: limits)
        } catch {
            throw bytes.withUnsafeBufferPointer { bytes -> JSONTextFault in
                var scanner = JSONScanner(bytes, limits: limits)
                _ = try? scanner.scanDocument()
                return JSONFaultSearch(bytes, limits: limits, scanner).fault(error.code)
            }
        }
    }
}

/// Explains why a scan ended where it did. The text in front of that place has no other fault.
private struct JSONFaultSearch {
    private let bytes: UnsafeBufferPointer<UInt8>
    private let limits: TokenLimits
    private let position: Int
    /// The members of the objects that were open. A repeated member is the last one.
    private let members: [JSONMember]
    private let before: JSONTextBefore

    init(_ bytes: UnsafeBufferPointer<UInt8>, limits: TokenLimits, _ scanner: JSONScanner) {
        self.bytes = bytes
        self.limits = limits
        position = scanner.position
        members = scanner.members
        before = JSONTextBefore(position, in: bytes)
    }

    func fault(_ code: TokenFormatError.Code) -> JSONTextFault {
        let (place, explanation) =
            switch code {
            case .jsonTooLarge: (0, "the text has more than \(limits.maximumBytes) bytes")
            case .jsonDepth: (position, "this is nested more than \(limits.maximumDepth) levels deep")
            case .jsonMembers: (position, "the object has too many members (limit: \(limits.maximumMembers))")
            case .jsonDuplicateMember: duplicate
            case .jsonNumber: number
            case .jsonString: string
            default: syntax
            }
        let (line, column) = lineAndColumn(of: place)
        return JSONTextFault(code: code, line: line, column: column, explanation: explanation)
    }

    private func lineAndColumn(of place: Int) -> (line: Int, column: Int) {
        let text = bytes[..<min(place, bytes.count)]
        let start = text.lastIndex(of: 0x0A).map { $0 + 1 } ?? 0
        // Every byte but the further ones of a character begins one.
        return (text.count { $0 == 0x0A } + 1, text[start...].count { $0 & 0xC0 != 0x80 } + 1)
    }

    private func words(for place: Int) -> String {
        let (line, column) = lineAndColumn(of: place)
        return "line \(line), column \(column)"
    }

    private var duplicate: (Int, String) {
        guard let second = members.last else { return (position, "a name occurs twice in this object") }
        let name = JSONMemberNames.name(of: second, in: bytes)
        // The members of the innermost object are the last ones, so the nearest equal name is the first one of two.
        let first = members.dropLast().last { JSONMemberNames.name(of: $0, in: bytes) == name }
        let place = first.map { ", first in " + words(for: Int($0.nameStart) - 1) } ?? ""
        return (Int(second.nameStart) - 1, "\(Self.quoted(name)) occurs twice in this object\(place)")
    }

    private static func quoted(_ name: [UInt8]) -> String {
        let shown = String(decoding: name, as: UTF8.self).unicodeScalars.prefix(64)
        return "\"" + String(String.UnicodeScalarView(shown.filter { $0.value >= 0x20 && $0.value != 0x7F })) + "\""
    }

    private var number: (Int, String) {
        let characters = "+-.0123456789Ee".utf8
        let start = bytes[..<position].lastIndex { !characters.contains($0) }.map { $0 + 1 } ?? 0
        return (start, "this is not a number of JSON, such as 12, -1 or 0.5")
    }

    /// What is wrong with the backslash at this place, and what follows it.
    private var escape: String {
        switch position + 1 < bytes.count ? bytes[position + 1] : 0x0A {
        case UInt8(ascii: "u"):
            "\\u needs four hexadecimal digits, and a character beyond U+FFFF two of them, such as \\ud83d\\ude00"
        case ..<0x20: "this text ends in a backslash, and has no closing quotation mark on its line"
        default: "a backslash in a text is written \\\\"
        }
    }

    private var string: (Int, String) {
        switch position < bytes.count ? bytes[position] : 0x0A {
        case 0x0A, 0x0D: (before.stringStart ?? position, "this text has no closing quotation mark on its line")
        case 0x09: (position, "a tab in a text is written \\t")
        case ..<0x20: (position, "a control character in a text is written \\u and four digits")
        case UInt8(ascii: "\\"): (position, escape)
        default: (position, "this is not UTF-8")
        }
    }
}

extension JSONFaultSearch {
    private var syntax: (Int, String) {
        if let start = before.stringStart { return (start, "this text has no closing quotation mark") }
        if position >= bytes.count { return end }
        let marks: [[UInt8]] = [[0xEF, 0xBB, 0xBF], [0xFE, 0xFF], [0xFF, 0xFE]]
        if position == 0, marks.contains(where: { bytes.starts(with: $0) }) {
            return (0, "the text begins with a byte-order mark; save it as UTF-8 without one")
        }
        return foreign.map { (position, $0) } ?? comma ?? (position, missing)
    }

    private var end: (Int, String) {
        if before.isBlank { return (0, "the text is empty, and one JSON object is required, such as {}") }
        guard let open = before.open.last else { return (position, "the text ends too early") }
        return (
            position, "the text ends, and the \(Self.character(open.byte)) in \(words(for: open.place)) is not closed"
        )
    }

    /// What people write who know other formats.
    private var foreign: String? {
        let next = bytes[position...].prefix(3)
        if next.starts(with: "//".utf8) || next.starts(with: "/*".utf8) || next.first == UInt8(ascii: "#") {
            return "JSON has no comments"
        }
        if next.first == UInt8(ascii: "'") || next.first == UInt8(ascii: "`") || Self.isTypographicQuote(next) {
            return "JSON has texts in straight double quotation marks: \""
        }
        if next.starts(with: [0xC2, 0xA0]) { return "this is a no-break space; JSON has ordinary ones" }
        return nil
    }

    /// The quotation marks of U+2018 to U+201F.
    private static func isTypographicQuote(_ next: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        next.starts(with: [0xE2, 0x80]) && next.last.map { (0x98...0x9F).contains($0) } == true
    }

    /// A comma that separates nothing.
    private var comma: (Int, String)? {
        let next = bytes[position]
        if before.last?.byte == UInt8(ascii: ","), next == UInt8(ascii: "}") || next == UInt8(ascii: "]") {
            return (before.last?.place ?? position, "a comma without a value after it")
        }
        guard next == UInt8(ascii: ","), before.last.map({ "{[,:".utf8.contains($0.byte) }) == true else { return nil }
        return (position, "a comma without a value in front of it")
    }

    /// What should be here instead.
    private var missing: String {
        guard let open = before.open.last else {
            return before.isBlank ? "the text must be one JSON object, in { and }" : "nothing may follow the last }"
        }
        let next = bytes[position]
        let isStart = before.last.map { "{[,:".utf8.contains($0.byte) } == true
        guard isStart else {
            if open.byte == UInt8(ascii: "{"), !before.hasColon { return "a colon is missing between name and value" }
            if "}]:=;".utf8.contains(next) {
                return "a comma or the end of the \(Self.character(open.byte)) in \(words(for: open.place)) is missing"
            }
            return "a comma is missing in front of this"
        }
        guard open.byte == UInt8(ascii: "[") || before.hasColon else {
            return "a name in double quotation marks is missing"
        }
        if "}]".utf8.contains(next) { return "a value is missing in front of this" }
        return "this is not a value of JSON: texts have double quotation marks; true, false and null have none"
    }

    private static func character(_ byte: UInt8) -> Character { Character(Unicode.Scalar(byte)) }
}

/// What is open at a place of a text that has no fault in front of it.
private struct JSONTextBefore {
    /// The braces and brackets that are open, innermost last.
    private(set) var open: [(byte: UInt8, place: Int)] = []
    /// The last character that is not white space.
    private(set) var last: (byte: UInt8, place: Int)?
    /// Whether the member that has begun has its colon.
    private(set) var hasColon = false
    /// The quotation mark of the text that has begun.
    private(set) var stringStart: Int?

    var isBlank: Bool { last == nil }

    init(_ end: Int, in bytes: UnsafeBufferPointer<UInt8>) {
        var place = 0
        while place < min(end, bytes.count) {
            defer { place += 1 }
            let byte = bytes[place]
            guard stringStart == nil else {
                if byte == UInt8(ascii: "\\") { place += 1 }
                if byte == UInt8(ascii: "\"") { stringStart = nil }
                continue
            }
            guard ![0x20, 0x0A, 0x0D, 0x09].contains(byte) else { continue }
            read(byte, at: place)
            last = (byte, place)
        }
    }

    private mutating func read(_ byte: UInt8, at place: Int) {
        switch byte {
        case UInt8(ascii: "\""): stringStart = place
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            open.append((byte, place))
            hasColon = false
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
            _ = open.popLast()
            // What ends here was the value of a member, or an element.
            hasColon = true
        case UInt8(ascii: ","): hasColon = false
        case UInt8(ascii: ":"): hasColon = true
        default: break
        }
    }
}
