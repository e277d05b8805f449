import AccountStorage
import Foundation
import Testing

@testable import SignInFlows

/// Bounces as mail servers write them.
struct `A bounced message` {
    private static let account = AccountID(high: 0x0102_0304_0506_0708, low: 9)
    private static let now = Date(timeIntervalSince1970: 1_795_000_000)

    /// A bounce in the form of postfix, whose parts can be changed.
    private static func bounce(
        to address: String = "bounce+\(Self.account.text)@example.com",
        status: String = """
        Reporting-MTA: dns; mail.example.com
        Arrival-Date: Thu, 26 Nov 2026 10:00:00 +0100 (CET)

        Final-Recipient: rfc822; abcdefghij@privaterelay.appleid.com
        Original-Recipient: rfc822;abcdefghij@privaterelay.appleid.com
        Action: failed
        Status: 5.1.1
        Remote-MTA: dns; smtp1.privaterelay.appleid.com
        Diagnostic-Code: smtp; 550 5.1.1 <bounce@example.com>:
            unauthorized sender
        """, original: String = "Subject: Hello"
    ) -> String {
        """
        Return-Path: <>
        Date: Thu, 26 Nov 2026 12:00:00 +0000
        To: \(address)
        Auto-Submitted: auto-replied
        MIME-Version: 1.0
        Content-Type: multipart/report; report-type=delivery-status;
        \tboundary="a.b/c"

        This is a MIME-encapsulated message.

        --a.b/c
        Content-Type: text/plain

        I am sorry.

        --a.b/c
        Content-Type: message/delivery-status

        \(status)

        --a.b/c
        Content-Type: text/rfc822-headers

        \(original)

        --a.b/c--
        """
    }

    private func reports(_ text: String) throws(SignInError) -> [MailReport] {
        try BouncedMessage.reports(in: Array(text.utf8), now: Self.now)
    }

    @Test(arguments: ["\n", "\r\n"])
    func `tells recipient, outcome, text and time, with either end of a line`(_ end: String) throws {
        let text = Self.bounce().split(separator: "\n", omittingEmptySubsequences: false).joined(separator: end)
        let expected = MailReport(
            account: Self.account, recipient: "abcdefghij@privaterelay.appleid.com", outcome: .bounced,
            diagnostic: "550 5.1.1 <bounce@example.com>: unauthorized sender",
            occurredAt: Date(timeIntervalSince1970: 1_795_683_600))
        #expect(try reports(text) == [expected])
    }

    @Test func `names the account in its own address, or in the fields of the original`() throws {
        let plain = "bounce@example.com"
        let original = "Subject: Hello\nSiwa-Account: \(Self.account.text)"
        #expect(try reports(Self.bounce(to: plain, original: original)).map(\.account) == [Self.account])
        for (address, fields) in [(plain, "Subject: Hello"), ("bounce+12@example.com", "Siwa-Account: 12")] {
            #expect(throws: SignInError.refused(.bounceAccountMissing)) {
                try reports(Self.bounce(to: address, original: fields))
            }
        }
    }

    @Test(
        arguments: [
            ("Action: failed\nStatus: 4.4.7", [.deferred]), ("Action: delivered\nStatus: 2.0.0", [.delivered]),
            ("Action: delayed\nStatus: 4.4.1", []), ("Action: relayed\nStatus: 2.0.0", []), ("Status: 5.1.1", []),
        ] as [(String, [MailReport.Outcome])])
    func `says what became of the message, once that is certain`(
        _ fields: String, _ outcomes: [MailReport.Outcome]
    ) throws {
        let status = "Reporting-MTA: dns; a\n\nFinal-Recipient: rfc822; x@private.icloud.com\n\(fields)"
        let found = try reports(Self.bounce(status: status))
        #expect(found.map(\.outcome) == outcomes)
        #expect(found.allSatisfy { $0.recipient == "x@private.icloud.com" })
    }

    @Test func `is understood in the form for addresses beyond ASCII`() throws {
        let inner = Self.bounce(to: "bounce@example.com", original: "Siwa-Account: \(Self.account.text)")
            .replacing("message/delivery-status", with: "message/global-delivery-status")
            .replacing("text/rfc822-headers", with: "message/global-headers")
            .replacing("Recipient: rfc822;", with: "Recipient: utf-8;")
        #expect(try reports(inner) == reports(Self.bounce()))
        let outer = "Content-Type: multipart/mixed; boundary=o\n\n--o\nContent-Type: message/global\n\n"
        #expect(try reports(outer + inner + "\n--o--\n") == reports(inner))
    }

    @Test(arguments: [
        #"boundary="a;b""#, #"name="x; boundary=y"; boundary="a;b""#, #"BOUNDARY="a;b""#, #"boundary="\a;b""#,
        #"boundary="a;b"; name=x"#,
    ])
    func `has a boundary that may be quoted, with a semicolon in it`(_ parameters: String) throws {
        let text = Self.bounce().replacing("boundary=\"a.b/c\"", with: parameters).replacing("--a.b/c", with: "--a;b")
        #expect(try reports(text) == reports(Self.bounce()))
    }

    @Test func `is found inside a message that was forwarded`() throws {
        let inner = Self.bounce(to: "bounce@example.com", original: "Siwa-Account: \(Self.account.text)")
        let outer = """
            To: postmaster@example.com
            Content-Type: multipart/mixed; boundary=outer

            --outer
            Content-Type: message/rfc822

            \(inner)
            --outer--
            """
        #expect(try reports(outer).map(\.account) == [Self.account])
    }

    @Test(arguments: [
        "", "Subject: out of office\n\nI am away.", "To: bounce+x@example.com\nContent-Type: multipart/report\n\n--a",
        bounce(status: "Reporting-MTA: dns; a"),
    ])
    func `is refused without a delivery status`(_ text: String) {
        #expect(throws: SignInError.refused(.bounceUnreadable)) { try reports(text) }
    }

    @Test func `is read however large the original is`() throws {
        let large = Self.bounce() + String(repeating: "x", count: BouncedMessage.mostRead)
        #expect(try reports(large) == reports(Self.bounce()))
    }

    @Test func `is refused however deep or many its parts are`() {
        let deep = String(repeating: "Content-Type: message/rfc822\n\n", count: 5_000)
        #expect(throws: SignInError.refused(.bounceUnreadable)) { try reports(deep) }
        let wide = "Content-Type: multipart/mixed; boundary=b\n\n" + String(repeating: "--b\n\nx\n", count: 20_000)
        #expect(throws: SignInError.refused(.bounceUnreadable)) { try reports(wide) }
    }

    @Test func `without a time counts as of now`() throws {
        let text = Self.bounce(status: "Final-Recipient: rfc822; x@private.icloud.com\nAction: failed\nStatus: 5.1.1")
            .replacing("Date: Thu, 26 Nov 2026 12:00:00 +0000\n", with: "")
        #expect(try reports(text).map(\.occurredAt) == [Self.now])
    }
}
