import Testing
import URIEncoding

/// Texts in addresses and forms, written and read octet by octet.
@Suite struct PercentEncodingTests {
    private static let ascii = String(decoding: [UInt8](0...0x7F), as: UTF8.self)
    private static let texts = [
        "", "a", "-._~", "a b+c", "%41", "é", "e\u{301}", "€", "🍎", ascii, ascii + "é€🍎" + ascii,
    ]

    private static func decode(_ octets: [UInt8]) -> String? {
        octets.withUnsafeBufferPointer { PercentEncoding.decodeFormText($0) }
    }

    @Test func `only unreserved characters stay as they are`() {
        #expect(PercentEncoding.encode("AZaz09-._~") == "AZaz09-._~")
        #expect(PercentEncoding.encode("\0 /:?&=+%é") == "%00%20%2F%3A%3F%26%3D%2B%25%C3%A9")
        #expect(PercentEncoding.encode("http://localhost:8080") == "http%3A%2F%2Flocalhost%3A8080")
    }

    @Test func `each octet is written as a plain encoder writes it`() {
        for text in Self.texts { #expect(PercentEncoding.encode(text) == Plain.encode(text), "\(text)") }
    }

    @Test func `an octet alone is written as it is in a text`() {
        for octet in [UInt8](0...0x7F) {
            let text = String(decoding: [octet], as: UTF8.self)
            #expect(PercentEncoding.encode(octet) == PercentEncoding.encode(text), "\(octet)")
        }
        #expect(PercentEncoding.encode(0xC3 as UInt8) == "%C3")
    }

    @Test func `what was encoded is read again`() {
        for text in Self.texts { #expect(Self.decode(Array(PercentEncoding.encode(text).utf8)) == text, "\(text)") }
    }

    @Test(arguments: [
        ("", ""), ("a", "a"), ("+", " "), ("a+b", "a b"), ("%61%2B%26%3d", "a+&="), ("%C3%A9", "é"), ("é", "é"),
        ("é+%41", "é A"), ("%00", "\0"), ("\u{C3}%2B", "\u{C3}+"),
    ])
    func `escapes and plus signs become what they stand for`(_ encoded: String, _ text: String) {
        #expect(Self.decode(Array(encoded.utf8)) == text)
    }

    @Test(arguments: ["%", "%4", "a%4", "%zz", "%4g", "%g4", "%+1", "%%", "%C3", "%ff", "%C3%28", "%ED%A0%80"])
    func `an escape that is cut, malformed or no UTF-8 is refused`(_ encoded: String) {
        #expect(Self.decode(Array(encoded.utf8)) == nil)
    }

    @Test func `octets that are no UTF-8 are refused without an escape, too`() {
        #expect(Self.decode([0xFF]) == nil)
        #expect(Self.decode([0x61, 0xC3]) == nil)
    }
}

/// A plain encoder, with which the quicker one is compared.
private enum Plain {
    static func encode(_ text: String) -> String {
        var encoded = ""
        for octet in text.utf8 {
            let scalar = Unicode.Scalar(octet)
            let isUnreserved =
                (0x30...0x39).contains(octet) || (0x41...0x5A).contains(octet) || (0x61...0x7A).contains(octet)
                || "-._~".unicodeScalars.contains(scalar)
            if isUnreserved {
                encoded.unicodeScalars.append(scalar)
            } else {
                encoded += (octet < 16 ? "%0" : "%") + String(octet, radix: 16, uppercase: true)
            }
        }
        return encoded
    }
}
