import JSONWebTokens
import Testing

/// Objects that are made of members, and their text.
@Suite struct JSONWriterTests {
    private typealias Members = [(name: String, value: JSONValue)]

    /// An object that was read, with white space and escapes that no writer makes.
    private func read() throws -> JSONValue {
        .object(try StrictJSONReader.readObject(Array(" { \"\\u0061\" : [ 1.50 , null ] , \"b\":{ } } ".utf8)))
    }

    private func samples() throws -> [Members] {
        let given = try read()
        let made = JSONValue.object(["x": 1, "y": .object(["z": "\u{7F}é\"\\\n\u{1}"])])
        let all: Members = [
            ("text", "a"), ("", ""), ("quote\"", "\"\\/\u{0}\u{1F}\u{7F}\t\r\n"), ("flag", true), ("none", .null),
            ("number", .number(JSONNumber(-17))), ("list", [1, "x", [], false]), ("made", made), ("read", given),
            ("é", "🍎€"),
        ]
        let twice: Members = [("a", 1), ("b", 2), ("a", .object([:])), ("b", 3)]
        // Equal for Swift's strings, but not as names.
        let alike: Members = [("\u{E9}", 1), ("e\u{301}", 2), ("K", 3), ("\u{212A}", 4)]
        let nested: Members = [("outer", .array([made, given]))]
        let many: Members = (0..<1_000).map { (name: "n\($0)", value: .number(JSONNumber($0))) }
        let manyTwice: Members = (0..<40).map { (name: "n\($0 % 20)", value: .number(JSONNumber($0))) }
        return [[], all, all + all, twice, alike, nested, many, manyTwice]
    }

    @Test func `an object has the text of its members, the first of each name`() throws {
        for members in try samples() {
            let object = JSONObject(members)
            #expect(object.json == Former.json(members))
            #expect(object.names.map { Array($0.utf8) } == Former.firsts(members).map { Array($0.name.utf8) })
            #expect(try StrictJSONReader.readObject(object.json) == object)
            let list: [UInt8] = [UInt8(ascii: "[")] + object.json + [UInt8(ascii: "]")]
            #expect(JSONValue.array([.object(object)]).json == list)
        }
    }

    @Test func `members with different names have the same text without an object`() throws {
        for members in try samples() where Former.firsts(members).count == members.count {
            #expect(JSONObject.json(of: members) == JSONObject(members).json)
        }
    }

    @Test func `an object inside of one that was read is written without its white space`() throws {
        let outer = try StrictJSONReader.readObject(Array("{ \"o\": { \"a\" : 1 , \"b\":[ ] } , \"p\":2 }".utf8))
        #expect(outer.json == Array(#"{"o":{"a":1,"b":[]},"p":2}"#.utf8))
        #expect(outer["o"]?.object?.json == Array(#"{"a":1,"b":[]}"#.utf8))
        #expect(JSONObject(outer.members).json == outer.json)
    }
}

/// The plain way, with which the quicker one is compared.
private enum Former {
    static func firsts(_ members: [(name: String, value: JSONValue)]) -> [(name: String, value: JSONValue)] {
        var seen: Set<[UInt8]> = []
        return members.filter { seen.insert(Array($0.name.utf8)).inserted }
    }

    static func json(_ members: [(name: String, value: JSONValue)]) -> [UInt8] {
        Array(text(members).utf8)
    }

    private static func text(_ members: [(name: String, value: JSONValue)]) -> String {
        "{" + firsts(members).map { text(.string($0.name)) + ":" + text($0.value) }.joined(separator: ",") + "}"
    }

    private static func text(_ value: JSONValue) -> String {
        switch value {
        case .object(let object): text(object.members)
        case .array(let values): "[" + values.map { text($0) }.joined(separator: ",") + "]"
        case .string(let string): "\"" + string.unicodeScalars.map(escaped).joined() + "\""
        case .number(let number): number.text
        case .bool(let flag): flag ? "true" : "false"
        case .null: "null"
        }
    }

    private static func escaped(_ scalar: Unicode.Scalar) -> String {
        switch scalar {
        case "\"", "\\": "\\" + String(scalar)
        case "\n": "\\n"
        case "\r": "\\r"
        case "\t": "\\t"
        case "\0"..."\u{1F}": "\\u00" + (scalar.value < 16 ? "0" : "") + String(scalar.value, radix: 16)
        default: String(scalar)
        }
    }
}
