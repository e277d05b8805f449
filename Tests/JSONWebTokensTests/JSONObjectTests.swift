import JSONWebTokens
import Testing

@Suite struct JSONObjectTests {
    private func read(_ text: String) throws -> JSONObject {
        try StrictJSONReader.readObject(Array(text.utf8))
    }

    @Test func `gives every kind of value`() throws {
        let object = try read(
            #"{"s":"a\u00e9\n","n":-1.5e2,"t":true,"f":false,"z":null,"a":[1,"x",[]],"o":{"i":{"j":7}}}"#)
        #expect(object["s"] == .string("aé\n"))
        #expect(object["n"]?.number?.double == -150)
        #expect(object["t"] == true)
        #expect(object["f"]?.bool == false)
        #expect(object["z"] == .null)
        #expect(object["a"] == [1, "x", []])
        #expect(object["o"]?.object?["i"]?.object?.double("j") == 7)
        #expect(object["missing"] == nil)
        #expect(object.names == ["s", "n", "t", "f", "z", "a", "o"])
        #expect(object.members.map(\.name) == object.names)
        #expect(object.kind(of: "a") == .array)
        #expect(object.kind(of: "z") == .null)
        #expect(object.kind(of: "missing") == nil)
    }

    @Test func `reads text only where it is text`() throws {
        let object = try read(#"{"plain":"abc","escaped":"\u0061bc","empty":"","number":1,"\u006eame":"x"}"#)
        #expect(object.text("plain") == "abc")
        #expect(object.text("escaped") == "abc")
        #expect(object.text("number") == nil)
        #expect(object.text("name") == "x")
        #expect(object.text("plain", is: "abc"))
        #expect(object.text("escaped", is: "abc"))
        #expect(object.text("empty", is: ""))
        for wrong in ["ab", "abcd", "Abc", ""] {
            #expect(!object.text("plain", is: wrong))
            #expect(!object.text("escaped", is: wrong))
        }
        #expect(!object.text("number", is: "1"))
        #expect(object.text("escaped") { $0.elementsEqual("abc".utf8) } == true)
        #expect(object.text("plain") { $0.isEmpty } == false)
        #expect(object.text("number") { _ in true } == nil)
    }

    @Test func `does not take lookalikes for the expected text`() throws {
        let object = try read("{\"plain\":\"\u{212A}ey\",\"escaped\":\"\\u212aey\"}")
        #expect(object.text("plain") == "Key")  // equal by Swift's ==
        #expect(!object.text("plain", is: "Key"))
        #expect(!object.text("escaped", is: "Key"))
        #expect(object.text("escaped", is: "\u{212A}ey"))
    }

    @Test(arguments: [
        ("0", 0.0), ("1709560000", 1_709_560_000), ("999999999999999", 999_999_999_999_999), ("-1", -1), ("1.5", 1.5),
        ("17e8", 1.7e9), ("9007199254740993", 9_007_199_254_740_992), ("-0", 0),
    ])
    func `reads numbers`(text: String, value: Double) throws {
        #expect(try read("{\"n\":\(text)}").double("n") == value)
    }

    @Test(arguments: ["1e999", "-1e999", "\"1\"", "true", "null", "[1]", "{}"])
    func `has no number for what is none or has no end`(text: String) throws {
        #expect(try read("{\"n\":\(text)}").double("n") == nil)
    }

    @Test(arguments: [1, 2, 3, 4, 15, 16, 254, 255, 256, 300])
    func `finds a name, and its double, whether it was written with escapes or not`(length: Int) throws {
        let name = String(repeating: "n", count: length)
        for written in [name, "\\u006e" + name.dropFirst(), name.dropLast() + "\\u006E"] {
            #expect(try read("{\"\(written)\":1}").contains(name))
            #expect(try !read("{\"\(written)\":1}").contains(name + "n"))
            #expect(throws: TokenFormatError(.jsonDuplicateMember)) { try read("{\"\(name)\":1,\"\(written)\":1}") }
        }
    }

    @Test func `gives the only text of a list, and nothing of any other list`() throws {
        #expect(try read(#"{"n":["a"]}"#).onlyText(in: "n") == "a")
        #expect(try read(#"{"n":[ "\u0061b" ]}"#).onlyText(in: "n") == "ab")
        for other in ["[]", #"["a","a"]"#, "[1]", "[[\"a\"]]", "[null]", #""a""#, "{}"] {
            #expect(try read("{\"n\":\(other)}").onlyText(in: "n") == nil)
        }
        #expect(try read(#"{"m":["a"]}"#).onlyText(in: "n") == nil)
    }

    @Test func `keeps whole numbers exact as long as they fit`() throws {
        #expect(JSONNumber(Int.max).integer == Int.max)
        #expect(try read("{\"n\":9223372036854775808}")["n"]?.number?.integer == nil)
        #expect(try read("{\"n\":1.0}")["n"]?.number?.integer == nil)
    }

    @Test func `writes what it reads`() throws {
        let object: JSONObject = [
            "quote\"": "a\"b\\c/d", "control": "\u{0}\u{1F}\n\r\t", "apple": "\u{1F34E}", "list": [1, true, []],
            "none": [],
        ]
        let text = #"{"quote\"":"a\"b\\c/d","control":"\u0000\u001f\n\r\t","apple":"🍎","list":[1,true,[]],"none":[]}"#
        #expect(object.json == Array(text.utf8))
        #expect(try StrictJSONReader.readObject(object.json) == object)
        #expect(JSONObject([]).json == Array("{}".utf8))
        #expect(JSONObject([(name: "a", value: 1), (name: "a", value: 2)]).json == Array(#"{"a":1}"#.utf8))
    }
}
