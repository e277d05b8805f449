import Testing

@testable import AppleIDEmulator

@Suite struct OrderedJSONTests {
    private struct Reply: Encodable {
        let teamId: String
        let aliveSince: Int?
        let note: String?
        let isOn: Bool
        let kind: Team.Kind
        let share: Double
        let octets: [UInt8]
        let parts: [Part]
        let byName: NamedValues<Part>
    }

    private struct Part: Encodable {
        let zuluTime: Int
        var alpha: [Int]?
    }

    @Test func `a reply has its members in the order of their declaration, in snake case, and null for what is absent`()
        throws
    {
        let reply = Reply(
            teamId: "T\"1", aliveSince: nil, note: nil, isOn: true, kind: .individual, share: 0.5, octets: [1, 255],
            parts: [Part(zuluTime: 1), Part(zuluTime: 2, alpha: [5])],
            byName: NamedValues([("com.example.myApp", Part(zuluTime: 3)), ("A", Part(zuluTime: 4))]))
        #expect(
            try OrderedJSON(encoding: reply).text
                == #"{"team_id":"T\"1","alive_since":null,"note":null,"is_on":true,"kind":"individual","share":0.5,"#
                + #""octets":[1,255],"parts":[{"zulu_time":1,"alpha":null},{"zulu_time":2,"alpha":[5]}],"#
                + #""by_name":{"com.example.myApp":{"zulu_time":3,"alpha":null},"A":{"zulu_time":4,"alpha":null}}}"#)
    }

    /// Each type for which the standard library has a function of its own that leaves out what is absent.
    private struct Absent: Encodable {
        var a: Bool?
        var b: String?
        var c: Double?
        var d: Float?
        var e: Int?
        var f: Int8?
        var g: Int16?
        var h: Int32?
        var i: Int64?
        var j: UInt?
        var k: UInt8?
        var l: UInt16?
        var m: UInt32?
        var n: UInt64?
        var o: Part?
    }

    @Test func `what is absent is null, whatever its type`() throws {
        let members = "abcdefghijklmno".map { "\"\($0)\":null" }.joined(separator: ",")
        #expect(try OrderedJSON(encoding: Absent()).text == "{" + members + "}")
    }

    @Test func `a list without elements is a list`() throws {
        #expect(try OrderedJSON(encoding: [String]()).text == "[]")
        #expect(try OrderedJSON(encoding: [String?]([nil, "a"])).text == #"[null,"a"]"#)
    }
}
