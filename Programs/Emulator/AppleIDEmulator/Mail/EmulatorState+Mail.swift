import RelayMail

/// What senders and people do with mail.
extension EmulatorState {
    /// The answer to a recipient, without an effect.
    func refusal(of recipient: MailAddress, from sender: MailAddress?) -> MailRefusal? {
        note { world in
            guard let refusal = world.refusal(of: recipient, from: sender, seed: seed) else { return nil }
            world.tell(refusal, to: recipient, world.relay(of: recipient, seed: seed))
            return refusal
        }
    }

    /// Takes a message at the end of its data, or refuses it.
    func take(
        _ transaction: SMTPTransaction, from client: IPAddress, named name: String, _ twist: World.MailTwist
    ) -> SMTPReply {
        let (records, now) = read { ($0.mail.records, $0.clock.now) }
        let received = ReceivedMail(transaction, from: client, named: name, in: records, now: now)
        return note { $0.take(received, twist, seed: seed) }
    }

    /// Sends a person's answer to a message back through the relay. Nothing leaves the emulator: whoever plays the sender
    /// reads it with a control call.
    @discardableResult
    func reply(to id: String, of person: String? = nil, _ text: String) throws -> MailRoom.Message {
        try change { world in
            guard let message = world.mail.message(id), message.standing == .delivered,
                person == nil || person == message.relay.person
            else { throw ReplyRefusal.messageUnknown }
            guard !text.isEmpty, text.utf8.count <= 65_536 else { throw ReplyRefusal.textUnfit }
            let now = world.clock.now
            guard !world.isOverLimit(message.relay) else { throw ReplyRefusal.dailyLimit }
            let original = MailMessage(message.sent)
            guard let address = MailAddress(message.address), let reply = PersonReply(to: original, from: address)
            else { throw ReplyRefusal.noSender }
            world.mail.count(message.relay, at: now)
            let replyID = world.mail.makeID()
            let sent = MailRoom.Message(
                id: replyID, standing: .replied, relay: message.relay, address: message.address, at: now,
                sender: address.text, recipient: reply.recipient.text,
                sent: reply.octets(text, to: original, id: replyID, at: now))
            world.mail.keep(sent)
            world.tellMail(.mailReplied, message.relay, to: address)
            return sent
        }
    }

    /// Messages of one person, one team or one standing, the oldest first.
    func mail(of person: String? = nil, team: String? = nil, _ standing: MailRoom.Standing? = nil) -> [MailRoom.Message]
    {
        read { world in
            world.mail.messages.filter { message in
                (person == nil || message.relay.person == person) && (team == nil || message.relay.teamID == team)
                    && (standing == nil || message.standing == standing)
            }
        }
    }
}

/// Why a person's answer is not sent.
enum ReplyRefusal: String, Error {
    case messageUnknown = "message_unknown"
    case textUnfit = "reply_text"
    case dailyLimit = "daily_limit"
    case noSender = "reply_address"

    /// A sentence for control calls.
    var explanation: String {
        switch self {
        case .messageUnknown: "There is no such message in a mailbox."
        case .textUnfit: "A reply must have 1 to 65536 bytes."
        case .dailyLimit: "The relay address had as many messages today as it may have (relay_daily_limit)."
        case .noSender: "The message names nobody to answer to."
        }
    }
}
