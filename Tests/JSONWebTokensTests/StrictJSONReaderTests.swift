import Foundation
import JSONWebTokens
import Testing
import TokenTestSupport

/// Laboratory/corpus/json: texts that every reader must accept, texts that none may accept, and texts that RFC 8259 leaves open.
@Suite struct StrictJSONReaderTests {
    private static func texts(_ verdict: String) throws -> [Fixture.Text] {
        try Fixture.decode(path: "Laboratory/corpus/json/texts.json", as: [Fixture.Text].self)
            .filter { $0.rfc == verdict }
    }

    /// The reader's error code for a text, or nil if it is accepted.
    private func refusal(of text: Fixture.Text) -> String? {
        do throws(TokenFormatError) {
            _ = try StrictJSONReader.readObject(text.bytes)
            return nil
        } catch {
            return error.code.rawValue
        }
    }

    @Test
    func `accepts what every reader accepts, sees in it what Foundation sees, and writes it so that it is the same`()
        throws
    {
        let texts = try Self.texts("accept")
        for text in texts {
            do {
                let object = try StrictJSONReader.readObject(text.bytes)
                #expect(try StrictJSONReader.readObject(object.json) == object, "\(text.label)")
                guard let witness = try? JSONSerialization.jsonObject(with: Data(text.bytes)) else {
                    #expect(FoundationWitness.refusesForItsNumbers(object), "\(text.label)")
                    continue
                }
                #expect(FoundationWitness.agrees(.object(object), with: witness), "\(text.label)")
            } catch {
                Issue.record("\(text.label) was refused: \(error)")
            }
        }
        #expect(texts.count == 118)
    }

    @Test func `refuses what no reader may accept, with the code it deserves`() throws {
        let texts = try Self.texts("refuse")
        for text in texts { #expect(refusal(of: text) == text.ours, "\(text.label)") }
        #expect(texts.count == 349)
    }

    @Test func `decides what the RFC leaves open as the corpus says`() throws {
        let texts = try Self.texts("either")
        for text in texts { #expect(refusal(of: text) ?? "accept" == text.ours, "\(text.label)") }
        #expect(texts.count == 87)
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

    @Test(arguments: [1, 2, 3, 4, 7, 8, 9, 10, 15, 16, 17, 40])
    func `finds a double among names of any length, whether it was written with escapes or not`(length: Int) throws {
        let names = (0..<(length == 1 ? 30 : 300)).map { number in
            let digits = String(number, radix: 36)
            return String(repeating: "-", count: max(0, length - digits.count)) + digits
        }
        let members = names.map { "\"\($0)\":0" }.joined(separator: ",")
        #expect(try StrictJSONReader.readObject(Array("{\(members)}".utf8)).names == names)
        for twin in [names[0], names[7], names[15], names[16], names[names.count - 1]] {
            let escaped = twin.utf8.map { "\\u00" + String($0, radix: 16) }.joined()
            for name in [twin, escaped] {
                #expect(throws: TokenFormatError(.jsonDuplicateMember)) {
                    try StrictJSONReader.readObject(Array("{\(members),\"\(name)\":1}".utf8))
                }
            }
        }
    }

    @Test func `takes for doubles what a set of octets takes for doubles`() {
        let pieces: [(written: String, meant: String)] = [
            ("a", "a"), ("\\u0061", "a"), ("b", "b"), ("\\u0000", "\0"), ("\u{E9}", "\u{E9}"), ("\\u00e9", "\u{E9}"),
            ("e\u{301}", "e\u{301}"), ("\\ud83c\\udf4e", "\u{1F34E}"), ("abcdefg", "abcdefg"), ("\\n", "\n"),
        ]
        var state: UInt64 = 43
        func next(below limit: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % limit
        }
        var refused = 0
        for _ in 0..<1_000 {
            let names = (0..<next(below: 40)).map { _ in
                (0..<next(below: 7)).map { _ in pieces[next(below: pieces.count)] }
            }
            let members = names.map { "\"" + $0.map(\.written).joined() + "\":0" }
            let text = Array("{\(members.joined(separator: ","))}".utf8)
            if Set(names.map { Array($0.map(\.meant).joined().utf8) }).count < names.count {
                refused += 1
                #expect(throws: TokenFormatError(.jsonDuplicateMember)) { try StrictJSONReader.readObject(text) }
            } else {
                #expect(throws: Never.self) { try StrictJSONReader.readObject(text) }
            }
        }
        #expect((200...800).contains(refused))
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
