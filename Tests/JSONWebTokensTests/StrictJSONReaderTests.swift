import Foundation
import JSONWebTokens
import Testing
import TokenTestSupport

/// Corpus/json: texts that every reader must accept, texts that none may accept, and texts that RFC 8259 leaves open.
@Suite struct StrictJSONReaderTests {
    private static func texts(_ verdict: String) throws -> [Fixture.Text] {
        try Fixture.decode(path: "Corpus/json/texts.json", as: [Fixture.Text].self).filter { $0.rfc == verdict }
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

    @Test func `tells apart names that Swift's strings take for equal`() throws {
        let object = try StrictJSONReader.readObject(Array("{\"K\":1,\"\u{212A}\":2,\"e\u{301}\":3,\"\u{E9}\":4}".utf8))
        #expect(object.double("K") == 1)
        #expect(object.double("\u{212A}") == 2)
        #expect(object.double("e\u{301}") == 3)
        #expect(object.double("\u{E9}") == 4)
        #expect(object["k"] == nil)
    }
}
