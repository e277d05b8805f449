import NIOCore
import RelayMail

/// One connection of a sender: the dialogue, what the relay decides, and faults.
struct MailSession {
    struct Answer {
        /// Nil if the connection closes without an answer.
        let reply: SMTPReply?
        let isLast: Bool
    }

    private let state: EmulatorState
    private let client: IPAddress
    private var dialogue: SMTPDialogue

    /// - Parameter client: where the connection comes from. The setting `mail.client_address` stands for it.
    init(_ state: EmulatorState, client: SocketAddress?) {
        self.state = state
        let (server, largest) = state.read { ($0.relayServer, $0.switches.relaySizeLimit) }
        dialogue = SMTPDialogue(name: server, limits: SMTPDialogue.Limits(message: largest))
        self.client = state.configuration.mailClient ?? client?.ipAddress.flatMap(IPAddress.init) ?? .loopback
    }

    /// The greeting. Nil if a fault closes the connection.
    func greet() async -> SMTPReply? {
        guard let fault = state.takeMailFault(.connect) else { return dialogue.greeting }
        switch fault.kind {
        case .status: return fault.reply
        case .hangUp, .cut: return nil
        default:
            await fault.hold(state)
            return dialogue.greeting
        }
    }

    mutating func receive(_ octets: some Sequence<UInt8>) { dialogue.receive(octets) }

    /// The answer to the next command or message. Nil if there is none yet.
    mutating func next() async -> Answer? {
        guard let step = dialogue.next() else { return nil }
        let fault = step.stage.flatMap { state.takeMailFault($0) }
        if fault?.kind == .hangUp { return Answer(reply: nil, isLast: true) }
        if fault?.kind == .cut, fault?.afterProcessing != true { return Answer(reply: nil, isLast: true) }
        await fault?.hold(state)
        let reply = reply(to: step, fault)
        dialogue.answer(reply)
        if fault?.kind == .cut { return Answer(reply: nil, isLast: true) }
        return Answer(reply: reply, isLast: dialogue.isOver)
    }

    private func reply(to step: SMTPDialogue.Step, _ fault: Fault?) -> SMTPReply {
        if let fault, fault.kind == .status, fault.afterProcessing != true { return fault.reply }
        if fault?.kind == .transformation { return MailRefusal.transformation.reply }
        switch step.matter {
        case .recipient(let recipient):
            if fault?.kind == .greylist, isNew(recipient) {
                return SMTPReply(451, "4.7.1 <\(recipient.text)>: try again later")
            }
            return state.refusal(of: recipient, from: dialogue.sender)?.reply ?? step.reply
        case .message(let transaction):
            var twist = World.MailTwist()
            twist.isDuplicate = fault?.kind == .duplicate
            if let fault, fault.kind == .bounceLater { twist.bounce = fault.reply }
            let reply = state.take(transaction, from: client, named: name, twist)
            return fault?.kind == .status ? fault?.reply ?? reply : reply
        default: return step.reply
        }
    }

    private func isNew(_ recipient: MailAddress) -> Bool {
        let sender = dialogue.sender?.folded ?? ""
        return state.note { world in
            !world.mail.knows(client: client.text, sender: sender, recipient: recipient.folded)
        }
    }

    /// How Received names the client.
    private var name: String { "[\(client.text)]" }
}

extension SMTPDialogue.Step {
    /// Where faults can meet the step.
    var stage: MailStage? {
        switch matter {
        case .hello: .ehlo
        case .mail: .mail
        case .recipient: .rcpt
        case .data: .data
        case .message: .end
        case .reset, .other, .brokenMessage, .mistake, .goodbye: nil
        }
    }
}
