/// A report that a message was not delivered after it had been taken: a bounce (RFC 3464).
package struct DeliveryReport: Sendable {
    /// The sender of the message's envelope. A message from `<>` gets no report (RFC 5321 section 6.1).
    package let sender: MailAddress
    package let recipient: MailAddress
    /// Why it was not delivered.
    package let reply: SMTPReply
    package let server: String
    /// What the report is called, without its domain.
    package let id: String

    package init(sender: MailAddress, recipient: MailAddress, reply: SMTPReply, server: String, id: String) {
        (self.sender, self.recipient, self.reply) = (sender, recipient, reply)
        (self.server, self.id) = (server, id)
    }

    /// - Parameter arrival: when the message was taken, in seconds since 1970.
    package func octets(about message: MailMessage, arrival: Int, at seconds: Int) -> [UInt8] {
        let boundary = "report-\(id)"
        var text = MailText()
        text.add("From", "Mail Delivery System <MAILER-DAEMON@\(server)>")
        text.add("To", sender.text)
        text.add("Subject", "Undelivered Mail Returned to Sender")
        text.add("Date", MailDate.text(seconds))
        text.add("Message-ID", "<\(id)@\(server)>")
        text.add("Auto-Submitted", "auto-replied")
        text.add("MIME-Version", "1.0")
        text.add("Content-Type", "multipart/report; report-type=delivery-status; boundary=\"\(boundary)\"")
        text.add(ASCII.lineEnd)
        begin("text/plain; charset=us-ascii", boundary, &text)
        text.add(text: "Your message could not be delivered to \(recipient.text).\n\n\(reply.sentence)")
        begin("message/delivery-status", boundary, &text)
        text.add("Reporting-MTA", "dns; \(server)")
        text.add("Arrival-Date", MailDate.text(arrival))
        text.add(ASCII.lineEnd)
        text.add("Final-Recipient", "rfc822; \(recipient.text)")
        text.add("Action", "failed")
        text.add("Status", reply.enhancedCode ?? "5.0.0")
        text.add("Diagnostic-Code", "smtp; \(reply.sentence)")
        begin("text/rfc822-headers", boundary, &text)
        for field in message.fields { text.add(field.raw) }
        text.add(Array("\r\n--\(boundary)--\r\n".utf8))
        return text.octets
    }

    private func begin(_ mediaType: String, _ boundary: String, _ text: inout MailText) {
        text.add(Array("\r\n--\(boundary)\r\n".utf8))
        text.add("Content-Type", mediaType)
        text.add(ASCII.lineEnd)
    }
}
