import Testing

@testable import RelayMail

/// Addresses and header fields, as mail writes them.
@Suite struct MailMessageTests {
    @Test(arguments: [
        ("a@b.example", true), ("A.b+c@B.Example.", true), ("\"a b\"@c.example", true), ("a@[127.0.0.1]", true),
        ("a", false), ("a@", false), ("@b", false), ("a..b@c.example", false), (".a@c.example", false),
        ("a@-b.example", false), ("a@b..example", false), ("a@b_c.example", false), ("\"a\"b\"@c.example", false),
        ("ü@b.example", false), ("a@b\r\n", false), (String(repeating: "a", count: 65) + "@b.example", false),
    ])
    func `an address has a local part and a domain`(_ text: String, _ isAddress: Bool) {
        #expect((MailAddress(text) != nil) == isAddress)
    }

    @Test(
        arguments: [
            ("news@example.com", "news@example.com"), ("News <news@example.com>", "news@example.com"),
            ("\"A, B\" <news@Example.COM>", "news@Example.COM"),
            ("(one (two), three) news@example.com", "news@example.com"),
            ("=?utf-8?q?N=C3=A9ws?= <news@example.com>", "news@example.com"), ("news@example.com.", "news@example.com"),
            ("a@b.example, c@d.example", nil), ("team: a@b.example;", nil), ("", nil), ("News", nil),
            ("<a@b.example", nil),
            ("\"News <news@example.com>", nil), ("<a@b.example> <c@d.example>", nil),
        ] as [(String, String?)])
    func `the author is the only address in From`(_ from: String, _ author: String?) {
        let message = MailMessage(Array("To: x@y.example\r\nFrom: \(from)\r\n\r\n".utf8))
        #expect(message.author?.address.text == author)
    }

    @Test func `two From fields are no author`() {
        #expect(MailMessage(Array("From: a@b.example\r\nFrom: a@b.example\r\n\r\n".utf8)).author == nil)
        #expect(MailMessage(Array("Subject: x\r\n\r\nFrom: a@b.example\r\n".utf8)).author == nil)
    }

    @Test func `a folded field has one value`() {
        let message = MailMessage(Array("Subject: one\r\n two\r\n\tthree\r\nX:\r\n\r\nbody".utf8))
        #expect(message.value(of: "subject") == "one two\tthree" && message.value(of: "x") == "")
        #expect(Array(message.body) == Array("body".utf8))
    }

    @Test(arguments: ["", "\r\n", "no colon\r\n", " folded first\r\n", ":\r\n", "a\u{0}: b", "\n\n"])
    func `every text is a message`(_ text: String) {
        let message = MailMessage(Array(text.utf8))
        #expect(message.fields.count <= 1 && message.author == nil)
    }

    @Test func `a masked address is one, whatever the sender is called`() throws {
        let sender = try #require(MailAddress("sales.team@mail.example.com"))
        let masked = MaskedAddress.make(sender, tokens: ["a1b2", "c3d4"], domain: "privaterelay.appleid.com")
        #expect(masked.text == "sales_team_at_mail_example_com_a1b2_c3d4@privaterelay.appleid.com")
        let long = try #require(
            MailAddress("\"\(String(repeating: "x y", count: 20))\"@\(String(repeating: "a", count: 60)).example"))
        let cut = MaskedAddress.make(long, tokens: ["a1b2", "c3d4"], domain: "private.icloud.com")
        #expect(MailAddress(cut.text) == cut && cut.local.hasSuffix("_a1b2_c3d4"))
    }

    @Test func `the person sees masked addresses, and everything else as it was`() throws {
        let sent = """
            From: "News, weekly" <news@example.com>\r
            Reply-To: help@example.com\r
            To: abcdefghij@privaterelay.appleid.com\r
            List-Unsubscribe: <https://example.com/u>\r
            \r
            Hello\r

            """
        let trace = ForwardedMessage.Trace(
            queueID: "m1", deliveredTo: "maya@example.com", receivedFrom: "[127.0.0.1]", server: "smtp1.test",
            results: "spf=pass", at: 1_795_766_400)
        let seen = String(
            decoding: ForwardedMessage.octets(of: MailMessage(Array(sent.utf8)), trace) { sender in
                MailAddress(local: "masked-\(sender.local)", domain: "relay.test")
            }, as: UTF8.self)
        #expect(seen.contains("From: \"News, weekly\" <masked-news@relay.test>\r\n"))
        #expect(seen.contains("Reply-To: masked-help@relay.test\r\n") && !seen.contains("@example.com>"))
        #expect(seen.contains("To: abcdefghij@privaterelay.appleid.com\r\n") && seen.hasSuffix("\r\n\r\nHello\r\n"))
        #expect(seen.contains("List-Unsubscribe: <https://example.com/u>\r\n"))
        #expect(seen.hasPrefix("Delivered-To: maya@example.com\r\nReceived: from [127.0.0.1] by smtp1.test "))
        #expect(seen.contains("id m1; Fri, 27 Nov 2026 08:00:00 +0000\r\n"))
    }

    @Test func `a reply comes from the relay address, in the thread, with no other field`() throws {
        let original = MailMessage(
            Array("From: a@b.example\r\nMessage-ID: <1@b.example>\r\nSubject: Hi\r\n\r\n".utf8))
        let relay = try #require(MailAddress("abcdefghij@private.icloud.com"))
        let reply = try #require(PersonReply(to: original, from: relay))
        let text = String(decoding: reply.octets("One\nTwo", to: original, id: "m2", at: 0), as: UTF8.self)
        #expect(reply.recipient.text == "a@b.example")
        #expect(text.hasPrefix("From: abcdefghij@private.icloud.com\r\nTo: a@b.example\r\nSubject: Re: Hi\r\n"))
        #expect(text.contains("Date: Thu, 01 Jan 1970 00:00:00 +0000\r\n"))
        #expect(text.contains("In-Reply-To: <1@b.example>\r\nReferences: <1@b.example>\r\n"))
        #expect(text.hasSuffix("\r\n\r\nOne\r\nTwo\r\n"))
        #expect(PersonReply(to: MailMessage([]), from: relay) == nil)
    }

    @Test func `a delivery report can be read by a program`() throws {
        let sender = try #require(MailAddress("bounce@example.com"))
        let recipient = try #require(MailAddress("abcdefghij@privaterelay.appleid.com"))
        let report = DeliveryReport(
            sender: sender, recipient: recipient, reply: SMTPReply(550, "5.1.1 <x>: user not found"),
            server: "smtp1.test", id: "m3")
        let message = MailMessage(Array("From: a@example.com\r\nSubject: Secret\r\n\r\nBody\r\n".utf8))
        let text = String(decoding: report.octets(about: message, arrival: 0, at: 60), as: UTF8.self)
        #expect(text.contains("multipart/report; report-type=delivery-status; boundary=\"report-m3\"\r\n"))
        #expect(text.contains("Auto-Submitted: auto-replied\r\n"))
        #expect(text.contains("Reporting-MTA: dns; smtp1.test\r\n"))
        #expect(
            text.contains("\r\n\r\nFinal-Recipient: rfc822; abcdefghij@privaterelay.appleid.com\r\nAction: failed\r\n"))
        #expect(text.contains("Status: 5.1.1\r\nDiagnostic-Code: smtp; 550 5.1.1 <x>: user not found\r\n"))
        #expect(text.contains("Subject: Secret\r\n") && !text.contains("Body"))
        #expect(MailMessage(Array(text.utf8)).isAutomaticReply)
    }
}
