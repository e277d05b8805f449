import Foundation
import JSONWebTokens
import Testing
import TokenTestSupport

@Suite struct Base64URLTests {
    /// RFC 4648, section 10, without the padding, and the example of RFC 7515, appendix C.
    @Test(arguments: [
        ("", ""), ("f", "Zg"), ("fo", "Zm8"), ("foo", "Zm9v"), ("foob", "Zm9vYg"), ("fooba", "Zm9vYmE"),
        ("foobar", "Zm9vYmFy"),
    ])
    func `agrees with the examples of RFC 4648`(plain: String, text: String) throws {
        #expect(Base64URL.encode(Array(plain.utf8)) == text)
        #expect(try Base64URL.decode(text) == Array(plain.utf8))
    }

    @Test func `agrees with the example of RFC 7515, appendix C`() throws {
        #expect(Base64URL.encode([3, 236, 255, 224, 193]) == "A-z_4ME")
        #expect(try Base64URL.decode("A-z_4ME") == [3, 236, 255, 224, 193])
    }

    @Test func `agrees with Foundation for every length up to 300`() throws {
        var random = SeededRandom(seed: 7)
        for count in 0...300 {
            let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
            let plain = Data(bytes).base64EncodedString()
            let text = plain.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
            #expect(Base64URL.encode(bytes) == text)
            #expect(Base64URL.encode(bytes.lazy.map { $0 }) == text)
            #expect(try Base64URL.decode(text) == bytes)
            #expect(try Base64URL.decode("é.\(text).é".dropFirst(2).dropLast(2)) == bytes)
        }
    }

    @Test func `reads exactly one text for each pair of octets`() {
        var accepted = 0
        let all = (0...255).map { UInt8($0) }
        for one in all {
            for two in all {
                guard let bytes = try? Base64URL.decode([one, two]) else { continue }
                accepted += 1
                #expect(Array(Base64URL.encode(bytes).utf8) == [one, two])
            }
        }
        #expect(accepted == 256)
    }

    @Test func `refuses every character outside the alphabet at every place`() {
        let alphabet = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
        for place in 0..<11 {
            for byte in 0...255 where !alphabet.contains(UInt8(byte)) {
                var text = Array("AAAAAAAAAAA".utf8)
                text[place] = UInt8(byte)
                #expect(throws: TokenFormatError(.base64URLInvalid)) { try Base64URL.decode(text) }
            }
        }
    }

    @Test(arguments: ["A", "AAAAA", "AA==", "AAA=", "AAAA====", " AAAA", "AA\nAA", "AB", "AAB", "é", "A\u{0}"])
    func `refuses what is not strict`(text: String) {
        #expect(throws: TokenFormatError(.base64URLInvalid)) { try Base64URL.decode(text) }
    }
}
