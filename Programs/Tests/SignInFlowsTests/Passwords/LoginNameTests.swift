import TestDoubles
import Testing

@testable import SignInFlows

/// Login names are normalised, then checked, then compared.
@Suite struct LoginNameTests {
    @Test(arguments: [
        ("ann@example.com", "ann@example.com"), ("Ann@EXAMPLE.Com", "Ann@example.com"),
        (" ann@example.com ", "ann@example.com"), ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@BU\u{308}CHER.example", "ann@xn--bcher-kva.example"), ("ann@ｅxample.com", "ann@example.com"),
        ("ann@example。com", "ann@example.com"), ("e\u{301}va@example.com", "éva@example.com"),
        ("a+b.c_d@example.com", "a+b.c_d@example.com"), ("電池@例え.jp", "電池@xn--r8jz45g.jp"),
        ("संपर्क@example.com", "संपर्क@example.com"),
        ("Ann Example", "Ann Example"), ("e\u{301}va", "éva"), ("4711", "4711"),
    ])
    func `has one spelling`(_ typed: String, _ expected: String) throws {
        let name = try #require(LoginNameText(typed))
        #expect(Array(name.text.utf8) == Array(expected.utf8))
        #expect(name.isAddress == expected.contains("@"))
        #expect(LoginNameText(name.text)?.id == name.id)
    }

    @Test(arguments: [
        "ann＠example.com", "ann﹫example.com", "ann@example.com＠evil.example", "ann@evil.example﹫example.com",
        "ann@@example.com", "ann@example.com@evil.example", "@example.com", "ann@", "ann@example", "ann@.com",
        "ann@example..com", "ann@example.com.", "ann@-example.com", "ann@example-.com", "ann@exa_mple.com",
        "ann@[127.0.0.1]", "ann@127.0.0.1:80", "ann@example.com/x", "ann@example.com?x", "ann@example.com#x",
        "ann@exa mple.com", "an n@example.com", ".ann@example.com", "ann.@example.com", "a..nn@example.com",
        "\"ann\"@example.com", "ann(x)@example.com", "ann@example.com\r\nBcc: eve@evil.example", "ann\n@example.com",
        "ann\u{0}@example.com", "ann\u{200B}@example.com", "ann\u{202E}@example.com", "ann\u{AD}@example.com",
        "ann\u{2060}", "\u{FEFF}ann", "ann\u{2028}b", "ann\u{A0}b", "ann@exam\u{200D}ple.com", "ann@ex%61mple.com",
        "ann,eve@example.com", "ann;eve@example.com", "<ann@example.com>", "ann@example.com,eve@evil.example", "", " ",
        "ann＠example", "a⒜@example.com\u{7F}", "ann@℀.com", "ⓐnn@example.com",
    ])
    func `is none that looks like another, or hides something`(_ typed: String) {
        #expect(LoginNameText(typed) == nil)
    }

    @Test func `has 254 octets at most, 64 of them before the at sign`() {
        let domain = [63, 63, 58].map { String(repeating: "d", count: $0) }.joined(separator: ".") + ".d"
        #expect(LoginNameText(String(repeating: "a", count: 64) + "@" + domain)?.text.utf8.count == 253)
        #expect(
            LoginNameText(String(repeating: "a", count: 64) + "@d" + domain.dropFirst() + "d")?.text.utf8.count == 254)
        #expect(LoginNameText(String(repeating: "a", count: 64) + "@" + domain + "dd") == nil)
        #expect(LoginNameText(String(repeating: "a", count: 65) + "@example.com") == nil)
        #expect(LoginNameText(String(repeating: "a", count: 254)) != nil)
        #expect(LoginNameText(String(repeating: "a", count: 255)) == nil)
        #expect(LoginNameText(String(repeating: "é", count: 128)) == nil)
        #expect(LoginNameText(String(repeating: "a", count: 100_000)) == nil)
    }

    @Test func `is not looked for in more than four times as many octets`() {
        #expect(LoginNameText(String(repeating: " ", count: 1_013) + "ann")?.text == "ann")
        #expect(LoginNameText(String(repeating: " ", count: 1_014) + "ann") == nil)
    }

    @Test func `is the same in any case where it is an address, and is shown as it was typed`() throws {
        let (big, small) = (
            try #require(LoginNameText("Ada@Example.com")), try #require(LoginNameText("ada@example.com"))
        )
        #expect(big == small && big.id == small.id && big.hashValue == small.hashValue)
        #expect(big.text == "Ada@example.com" && big.idAsWritten != small.idAsWritten && small.idAsWritten == small.id)
        #expect(LoginNameText("Ada") != LoginNameText("ada"))
        // Non-ASCII letters are not folded, so that two people's addresses are never equal.
        #expect(LoginNameText("\u{C9}va@example.com") != LoginNameText("\u{E9}va@example.com"))
        #expect(LoginNameText("m\u{131}ke@example.com") != LoginNameText("MIKE@example.com"))
    }

    @Test func `is not printed`() throws {
        #expect(try !"\(#require(LoginNameText("ann@example.com")))".contains("ann"))
    }
}
