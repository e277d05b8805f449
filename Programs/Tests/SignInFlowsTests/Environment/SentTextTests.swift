import Testing

@testable import SignInFlows

/// What is seen of a value that a developer sent, without its being shown.
@Suite struct SentTextTests {
    private static let digits = String(repeating: "0a", count: 16)
    private static let end = "gN4k953WIuRVUIqZ4LJl9A"

    @Test(
        arguments: [
            ("c\(digits).0.mxzs.\(end)", .code), ("a\(digits).0.mxzs.\(end)", .accessToken),
            ("r\(digits).0.mxzs.\(end)", .refreshToken), ("c\(digits).0.mxzs.\(end).x", .other),
            ("c\(digits)0.0.mxzs.\(end)", .other), ("c\(digits.dropLast())z.0.mxzs.\(end)", .other),
            ("c\(digits).1.mxzs.\(end)", .other), ("c\(digits).0.mx.\(end)", .other),
            ("c\(digits).0.mxzsab.\(end)", .other), ("c\(digits).0.mxzs.\(end)A", .other),
        ] as [(String, SentText)])
    func `a code or a token of Apple's is recognised by its whole form`(_ text: String, _ kind: SentText) {
        #expect(SentText(text) == kind)
    }

    @Test(
        arguments: [
            ("value\n", .lineBreak), ("\rvalue", .lineBreak), ("value ", .space), ("\"value\"", .quotationMarks),
            ("a%2Eb", .encodedTwice("%2E")), ("value", nil), ("", nil), ("\"", nil),
        ] as [(String, SentDamage?)])
    func `what was added around a value is named`(_ text: String, _ damage: SentDamage?) {
        #expect(SentDamage(text) == damage)
    }
}
