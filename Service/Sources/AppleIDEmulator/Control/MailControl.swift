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
        return .json(.object([("messages", .array(messages.map(\.json)))]))
    }

    func clear() -> Answer {
        state.note { world in world.mail.remove { _ in true } }
        return .json(.object([("messages", .array([]))]))
    }

    func reply(_ request: Request) async throws -> Answer {
        let call = try await request.control(ReplyCall.self)
        do {
            return .json(try state.reply(to: call.message, call.text).json, status: .created)
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

    func records() -> Answer { .json(state.read { $0.mail.records.json }) }

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
        return state.note { world in
            world.mail.records[call.name] = entry
            world.tell(.recordsChanged, .members([("name", .string(call.name))]))
            return .json(world.mail.records.json)
        }
    }
}

extension MailRecords {
    fileprivate var json: OrderedJSON {
        let names = all.map { name, entry -> OrderedJSON in
            .object([
                ("name", .string(name)), ("txt", .array(of: entry.txt)), ("a", .array(of: entry.a)),
                ("mx", .array(of: entry.mx)),
            ])
        }
        return .object([("records", .array(names))])
    }
}

extension MailRoom.Message {
    /// The message with both its forms. Octets that are no UTF-8 become replacement characters.
    fileprivate var json: OrderedJSON {
        let message = MailMessage(read)
        return .object([
            ("id", .string(id)), ("state", .string(standing.rawValue)), ("at", .integer(at)),
            ("person", .string(relay.person)), ("team_id", .string(relay.teamID)), ("relay", .string(address)),
            ("sender", .optional(sender)), ("recipient", .string(recipient)),
            ("from", .optional(message.value(of: "from"))), ("subject", .optional(message.value(of: "subject"))),
            ("text", .string(String(decoding: message.body, as: UTF8.self))),
            ("sent", .string(String(decoding: sent, as: UTF8.self))),
            ("seen", .optional(seen.map { String(decoding: $0, as: UTF8.self) })), ("cut", .boolean(isCut)),
        ])
    }
}
