import HTTPServing
import Testing

@testable import SignInServer

/// Queries and forms, read and written octet by octet.
@Suite struct FormFieldsTests {
    /// The names and values of a text; `nil` if it is refused.
    private static func fields(_ octets: some Sequence<UInt8>) -> [[String]]? {
        FormFields(decoding: octets)?.pairs.map { [$0.name, $0.value] }
    }

    @Test(
        arguments: [
            ("", []), ("&", []), ("&&&", []), ("=", [["", ""]]), ("a", [["a", ""]]), ("a=", [["a", ""]]),
            ("=b", [["", "b"]]), ("a=b=c", [["a", "b=c"]]), ("a=1&a=2", [["a", "1"], ["a", "2"]]),
            ("&&a=1&&b=2&", [["a", "1"], ["b", "2"]]), ("a+b=c+d", [["a b", "c d"]]), ("+=+", [[" ", " "]]),
            ("%61=%2B%26%3d", [["a", "+&="]]), ("%C3%A9=%e2%82%ac", [["é", "€"]]), ("é=€", [["é", "€"]]),
            ("a=é+%41", [["a", "é A"]]), ("a=%00", [["a", "\0"]]),
        ] as [(String, [[String]])])
    func `names and values keep their order, and repetitions stay`(_ text: String, _ expected: [[String]]) {
        #expect(Self.fields(text.utf8) == expected)
    }

    @Test(arguments: [
        "%", "a=%", "a=%4", "a=%4&b=1", "a=%zz", "a=%4g", "a=%g4", "%=1", "a%4=1", "a=%+1", "a=%%", "a=%C3", "a=%ff",
        "a=%C3%28", "a=%ED%A0%80", "good=1&a=%4",
    ])
    func `an escape that is cut, malformed or no UTF-8 is refused`(_ text: String) {
        #expect(Self.fields(text.utf8) == nil)
    }

    @Test func `octets that are no UTF-8 are refused without an escape, too`() {
        #expect(Self.fields([0x61, 0x3D, 0xFF]) == nil)
        #expect(Self.fields([0xC3, 0x3D, 0xA9]) == nil)
        #expect(Self.fields([0x61, 0x3D, 0xC3, 0xA9]) == [["a", "é"]])
    }

    @Test func `a thousand parameters are read, and the repeated one is found`() {
        let text = (0..<1_000).map { "n\($0)=v\($0)" }.joined(separator: "&")
        #expect(FormFields(decoding: text.utf8)?.pairs.count == 1_000)
        #expect(FormFields(decoding: text.utf8)?.repeatedName == nil)
        #expect(FormFields(decoding: (text + "&n500=x").utf8)?.repeatedName == "n500")
    }

    @Test(arguments: [2, 3, 15, 16, 17, 18, 100])
    func `the first name that comes again is found, however many there are`(_ count: Int) {
        let names = (1..<count).map { "n\($0)" }
        #expect(FormFields(names.map { ($0, "") }).repeatedName == nil)
        for name in [names[0], names[names.count / 2], names[names.count - 1]] {
            #expect(FormFields((names + [name]).map { ($0, "") }).repeatedName == name)
        }
        #expect(FormFields(([names[0]] + names + names).map { ($0, "") }).repeatedName == names[0])
    }

    @Test(arguments: [0, 20])
    func `two spellings of one text are one name`(_ others: Int) {
        let names = (0..<others).map { "n\($0)" } + ["\u{E9}", "e\u{301}"]
        #expect(FormFields(names.map { ($0, "") }).repeatedName == "\u{E9}")
    }

    @Test func `random texts are read as by a decoder that copies each octet`() {
        var random = RepeatableNumbers(seed: 43)
        let parts = ["a", "b", "=", "&", "+", "%", "%4", "%41", "%C3%A9", "%C3", "é", "€", "zz", "%2b", "%00", "0"]
        for _ in 0..<2_000 {
            let text = (0..<Int.random(in: 0...12, using: &random))
                .map { _ in parts[Int.random(in: parts.indices, using: &random)] }.joined()
            #expect(Self.fields(text.utf8) == Former.fields(Array(text.utf8)), "\(text)")
        }
    }

    @Test func `fields are written so that they are read again`() {
        let pairs = [("a", ""), ("", "b"), ("a b", "c&d=e"), ("é", "€+%41"), ("a", "again")]
        let text = FormFields.encode(pairs.map { (name: $0.0, value: $0.1) })
        #expect(text == "a=&=b&a%20b=c%26d%3De&%C3%A9=%E2%82%AC%2B%2541&a=again")
        #expect(Self.fields(text.utf8) == pairs.map { [$0.0, $0.1] })
    }
}

/// The plain way, with which the quicker one is compared.
private enum Former {
    static func fields(_ text: [UInt8]) -> [[String]]? {
        var fields: [[String]] = []
        for part in text.split(separator: UInt8(ascii: "&")) {
            let equals = part.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
            guard let name = unescape(part[..<equals]), let value = unescape(part[equals...].dropFirst()) else {
                return nil
            }
            fields.append([name, value])
        }
        return fields
    }

    private static func unescape(_ octets: ArraySlice<UInt8>) -> String? {
        var plain: [UInt8] = []
        var rest = octets
        while let octet = rest.popFirst() {
            switch octet {
            case UInt8(ascii: "+"): plain.append(UInt8(ascii: " "))
            case UInt8(ascii: "%"):
                guard rest.count >= 2, let code = hexadecimal(rest.prefix(2)) else { return nil }
                plain.append(code)
                rest = rest.dropFirst(2)
            default: plain.append(octet)
            }
        }
        return String(validating: plain, as: UTF8.self)
    }

    private static func hexadecimal(_ digits: ArraySlice<UInt8>) -> UInt8? {
        guard !digits.contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "-") }) else { return nil }
        return UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
    }
}

/// Numbers that are the same in each run.
private struct RepeatableNumbers: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state ^ state >> 29
    }
}
