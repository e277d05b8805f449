import Testing

@testable import RelayMail

/// The relay's dialogue as a value: octets in, answers out.
@Suite struct SMTPDialogueTests {
    /// A client that sends octets and takes the proposed answers, unless `refuse` gives others.
    private struct Client {
        var dialogue: SMTPDialogue
        var answers: [String] = []
        var messages: [SMTPTransaction] = []
        var refuse: (SMTPDialogue.Matter) -> SMTPReply? = { _ in nil }

        init(message largest: Int = 20 << 20) {
            dialogue = SMTPDialogue(name: "relay.test", limits: .init(message: largest))
        }

        mutating func send(_ text: String) { send(Array(text.utf8)) }

        mutating func send(_ octets: [UInt8]) {
            dialogue.receive(octets)
            while let step = dialogue.next() {
                if case .message(let transaction) = step.matter { messages.append(transaction) }
                let reply = refuse(step.matter) ?? step.reply
                answers.append(reply.sentence)
                dialogue.answer(reply)
            }
        }

        var codes: [String] { answers.map { String($0.prefix(3)) } }
    }

    private static let envelope = "EHLO c\r\nMAIL FROM:<a@b.example>\r\nRCPT TO:<r@relay.test>\r\nDATA\r\n"

    @Test func `takes a message, without the dots that protect dots`() {
        var client = Client()
        client.send(Self.envelope + "Subject: x\r\n\r\n..dot\r\n.\r\nQUIT\r\n")
        #expect(client.codes == ["250", "250", "250", "354", "250", "221"])
        #expect(client.messages.first?.content == Array("Subject: x\r\n\r\n.dot\r\n".utf8))
        #expect(client.messages.first?.sender?.text == "a@b.example")
        #expect(client.messages.first?.recipients.map(\.text) == ["r@relay.test"])
        #expect(client.dialogue.isOver)
    }

    @Test func `reads the same, however the octets are divided`() {
        let text = Array((Self.envelope + "a: b\r\n\r\nHello\r\n.\r\nNOOP\r\n").utf8)
        for size in 1...text.count {
            var client = Client()
            for start in stride(from: 0, to: text.count, by: size) {
                client.send(Array(text[start..<min(start + size, text.count)]))
            }
            #expect(client.codes == ["250", "250", "250", "354", "250", "250"], "\(size)")
            #expect(client.messages.map(\.content) == [Array("a: b\r\n\r\nHello\r\n".utf8)])
        }
    }

    @Test(arguments: [
        "a\n.\r\nMAIL FROM:<evil@b.example>\r\n.\r\n", "a\r.\r\nMAIL FROM:<evil@b.example>\r\n.\r\n",
        "a\r\n.\nMAIL FROM:<evil@b.example>\r\n.\r\n", "a\n.\nMAIL FROM:<evil@b.example>\r\n.\r\n",
        "a\r\n.\rMAIL FROM:<evil@b.example>\r\n.\r\n", "a\r\r\n.\r\n",
    ])
    func `refuses a message with a bare line end, and reads no command out of it`(_ text: String) {
        var client = Client()
        client.send(Self.envelope + text)
        #expect(client.codes == ["250", "250", "250", "354", "554"])
        #expect(client.answers.last?.contains("bare LF") == true && client.messages.isEmpty)
        client.send("NOOP\r\n")
        #expect(client.codes.last == "250")
    }

    @Test(arguments: [
        ("MAIL FROM:<a@b.example>", "503"), ("RCPT TO:<r@relay.test>", "503"), ("DATA", "503"), ("HELO", "501"),
        ("STARTTLS", "502"), ("AUTH PLAIN AAAA", "502"), ("EXPN list", "502"), ("BDAT 3 LAST", "502"),
        ("HELP", "502"), ("", "502"), ("VRFY x", "252"), ("NOOP", "250"), ("RSET", "250"), ("QUIT x", "501"),
        ("MAIL", "501"), ("RCPT TO:r@relay.test", "501"), ("MAIL FROM:<a@b> SIZE=x", "501"),
        ("MAIL FROM:<a@b> SMTPUTF8", "555"), ("RCPT TO:<r@relay.test> NOTIFY=NEVER", "555"),
        ("MAIL FROM:<a b@c>", "501"), ("RCPT TO:<>", "501"), ("MAIL FROM:<a@b", "501"), ("MAIL FROM:<\u{FC}@b>", "501"),
    ])
    func `answers each command by its code`(_ command: String, _ code: String) {
        var client = Client()
        client.send(command + "\r\n")
        #expect(client.codes == [code])
    }

    @Test func `says what it can do, and not what it cannot`() {
        var client = Client()
        client.send("EHLO c\r\n")
        let text = client.answers[0]
        #expect(["PIPELINING", "SIZE 20971520", "8BITMIME", "ENHANCEDSTATUSCODES"].allSatisfy { text.contains($0) })
        #expect(!text.contains("STARTTLS") && !text.contains("AUTH"))
        client.send("HELO c\r\n")
        #expect(client.answers[1] == "250 relay.test")
    }

