import RelayMail

/// A message after the end of its data, with what the records say about its sender.
struct ReceivedMail: Sendable {
    let transaction: SMTPTransaction
    let message: MailMessage
    let client: String
    let spf: SPFOutcome
    let signatures: [DKIMResult]

    /// Verifies signatures, which takes as long as the message is large. Do not call it under the lock.
    init(_ transaction: SMTPTransaction, from client: IPAddress, named name: String, in records: MailRecords, now: Int)
    {
        self.transaction = transaction
        self.client = name
        message = MailMessage(transaction.content)
        spf = transaction.sender.map { SPFCheck.outcome(of: $0.foldedDomain, client: client, in: records) } ?? .noPolicy
        signatures = DKIMCheck.results(of: message, in: records, now: now)
    }

    /// The recipients without repetitions.
    var recipients: [MailAddress] {
        var seen: Set<String> = []
        return transaction.recipients.filter { seen.insert($0.folded).inserted }
    }

    /// The outcomes as Authentication-Results has them.
    var results: String {
        let sender = transaction.sender.map { " smtp.mailfrom=\($0.foldedDomain)" } ?? ""
        let signed = signatures.map { result in
            "dkim=\(result.outcome == .pass ? "pass" : "fail") header.d=\(result.domain.isEmpty ? "none" : result.domain)"
        }
        return (["spf=\(spf.rawValue)\(sender)"] + (signed.isEmpty ? ["dkim=none"] : signed)).joined(separator: "; ")
    }

    /// What the report to a team calls the sender: the domain of the envelope and that of From.
    var senderDomains: String {
        let author = message.author?.address.foldedDomain
        guard let envelope = transaction.sender?.foldedDomain else { return author ?? "<>" }
        guard let author, author != envelope else { return envelope }
        return "\(envelope), From \(author)"
    }
}

/// Why the relay does not take a message, or a recipient.
struct MailRefusal: Sendable, Equatable {
    let reply: SMTPReply
    /// A stable name for the log and for events.
    let cause: String
}

extension MailRefusal {
    static func relayDenied(_ recipient: MailAddress) -> MailRefusal {
        MailRefusal(reply: SMTPReply(554, "5.7.1 <\(recipient.text)>: Relay access denied"), cause: "relay_denied")
    }

    static let badMailbox = MailRefusal(reply: SMTPReply(550, "5.1.1 bad mailbox name"), cause: "mailbox_malformed")

    static func userUnknown(_ recipient: MailAddress) -> MailRefusal {
        MailRefusal(reply: SMTPReply(550, "5.1.1 <\(recipient.text)>: user not found"), cause: "user_unknown")
    }

    /// The code of an unknown recipient, with the address of the sender: a trap that Apple's relay was seen to set.
    static func unauthorized(_ sender: MailAddress?, _ cause: SenderCause) -> MailRefusal {
        MailRefusal(
            reply: SMTPReply(550, "5.1.1 <\(sender?.text ?? "")>: unauthorized sender"), cause: cause.rawValue)
    }

    static let fromMalformed = MailRefusal(
        reply: SMTPReply(550, "5.7.1 From must have one address"), cause: SenderCause.fromMalformed.rawValue)

    static func inactive(_ recipient: MailAddress) -> MailRefusal {
        MailRefusal(
            reply: SMTPReply(550, "5.1.1 <\(recipient.text)>: inactive email address"), cause: "forwarding_off")
    }

    static func tooMany(_ recipient: MailAddress, status: Int) -> MailRefusal {
        MailRefusal(
            reply: SMTPReply(
                status, "\(status / 100).7.1 Messages to <\(recipient.text)> deferred due to excessive volume"),
            cause: "daily_limit")
    }

    static let transformation = MailRefusal(
        reply: SMTPReply(550, "5.7.1 Email rejected due to transformation error"), cause: "transformation")
}
