import AccountStorage
import Testing

@testable import SignInFlows

/// Texts from outside are split octet by octet. What is not exactly a text of ours is none.
@Suite struct OddTokenTextTests {
    private static func spoilt(_ text: String, at separator: Character) -> [String] {
        let parts = text.split(separator: separator, omittingEmptySubsequences: false)
        let marks = ["\u{301}", "\r\n", " ", "\(separator)", "\u{0}", "\u{FF0E}"]
        return marks.flatMap { mark in
            [
                text + mark, mark + text, parts.joined(separator: "\(separator)\(mark)"),
                parts.joined(separator: "\(mark)\(separator)"), parts.joined(separator: mark),
            ]
        }.filter { $0 != text }
    }

    @Test func `a spoilt refresh token, cookie or receipt is none of ours`() throws {
        let tokens = SessionTokens(secrets: try #require(ServerSecrets(master: Array(repeating: 7, count: 32))))
        let session = try #require(SessionID(text: String(repeating: "0", count: 31) + "1"))
        let refresh = tokens.refreshToken(session, counter: 7)
        #expect(tokens.readRefreshToken(refresh)?.session == session)
        for text in Self.spoilt(refresh, at: ".") + ["", ".", "...", "v1..7."] {
            #expect(tokens.readRefreshToken(text) == nil, "\(text.debugDescription)")
        }
        #expect(tokens.readReceipt(tokens.receipt(session)) == session)
        for text in Self.spoilt(tokens.cookie(session), at: ".") + Self.spoilt(tokens.receipt(session), at: ".") {
            #expect(tokens.readCookie(text) == nil && tokens.readReceipt(text) == nil, "\(text.debugDescription)")
        }
    }

    @Test func `a spoilt key of a service is none`() throws {
        let id = try #require(CredentialID(text: String(repeating: "0", count: 31) + "1"))
        let key = CredentialKey(id: id, secret: Array(repeating: 0xFF, count: CredentialKey.length))
        #expect(CredentialKey(text: key.text)?.hash == key.hash)
        for text in Self.spoilt(key.text, at: "_") + ["", "siwa_", "siwa__", "_", key.text.uppercased()] {
            #expect(CredentialKey(text: text) == nil, "\(text.debugDescription)")
        }
    }

    @Test(
        arguments: [
            ("YWJj", nil), ("YWJj./a", "/a"), ("YWJj./a.b", "/a.b"), ("YWJj.%2Fa%3Fb", "/a?b"), ("YWJj../", "./"),
        ] as [(String, String?)])
    func `the flow cookie carries what follows the first dot`(text: String, target: String?) throws {
        #expect(try #require(BrowserProof(text: text)).returnTarget == target)
    }

    @Test(arguments: ["YWJj.", "YWJj.%", "YWJj.%zz", "YWJj\u{301}./a", " YWJj./a", "YW Jj", "YWJj\r\n./a"])
    func `no other text is a flow cookie`(text: String) {
        #expect(BrowserProof(text: text) == nil)
    }

    @Test func `a refused address is shown without its query, whatever follows the question mark`() {
        for mark in ["?", "#", "?\u{301}", "#\u{301}", "?#", "?\r\n"] {
            let detail = RefusalDetail(seen: "https://www.example.com/x\(mark)code=c", configured: [String]())
            #expect(detail.seen == "https://www.example.com/x")
        }
    }

    @Test(arguments: ["a b", "a\r\nb", "a\u{301}", "\u{FF21}", "", "a/b", String(repeating: "a", count: 31)])
    func `a text that is no identifier is described by its length`(text: String) {
        #expect(SentText.shown(text) == "a text of \(text.utf8.count) bytes")
    }

    @Test(arguments: ["ABCDE12345", "com.example-app_1", "a", String(repeating: "a.", count: 50)])
    func `an identifier is shown`(text: String) {
        #expect(SentText.shown(text) == text)
    }
}
