/// A person's answer to a message, as it reaches the sender: from the relay address, and in the thread of the message.
package struct PersonReply: Sendable {
    package let relay: MailAddress
    /// Whom it goes to: the first address of Reply-To, or the author.
    package let recipient: MailAddress

    /// Nil if the message names nobody to answer to.
    package init?(to message: MailMessage, from relay: MailAddress) {
        let replyTo = message.value(of: "reply-to").flatMap(Mailbox.list)?.first?.address
        guard let recipient = replyTo ?? message.author?.address else { return nil }
        (self.relay, self.recipient) = (relay, recipient)
    }

    /// - Parameters:
    ///   - text: what the person wrote.
    ///   - id: what the message is called, without its domain.
    package func octets(_ text: String, to message: MailMessage, id: String, at seconds: Int) -> [UInt8] {
        let subject = message.value(of: "subject") ?? ""
        var reply = MailText()
        reply.add("From", relay.text)
        reply.add("To", recipient.text)
        reply.add("Subject", subject.lowercased().hasPrefix("re:") ? subject : "Re: \(subject)")
        reply.add("Date", MailDate.text(seconds))
        reply.add("Message-ID", "<\(id)@\(relay.domain)>")
        if let original = message.value(of: "message-id") {
            reply.add("In-Reply-To", original)
            let thread = message.value(of: "references").map { $0 + " " } ?? ""
            reply.add("References", thread + original)
        }
        reply.add("MIME-Version", "1.0")
        reply.add("Content-Type", "text/plain; charset=utf-8")
        reply.add("Content-Transfer-Encoding", "8bit")
        reply.add(ASCII.lineEnd)
        reply.add(text: text)
        return reply.octets
    }
}
