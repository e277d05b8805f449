import JSONWebTokens
import Testing

/// In the manner of JSONTestSuite: texts that must be accepted and texts that must be refused, each as the value of one member.
@Suite struct StrictJSONReaderTests {
    @Test(arguments: [
        "null", "true", "false", "0", "-0", "1", "-1", "10", "123456789", "0.5", "-0.5", "1e5", "1E5", "1e+5", "1e-5",
        "0e0",
        "0.0e-0", "1.5e10", "1e999", "123456789012345678901234567890", "\"\"", "\"a\"", "\" \"", "\"\u{7F}\"",
        "\"\\\"\\\\\\/\\b\\f\\n\\r\\t\"", "\"\\u0041\"", "\"\\u0000\"", "\"\\uD83C\\uDF4E\"", "\"\\ud83c\\udf4e\"",
        "\"\\uFFFF\"", "\"\u{FFFF}\"", "\"\u{10FFFF}\"", "\"é\"", "\"e\u{301}\"", "\"\u{2028}\u{2029}\"",
        "\"\u{FEFF}\"",
        "\"/\"", "\"a\\\\\"", "[]", "[ ]", "[1]", "[1,2]", "[[],[[]]]", "[null,true,\"x\",{}]", "{}", "{ }",
        "{\"a\":1}", "{\"\":0}", "{\"a\":{\"a\":{\"a\":1}}}", "{\"a\":1,\"A\":2}", "{\"a\":1,\"a \":2}",
        "{\"\u{E9}\":1,\"e\u{301}\":2}", "\t\n\r 1 \t\n\r", "[\n1\n,\n2\n]", "{\r\n\"a\"\r\n:\r\n1\r\n}",
    ])
    func `accepts`(value: String) throws {
        let text = Array("{\"before\":1,\"it\":\(value),\"after\":2}".utf8)
        let object = try StrictJSONReader.readObject(text)
        #expect(object.names == ["before", "it", "after"])
        #expect(try StrictJSONReader.readObject(object.json) == object)
    }

