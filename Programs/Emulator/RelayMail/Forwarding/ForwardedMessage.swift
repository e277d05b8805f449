/// A message as it reaches the person. From, Sender and Reply-To have masked addresses; everything else is unchanged,
/// so the person's program replies through the relay (https://support.apple.com/en-us/105078).
package struct ForwardedMessage {
    /// What the relay adds at the top.
    package struct Trace: Sendable {
        package let queueID: String
        /// The person's own address.
        package let deliveredTo: String
        package let receivedFrom: String
        package let server: String
        /// The outcomes of the checks, for Authentication-Results (RFC 8601).
        package let results: String
        /// Seconds since 1970.
        package let at: Int

        package init(
            queueID: String, deliveredTo: String, receivedFrom: String, server: String, results: String, at: Int
        ) {
            (self.queueID, self.deliveredTo, self.receivedFrom) = (queueID, deliveredTo, receivedFrom)
            (self.server, self.results, self.at) = (server, results, at)
        }
    }

    private static let rewritten: Set<String> = ["from", "sender", "reply-to"]

    /// - Parameter mask: the masked address of a sender's.
    package static func octets(
        of message: MailMessage, _ trace: Trace, mask: (MailAddress) -> MailAddress
    ) -> [UInt8] {
        var text = MailText()
        text.add("Delivered-To", trace.deliveredTo)
        text.add(
            "Received",
            "from \(trace.receivedFrom) by \(trace.server) (apple-id-emulator) with ESMTP id \(trace.queueID); "
                + MailDate.text(trace.at))
        text.add("Authentication-Results", "\(trace.server); \(trace.results)")
        for field in message.fields {
            guard rewritten.contains(field.name), let list = Mailbox.list(field.value), !list.isEmpty else {
                text.add(field.raw)
                continue
            }
            let masked = list.map { mailbox in
                let address = mask(mailbox.address).text
                return mailbox.phrase.isEmpty ? address : "\(mailbox.phrase) <\(address)>"
            }
            let name = String(decoding: field.raw.prefix { $0 != ASCII.colon }, as: UTF8.self)
            text.add(name, masked.joined(separator: ", "))
        }
        text.add(ASCII.lineEnd)
        text.add(message.body)
        return text.octets
    }
}
