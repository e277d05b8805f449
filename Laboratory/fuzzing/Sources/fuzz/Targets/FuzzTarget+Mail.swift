import Foundation

@testable import RelayMail

extension FuzzTarget {
    /// A dialogue with the emulator's relay, however its octets are divided: nothing is smuggled, and memory is bounded.
    static let dialogues = FuzzTarget(name: "smtp") { input in
        let whole = Dialogue(input, size: max(1, input.count))
        for size in [1, 3, 64] {
            promise(Dialogue(input, size: size) == whole, "a dialogue does not depend on how its octets are divided")
        }
        for message in whole.messages {
            promise(!message.recipients.isEmpty && message.recipients.count <= 5, "a message has its recipients")
            promise(message.content.count <= Dialogue.largest, "a message is within its limit")
            promise(hasWholeLines(message.content), "every line of a message ends with CRLF")
        }
        for reply in whole.replies {
            let octets = reply.octets
            promise(octets.suffix(2).elementsEqual([13, 10]), "an answer is whole lines")
            promise(
                octets.filter { $0 == 10 }.count == reply.lines.count && hasWholeLines(octets),
                "an answer has as many lines as it says")
        }
        return !whole.messages.isEmpty
    } mutate: { _, _ in
        nil
    } seeds: {
        let envelope = "EHLO c\r\nMAIL FROM:<a@b.example> SIZE=9\r\nRCPT TO:<r@relay.example>\r\nDATA\r\n"
        return [
            envelope + "From: a@b.example\r\n\r\n..x\r\n.\r\nQUIT\r\n", envelope + "x\n.\r\nMAIL FROM:<>\r\n.\r\n",
            envelope + "x\r.\r\nRSET\r\n.\r\n", envelope + "x\r\n.\nNOOP\r\n.\r\n", "HELO c\nNOOP\r\n",
            "EHLO c\r\nMAIL FROM:<@r:\"a >\"@b.example> BODY=8BITMIME\r\nRSET\r\nVRFY x\r\n",
            String(repeating: "RUBBISH\r\n", count: 25), String(repeating: "x", count: 3_000) + "\r\nNOOP\r\n",
            envelope + String(repeating: "y", count: 1_100) + "\r\n.\r\n",
        ].map { Array($0.utf8) }
    }

    /// What a message says, and what the relay makes of it.
    static let letters = FuzzTarget(name: "mail-message") { input in
        let message = MailMessage(input)
        promise(message.fields.count <= MailMessage.mostFields + 1, "a message has a bounded number of fields")
        let results = DKIMCheck.results(of: message, in: MailRecords(), now: 1_795_766_400)
        promise(results.count <= 10 && !results.contains { $0.outcome == .pass }, "nothing passes without a key")
        let masked = MailAddress(local: "masked", domain: "relay.example")
        let trace = ForwardedMessage.Trace(
            queueID: "m1", deliveredTo: "me@home.example", receivedFrom: "[127.0.0.1]", server: "smtp.example",
            results: "spf=none", at: 0)
        let seen = MailMessage(ForwardedMessage.octets(of: message, trace) { _ in masked })
        // what the relay adds could push a field over the bound
        guard let author = message.author, message.fields.count < 900 else { return false }
        promise(MailAddress(author.address.text) == author.address, "an author's address is one")
        promise(seen.author?.address == masked, "the person sees the masked address only")
        if let reply = PersonReply(to: message, from: masked) {
            let sent = MailMessage(reply.octets("x", to: message, id: "m2", at: 0))
            promise(sent.author?.address == masked, "a reply comes from the relay address")
            promise(sent.fields(named: "to").count == 1, "a reply has one recipient")
        }
        let tag = MaskedAddress.make(author.address, tokens: ["aaaa", "bbbb"], domain: "relay.example")
        promise(MailAddress(tag.text) == tag, "a masked address is one")
        return true
    } mutate: { _, _ in
        nil
    } seeds: {
        let signed =
            "DKIM-Signature: v=1; a=rsa-sha256; c=relaxed/simple; d=b.example; s=x;\r\n h=from:to; bh=AAAA;\r\n b=AA AA\r\n"
        return [
            signed + "From: A <a@b.example>\r\nReply-To: c@d.example\r\nSubject: x\r\n y\r\n\r\nbody\r\n\r\n",
            "From: \"A, B\" (c (d)) <\"a b\"@c.example>\r\nMessage-ID: <1@b>\r\n\r\n", "from:a@b.example\r\n",
            "From: g: a@b.example;\r\n\r\n", "From: a@b.example, c@d.example\r\n\r\n", " \r\n:\r\n\r\n",
        ].map { Array($0.utf8) }
    }

    /// A file of records, and the policies in it: every check ends.
    static let records = FuzzTarget(name: "mail-records") { input in
        do throws(RecordsFault) {
            let records = try RecordsFile(String(decoding: input, as: UTF8.self)).records
            // in other scripts, capitals of small letters need not be theirs
            let names = records.all.map(\.name).filter { $0.utf8.allSatisfy { $0 < 0x80 } && !$0.hasSuffix(".") }
            for name in names.prefix(20) {
                let outcome = SPFCheck.outcome(of: name, client: .loopback, in: records)
                promise(
                    outcome == SPFCheck.outcome(of: name.uppercased() + ".", client: .loopback, in: records),
                    "a name is the same in capitals and with a dot")
            }
            return !records.isEmpty
        } catch {
            promise(error.line > 0 && !error.reason.isEmpty, "a refusal says where and why")
            return false
        }
    } mutate: { _, _ in
        nil
    } seeds: {
        [
            "a.example. 300 IN TXT \"v=spf1 include:b.example a mx/24//64 ip4:127.0.0.0/8 ~all\"\nb.example. TXT \"v=spf1 redirect=a.example\"\n",
            "$ORIGIN a.example.\n@ MX 10 mail\nmail A 127.0.0.1\n AAAA ::1\ns._domainkey TXT ( \"v=DKIM1; \"\n \"p=AA\" ) ; x\n",
            "a TXT v=DKIM1; p=", "a A x", "; nothing",
        ].map { Array($0.utf8) }
    }

    private static func hasWholeLines(_ octets: [UInt8]) -> Bool {
        var before: UInt8 = 0
        for octet in octets {
            if (octet == 10) != (before == 13) { return false }
            before = octet
        }
        return before != 13
    }
}

/// A dialogue in which every proposed answer is given.
private struct Dialogue: Equatable {
    static let largest = 2_000

    private(set) var replies: [SMTPReply] = []
    private(set) var messages: [SMTPTransaction] = []

    init(_ input: [UInt8], size: Int) {
        var limits = SMTPDialogue.Limits(message: Self.largest)
        limits.recipients = 5
        var dialogue = SMTPDialogue(name: "relay.example", limits: limits)
        for start in stride(from: 0, to: input.count, by: size) {
            dialogue.receive(input[start..<min(start + size, input.count)])
            while let step = dialogue.next() {
                if case .message(let message) = step.matter { messages.append(message) }
                replies.append(step.reply)
                dialogue.answer(step.reply)
            }
            promise(dialogue.isOver || dialogue.waitingOctets <= limits.command + 1, "what waits is bounded")
        }
    }
}