    @Test(arguments: [
        "", "nul", "nulll", "Null", "NULL", "True", "tru", "undefined", "NaN", "Infinity", "-Infinity", "-", "+1", "01",
        "-01",
        "00", "1.", ".5", "-.5", "1.e5", "1e", "1e+", "1e1.5", "0x1", "1_000", "1,000,", "1 2", "--1", "1-", "1a",
        "0b1", "１",
        "'a'", "a", "\"", "\"a", "a\"", "\"\\\"", "\"\\\\\\\"", "\"\\a\"", "\"\\x41\"", "\"\\'\"", "\"\\0\"", "\"\\u\"",
        "\"\\u1\"", "\"\\u12\"", "\"\\u123\"", "\"\\u123g\"", "\"\\U0041\"", "\"\\uD800\"", "\"\\uDC00\"",
        "\"\\uD800\\uD800\"", "\"\\uD800x\"", "\"\\uD800\\n\"", "\"\\uDC00\\uD800\"", "\"\n\"", "\"\t\"", "\"\u{0}\"",
        "\"\u{1F}\"", "\"a\"b", "\"a\" \"b\"", "[", "]", "[1", "[1,", "[1,]", "[,1]", "[,]", "[1,,2]", "[1 2]", "[1;2]",
        "(1)", "{",
        "}", "{\"a\"}", "{\"a\":}", "{\"a\":1,}", "{,}", "{\"a\" 1}", "{a:1}", "{1:1}", "{null:1}", "{'a':1}",
        "{\"a\":1 \"b\":2}",
        "{\"a\":1;\"b\":2}", "{\"a\":1}}", "{\"a\":1]", "[1}", "{\"a\":1,\"a\":1}", "{\"a\":1,\"\\u0061\":2}",
        "[{\"a\":1,\"a\":1}]", "{\"b\":[{\"\":1,\"\":2}]}", "{\"\\/\":1,\"/\":2}", "/**/1", "1//", "#", "\u{FEFF}1",
        "1\u{A0}",
        "\u{B}1", "\u{C}1", "\u{0}1", "1\u{0}", "$", "*", "&a", "<x>", "\\u0031", "=1", "::1",
    ])
    func `refuses`(value: String) {
        #expect(throws: TokenFormatError.self) {
            try StrictJSONReader.readObject(Array("{\"before\":1,\"it\":\(value),\"after\":2}".utf8))
        }
    }

    @Test(
        arguments: [
            [0x80], [0xBF], [0xC0, 0x80], [0xC1, 0xBF], [0xC2], [0xC2, 0x41], [0xE0, 0x80, 0x80], [0xE0, 0x9F, 0xBF],
            [0xE2, 0x82], [0xE2, 0x28, 0xA1], [0xED, 0xA0, 0x80], [0xED, 0xBF, 0xBF], [0xF0, 0x80, 0x80, 0x80],
            [0xF0, 0x8F, 0xBF, 0xBF], [0xF0, 0x9F, 0x8D], [0xF4, 0x90, 0x80, 0x80], [0xF5, 0x80, 0x80, 0x80],
            [0xF8, 0x88, 0x80, 0x80, 0x80], [0xFE], [0xFF], [0xEF, 0xBF],
        ] as [[UInt8]])
    func `refuses octets that are no UTF-8, in values and in names`(octets: [UInt8]) {
        let value = Array("{\"a\":\"".utf8) + octets + Array("\"}".utf8)
        let name = Array("{\"".utf8) + octets + Array("\":1}".utf8)
        let atTheEnd = Array("{\"a\":\"".utf8) + octets
        for text in [value, name, atTheEnd] {
            #expect(throws: TokenFormatError.self) { try StrictJSONReader.readObject(text) }
        }
    }

    @Test(arguments: ["", " ", "[]", "1", "\"a\"", "null", "true", "{}{}", "{} x", "x{}", "{}\u{0}", "\u{FEFF}{}", "{"])
    func `refuses a text that is not one object`(text: String) {
        #expect(throws: TokenFormatError(.jsonSyntax)) { try StrictJSONReader.readObject(Array(text.utf8)) }
    }

    @Test func `counts levels, members and bytes`() throws {
        func nested(_ levels: Int) -> [UInt8] {
            let inner = String(repeating: "[", count: levels - 1) + String(repeating: "]", count: levels - 1)
            return Array("{\"a\":\(levels == 1 ? "1" : inner)}".utf8)
        }
        #expect(try StrictJSONReader.readObject(nested(64)).count == 1)
        #expect(throws: TokenFormatError(.jsonDepth)) { try StrictJSONReader.readObject(nested(65)) }
        let deep = Array(String(repeating: "{\"a\":", count: 13_000).utf8)
        #expect(throws: TokenFormatError(.jsonDepth)) { try StrictJSONReader.readObject(deep) }
        func members(_ count: Int) -> [UInt8] {
            Array("{\((0..<count).map { "\"m\($0)\":\($0)" }.joined(separator: ","))}".utf8)
        }
        let thousand = try StrictJSONReader.readObject(members(1_000))
        #expect(thousand.double("m999") == 999)
        #expect(throws: TokenFormatError(.jsonMembers)) { try StrictJSONReader.readObject(members(1_001)) }
        #expect(throws: TokenFormatError(.jsonTooLarge)) {
            try StrictJSONReader.readObject(Array("{}".utf8) + Array(repeating: 0x20, count: 65_535))
        }
    }

    @Test func `finds a name that stands twice wherever the second one is`() {
        for count in [2, 3, 15, 16, 17, 18, 40, 999] {
            for twin in [0, count / 2, count - 1] {
                for name in ["n\(twin)", "\\u006e\(twin)"] {
                    let members = (0..<count).map { "\"n\($0)\":0" } + ["\"\(name)\":1"]
                    #expect(throws: TokenFormatError(.jsonDuplicateMember)) {
                        try StrictJSONReader.readObject(Array("{\(members.joined(separator: ","))}".utf8))
                    }
                }
            }
        }
    }

    @Test func `tells apart names that Swift's strings take for equal`() throws {
        let object = try StrictJSONReader.readObject(Array("{\"K\":1,\"\u{212A}\":2,\"e\u{301}\":3,\"\u{E9}\":4}".utf8))
        #expect(object.double("K") == 1)
        #expect(object.double("\u{212A}") == 2)
        #expect(object.double("e\u{301}") == 3)
        #expect(object.double("\u{E9}") == 4)
        #expect(object["k"] == nil)
    }
}
