import Testing

@testable import PasswordHashing

struct `A new password` {
    private func fault(_ text: String, names: [String] = []) -> PasswordRule.Fault? {
        switch PasswordRule.check(text, names: names) {
        case .success: nil
        case .failure(let fault): fault
        }
    }

    @Test func `has eight characters or more, and any that its person likes`() {
        #expect(fault("") == .tooShort && fault("abcdefg") == .tooShort)
        #expect(fault("tqzbfmxk") == nil)
        #expect(fault("        x") == nil && fault("\u{7}\u{0}bell or not") == nil)
        // Seven letters count as seven, even if one of them is written with two scalars.
        #expect(fault("tqzbfme\u{301}") == .tooShort && fault("電池電池馬馬鹿鹿") == nil)
    }

    @Test func `may be as long as anybody types, up to a kibibyte`() {
        let words = "one two three four five six seven eight nine ten eleven twelve thirteen"
        #expect(words.count > 64 && fault(words) == nil)
        #expect(fault(String(repeating: "ab", count: 512)) == nil)
        #expect(fault(String(repeating: "ab", count: 512) + "c") == .tooLong)
        #expect(fault(String(repeating: "ab", count: 100_000)) == .tooLong)
    }

    @Test(arguments: [
        "12345678", "password", "PassWord", "qwertyui", "iloveyou1", "aaaaaaaaaaaa", "AAAAAAAA", "ada.lovelace",
        "Ada.Lovelace@example.com",
    ])
    func `is none that everybody tries first, nor the name of its account`(_ text: String) {
        #expect(fault(text, names: ["ada.lovelace@example.com"]) == .common)
    }

    @Test func `is compared with thousands`() {
        #expect(CommonPasswords.count == 5_000)
        #expect(!CommonPasswords.contains("correct horse") && !CommonPasswords.contains("# from"))
    }

    @Test func `is text of one octet or more`() {
        #expect(Password("") == nil && Password("x") != nil)
        #expect(Password(String(repeating: "x", count: 1_024)) != nil)
        #expect(Password(String(repeating: "x", count: 1_025)) == nil)
    }
}