    @Test func `takes addresses in every form, and the empty sender`() {
        var client = Client()
        client.send("EHLO c\r\nMAIL FROM: <> BODY=8BITMIME SIZE=10\r\n")
        client.send("RCPT TO:<@one.example,@two.example:\"a >b\"@c.example>\r\nrcpt to:<r@[127.0.0.1]>\r\n")
        #expect(client.codes == ["250", "250", "250", "250"])
    }

    @Test func `refuses what is too long or too large, without keeping it`() {
        var client = Client(message: 100)
        client.send("EHLO c\r\n")
        for _ in 0..<100 { client.send([UInt8](repeating: 0x41, count: 100_000)) }
        #expect(client.dialogue.waitingOctets <= 100_000)
        client.send("\r\n")
        #expect(client.answers.last == "500 5.5.2 Line too long")
        client.send("MAIL FROM:<a@b.example> SIZE=101\r\n")
        #expect(client.codes.last == "552")
        client.send("MAIL FROM:<a@b.example>\r\nRCPT TO:<r@relay.test>\r\nDATA\r\n")
        client.send(String(repeating: "0123456789\r\n", count: 9) + ".\r\n")
        #expect(client.answers.last == "552 5.3.4 Message size exceeds fixed limit")
        client.send(
            "MAIL FROM:<a@b.example>\r\nRCPT TO:<r@relay.test>\r\nDATA\r\n\(String(repeating: "a", count: 96))\r\n.\r\n"
        )
        #expect(client.codes.last == "250" && client.messages.count == 1)
    }

    @Test(arguments: [(1_000, "250"), (1_001, "554")])
    func `takes a line of a thousand octets, and no longer one`(_ count: Int, _ code: String) {
        var client = Client()
        client.send(Self.envelope + "." + String(repeating: ".", count: count) + "\r\n.\r\n")
        #expect(client.codes.last == code)
    }

    @Test func `takes a hundred recipients`() {
        var client = Client()
        client.send("EHLO c\r\nMAIL FROM:<a@b.example>\r\n")
        for number in 0..<1_000 { client.send("RCPT TO:<r\(number)@relay.test>\r\n") }
        #expect(client.codes.filter { $0 == "250" }.count == 102)
        #expect(client.answers.last == "452 4.5.3 Too many recipients")
        client.send("DATA\r\n\r\n.\r\n")
        #expect(client.messages.first?.recipients.count == 100)
    }

    @Test func `ends after twenty mistakes`() {
        var client = Client()
        client.send(String(repeating: "RUBBISH\r\n", count: 30))
        #expect(client.codes == [String](repeating: "502", count: 19) + ["421"] && client.dialogue.isOver)
    }

    @Test func `forgets a command that was refused`() {
        var client = Client()
        client.refuse = { $0 == .mail(nil) ? SMTPReply(451, "4.3.0 no") : nil }
        client.send("EHLO c\r\nMAIL FROM:<>\r\nRCPT TO:<r@relay.test>\r\n")
        #expect(client.codes == ["250", "451", "503"])
        client.refuse = { matter in
            if case .recipient = matter { return SMTPReply(550, "5.1.1 no") }
            return nil
        }
        client.send("MAIL FROM:<a@b.example>\r\nRCPT TO:<r@relay.test>\r\nDATA\r\n")
        #expect(client.codes.suffix(3) == ["250", "550", "554"])
    }

    @Test func `ends with an answer of 421`() {
        var client = Client()
        client.refuse = { _ in SMTPReply(421, "4.7.1 no") }
        client.send("EHLO c\r\nNOOP\r\n")
        #expect(client.codes == ["421"] && client.dialogue.isOver)
    }

    @Test func `sends no line that a text brings along`() {
        let reply = SMTPReply(550, "5.1.1 <a\r\n250 Ok>")
        #expect(reply.octets == Array("550 5.1.1 <a??250 Ok>\r\n".utf8) && reply.enhancedCode == "5.1.1")
        #expect(SMTPReply(250, lines: ["a", "b"]).octets == Array("250-a\r\n250 b\r\n".utf8))
    }

    @Test func `keeps its bounds whatever it reads`() {
        var random = SystemRandomNumberGenerator()
        let pieces = [
            "EHLO c", "MAIL FROM:<a@b.example>", "RCPT TO:<r@relay.test>", "DATA", "\r\n", "\n", "\r", ".", "..",
            "RSET",
            "QUIT", "\u{0}", "x: y", String(repeating: "a", count: 3_000),
        ]
        for _ in 0..<200 {
            var client = Client(message: 10_000)
            for _ in 0..<60 { client.send(pieces.randomElement(using: &random) ?? "") }
            #expect(client.dialogue.waitingOctets <= 2_049 + 3_000)
            #expect(client.messages.allSatisfy { $0.content.count <= 10_000 && !$0.recipients.isEmpty })
        }
    }
}
