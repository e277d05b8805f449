import JSONWebTokens
import Testing

private let unicodeEscape =
    "\\u needs four hexadecimal digits, and a character beyond U+FFFF two of them, such as \\ud83d\\ude00"

/// The faults that people make in JSON files, with their places.
@Suite struct JSONTextFaultTests {
    private func fault(_ text: String) -> String { fault(Array(text.utf8)) }

    private func fault(_ bytes: [UInt8], limits: TokenLimits = .standard) -> String {
        do throws(JSONTextFault) {
            _ = try StrictJSONReader.readWritten(bytes, limits: limits)
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test(arguments: [
        ("{\n  \"a\": 1,\n}", "2:9: a comma without a value after it"),
        ("{\"a\": [1, 2,]}", "1:12: a comma without a value after it"),
        ("{,\"a\": 1}", "1:2: a comma without a value in front of it"),
        ("{\"a\": 1,, \"b\": 2}", "1:9: a comma without a value in front of it"),
        ("{\"a\": ,\"b\": 2}", "1:7: a comma without a value in front of it"),
        ("{\"a\": 1\n \"b\": 2}", "2:2: a comma is missing in front of this"),
        ("{\"a\": [1 2]}", "1:10: a comma is missing in front of this"),
        ("{\"a\": {\"b\": 1} \"c\": 2}", "1:16: a comma is missing in front of this"),
        ("{\"a\" 1}", "1:6: a colon is missing between name and value"),
        ("{\"a\" = 1}", "1:6: a colon is missing between name and value"),
        ("{\"a\": {\"b\"}}", "1:11: a colon is missing between name and value"),
        ("{\"a\": }", "1:7: a value is missing in front of this"),
        ("{a: 1}", "1:2: a name in double quotation marks is missing"),
        ("{\"a\": 1, b: 1}", "1:10: a name in double quotation marks is missing"),
    ])
    func `a mark that is missing or stands alone is named with its place`(_ text: String, _ expected: String) {
        #expect(fault(text) == expected)
    }

    @Test(arguments: [
        ("{\n // where\n \"a\": 1}", "2:2: JSON has no comments"),
        ("{\"a\": 1 /* one */}", "1:9: JSON has no comments"),
        ("{\"a\": 1 # one\n}", "1:9: JSON has no comments"),
        ("{'a': 1}", "1:2: JSON has texts in straight double quotation marks: \""),
        ("{\"a\": \u{201C}b\u{201D}}", "1:7: JSON has texts in straight double quotation marks: \""),
        ("{\u{A0}\"a\": 1}", "1:2: this is a no-break space; JSON has ordinary ones"),
        ("\u{FEFF}{}", "1:1: the text begins with a byte-order mark; save it as UTF-8 without one"),
        (
            "{\"a\": True}",
            "1:7: this is not a value of JSON: texts have double quotation marks; true, false and null have none"
        ),
        ("{\"a\": 08080}", "1:7: this is not a number of JSON, such as 12, -1 or 0.5"),
        ("{\"a\": 1.}", "1:7: this is not a number of JSON, such as 12, -1 or 0.5"),
        ("{\"a\": \"C:\\data\"}", "1:10: a backslash in a text is written \\\\"),
        ("{\"a\": \"\\u12G4\"}", "1:8: \(unicodeEscape)"),
        ("{\"a\": \"\\ud83d\"}", "1:8: \(unicodeEscape)"),
        ("{\"a\": \"x\\\n\"}", "1:9: this text ends in a backslash, and has no closing quotation mark on its line"),
        ("{\"a\": \"b\tc\"}", "1:9: a tab in a text is written \\t"),
        ("{\"a\": \"b\u{1}c\"}", "1:9: a control character in a text is written \\u and four digits"),
    ])
    func `what other formats allow is named with its place`(_ text: String, _ expected: String) {
        #expect(fault(text) == expected)
    }

    @Test(arguments: [
        ("", "1:1: the text is empty, and one JSON object is required, such as {}"),
        (" \n", "1:1: the text is empty, and one JSON object is required, such as {}"),
        ("[1]", "1:1: the text must be one JSON object, in { and }"),
        ("{} {}", "1:4: nothing may follow the last }"),
        ("{\n  \"a\": {\n    \"b\": [1, 2]\n", "4:1: the text ends, and the { in line 2, column 8 is not closed"),
        ("{\"a\": [1, 2", "1:12: the text ends, and the [ in line 1, column 7 is not closed"),
        ("{\"a\": [1, 2}", "1:12: a comma or the end of the [ in line 1, column 7 is missing"),
        ("{\n  \"a\": \"b,\n  \"c\": 1\n}", "2:8: this text has no closing quotation mark on its line"),
        ("{\"a\": \"b", "1:7: this text has no closing quotation mark"),
    ])
    func `what is not closed is named with the place where it begins`(_ text: String, _ expected: String) {
        #expect(fault(text) == expected)
    }

    @Test func `a name that occurs twice is named with both places`() {
        #expect(
            fault("{\n  \"listen\": 1,\n  \"b\": {\"listen\": 2},\n  \"listen\": 3\n}")
                == "4:3: \"listen\" occurs twice in this object, first in line 2, column 3")
        #expect(
            fault("{\"a\": {\"b\": [{}, {\"\\u0063\": 1, \"c\": 2}]}}")
                == "1:32: \"c\" occurs twice in this object, first in line 1, column 19")
        let many = (0..<40).map { "\"member \($0)\": \($0)" }.joined(separator: ",\n")
        #expect(
            fault("{\(many),\n\"member 39\": 1}")
                == "41:1: \"member 39\" occurs twice in this object, first in line 40, column 1")
    }

    @Test func `columns are counted in characters, and lines may end in CR and LF`() {
        #expect(fault("{\"\u{E4}\u{1F600}\": 1,}") == "1:9: a comma without a value after it")
        #expect(fault("{\r\n\"a\": 1,\r\n}") == "2:7: a comma without a value after it")
    }

    @Test func `bytes that are not UTF-8 and limits have a place`() {
        #expect(fault(Array("{\"a\": \"".utf8) + [0xE4] + Array("\"}".utf8)) == "1:8: this is not UTF-8")
        #expect(fault([0xFF, 0xFE, 0x7B, 0x00]).hasPrefix("1:1: the text begins with a byte-order mark"))
        let deep = TokenLimits(maximumDepth: 2)
        #expect(fault(Array("{\"a\": [[1]]}".utf8), limits: deep) == "1:8: this is nested more than 2 levels deep")
        let few = TokenLimits(maximumMembers: 1)
        let two = fault(Array("{\"a\": 1, \"b\": 2}".utf8), limits: few)
        #expect(two == "1:10: the object has too many members (limit: 1)")
        let short = TokenLimits(maximumBytes: 3)
        #expect(fault(Array("{    }".utf8), limits: short) == "1:1: the text has more than 3 bytes")
    }

    @Test func `the explanation shows no value`() {
        let secret = "hunter2"
        for text in [
            "{\"password\": \"\(secret)\" 1}", "{\"password\": \"\(secret)\n\"}", "{\"password\": \(secret)}",
            "{\"a\": \"\(secret)\", \"a\": \"\(secret)\"}",
        ] {
            #expect(!fault(text).contains(secret) && fault(text) != "none")
        }
    }
}
