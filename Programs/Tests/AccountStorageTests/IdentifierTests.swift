import AccountStorage
import Testing

struct `An identifier` {
    @Test func `comes back from its bytes and its text`() throws {
        let bytes = (0..<16).map { UInt8($0 * 17) }
        let identifier = try #require(AccountID(bytes: bytes))
        #expect(identifier.bytes == bytes)
        #expect(identifier.text == "00112233445566778899aabbccddeeff")
        #expect(AccountID(text: identifier.text) == identifier)
        #expect("\(identifier)" == identifier.text)
    }

    @Test(arguments: [0, 15, 17, 32])
    func `has sixteen bytes, not another number`(_ count: Int) {
        #expect(SessionID(bytes: Array(repeating: 1, count: count)) == nil)
    }

    @Test(arguments: [
        "", "0", "00112233445566778899AABBCCDDEEFF", "00112233445566778899aabbccddeef",
        "00112233445566778899aabbccddeeff0", "0x112233445566778899aabbccddeeff", "００112233445566778899aabbccdd",
        " 0112233445566778899aabbccddeeff", "g0112233445566778899aabbccddeeff",
    ])
    func `is written as 32 lowercase hexadecimal digits only`(_ text: String) {
        #expect(AttemptID(text: text) == nil)
    }

    @Test func `is ordered like its bytes`() throws {
        let texts = [
            "00000000000000000000000000000000", "000000000000000000000000000000ff",
            "0000000000000001ff00000000000000", "7fffffffffffffffffffffffffffffff",
            "80000000000000000000000000000000", "ffffffffffffffffffffffffffffffff",
        ]
        let identifiers = try texts.map { try #require(IdentityID(text: $0)) }
        #expect(identifiers.shuffled().sorted() == identifiers)
    }
}
