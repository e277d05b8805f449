import HTTPServing
import HTTPTypes
import Hummingbird
import RelayMail

/// `/_emulator/mail` and `/_emulator/dns`: the mailboxes, what goes back to senders, and the records that the relay knows.
struct MailControl: Sendable {
    struct ReplyCall: ControlCall {
        /// The id of a message in a mailbox.
        let message: String
        let text: String

        enum CodingKeys: CodingKey, CaseIterable {
            case message, text
        }
    }

    struct RecordsCall: ControlCall {
        let name: String
        var txt: [String]?
        var a: [String]?
        var mx: [String]?

        enum CodingKeys: CodingKey, CaseIterable {
            case name, txt, a, mx
        }
    }

    struct MessagesReply: Encodable, Sendable {
        let messages: [MessageReply]
    }

    struct MessageReply: Encodable, Sendable {
        let id: String
        let state: String
        let at: Int
        let person: String
        let teamId: String
        let relay: String
        let sender: String?
        let recipient: String
        let from: String?
        let subject: String?
        let text: String
        let sent: String
        let seen: String?
        let cut: Bool
    }

    struct RecordsReply: Encodable, Sendable {
        let records: [Entry]

        struct Entry: Encodable, Sendable {
            let name: String
            let txt: [String]
            let a: [String]
            let mx: [String]
        }
    }

    let state: EmulatorState

    func list(_ request: Request) throws -> Answer {
        let fields = FormFields(decoding: (request.uri.query ?? "").utf8)
        let standing = try fields?.filled("state").map { name in
            guard let standing = MailRoom.Standing(rawValue: name) else {
                let known = MailRoom.Standing.allCases.map(\.rawValue).joined(separator: ", ")
                throw ControlRefusal.badRequest("mail_state", "There is no state \(name.prefix(64)). Known: \(known).")
            }
            return standing
        }
        let messages = state.mail(of: fields?.filled("person"), team: fields?.filled("team_id"), standing)
        return try .reply(MessagesReply(messages: messages.map { MessageReply($0) }))
    }

    func clear() throws -> Answer {
        state.note { world in world.mail.remove { _ in true } }
        return try .reply(MessagesReply(messages: []))
    }

    func reply(_ request: Request) async throws -> Answer {
        let call = try await request.control(ReplyCall.self)
        do {
            return try .reply(MessageReply(state.reply(to: call.message, call.text)), status: .created)
        } catch let refusal as ReplyRefusal {
            let status =
                switch refusal {
                case .messageUnknown: 404
                case .dailyLimit: 429
                case .textUnfit, .noSender: 400
                }
            throw ControlRefusal(status: status, code: refusal.rawValue, message: refusal.explanation)
        }
    }

    func records() throws -> Answer { try .reply(state.read { RecordsReply($0.mail.records) }) }

    /// Replaces the records of a name. Without any, the name has none.
    func setRecords(_ request: Request) async throws -> Answer {
        let call = try await request.control(RecordsCall.self)
        guard (1...253).contains(call.name.utf8.count) else {
            throw ControlRefusal.badRequest("record_name", "A name has 1 to 253 characters.")
        }
        for address in call.a ?? [] where IPAddress(address) == nil {
            throw ControlRefusal.badRequest("record_address", "\(address.prefix(64)) is no IP address.")
        }
        let entry = MailRecords.Entry(txt: call.txt ?? [], a: call.a ?? [], mx: call.mx ?? [])
        let records = state.note { world in
            world.mail.records[call.name] = entry
            world.tell(.recordsChanged, .members([("name", .string(call.name))]))
            return world.mail.records
        }
        return try .reply(RecordsReply(records))
    }
}

extension MailControl.MessageReply {
    /// The message with both its forms. Octets that are no UTF-8 become replacement characters.
    init(_ message: MailRoom.Message) {
        let read = MailMessage(message.read)
        id = message.id
        state = message.standing.rawValue
        at = message.at
        (person, teamId) = (message.relay.person, message.relay.teamID)
        (relay, sender, recipient) = (message.address, message.sender, message.recipient)
        (from, subject) = (read.value(of: "from"), read.value(of: "subject"))
        text = String(decoding: read.body, as: UTF8.self)
        sent = String(decoding: message.sent, as: UTF8.self)
        seen = message.seen.map { String(decoding: $0, as: UTF8.self) }
        cut = message.isCut
    }
}

extension MailControl.RecordsReply {
    init(_ known: MailRecords) {
        records = known.all.map { name, entry in Entry(name: name, txt: entry.txt, a: entry.a, mx: entry.mx) }
    }
}
