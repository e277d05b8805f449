import HTTPServing
import RelayMail

/// The mailbox of the account pages.
extension Page {
    static func accountMail(_ visitor: AccountVisitor, _ person: Person, _ messages: [MailRoom.Message]) -> Page {
        let rows = messages.reversed().map { message -> [String: any Sendable] in
            [
                "address": "/account/mail/message?" + FormFields.encode([("id", message.id)]),
                "subject": subject(of: message), "party": message.party, "day": PageText.day(message.at),
                "isReply": message.standing == .replied,
            ]
        }
        return Page(
            "account_mail", title: PageText("mail.title"), visitor.shown(to: person),
            ["messages": rows, "hasMessages": !rows.isEmpty])
    }

    /// One message: as the person sees it, and as it was sent.
    static func accountMailMessage(
        _ visitor: AccountVisitor, _ person: Person, _ message: MailRoom.Message, problem: PageText? = nil
    ) -> Page {
        let read = MailMessage(message.read)
        let values: Values = [
            "id": message.id, "from": read.value(of: "from") ?? "", "to": read.value(of: "to") ?? message.address,
            "day": PageText.day(message.at), "isCut": message.isCut,
            "body": String(decoding: read.body, as: UTF8.self), "sent": String(decoding: message.sent, as: UTF8.self),
            "canReply": message.standing == .delivered, "problem": problem,
        ]
        guard let title = read.value(of: "subject"), !title.isEmpty else {
            return Page(
                "account_mail_message", title: PageText("mail.no_subject"), visitor.shown(to: person), values)
        }
        return Page("account_mail_message", title: title, visitor.shown(to: person), values)
    }

    private static func subject(of message: MailRoom.Message) -> any Sendable {
        guard let subject = MailMessage(message.read).value(of: "subject"), !subject.isEmpty else {
            return PageText("mail.no_subject")
        }
        return subject
    }
}

extension MailRoom.Message {
    /// The other side: the name or masked address of the author, or whom a reply goes to.
    fileprivate var party: String {
        guard standing == .delivered else { return recipient }
        let author = MailMessage(read).author
        return author?.name ?? author?.address.text ?? sender ?? "<>"
    }
}
