/// One connection to the relay, as a value: octets go in, and steps come out that have to be answered one by one.
///
/// A step proposes its answer. Whoever runs the dialogue may answer differently, and a command that is not answered
/// positively has no effect. However many commands arrive at once (RFC 2920), the next step comes after the answer to
/// the one before.
package struct SMTPDialogue: Sendable {
    package struct Limits: Sendable {
        /// The most octets of a command, of a message, and the most recipients and mistakes.
        package var command = 2_048
        package var message = 20 << 20
        package var recipients = 100
        package var mistakes = 20

        package init(message: Int = 20 << 20) { self.message = message }
    }

    /// What a step is about.
    package enum Matter: Sendable, Equatable {
        case hello, reset, other, data
        case mail(MailAddress?)
        case recipient(MailAddress)
        case message(SMTPTransaction)
        /// A message that cannot be taken.
        case brokenMessage
        /// A command that is unknown, broken or out of order.
        case mistake
        /// The connection ends after the answer.
        case goodbye
    }

    package struct Step: Sendable {
        package let matter: Matter
        /// The proposed answer.
        package let reply: SMTPReply

        init(_ matter: Matter, _ reply: SMTPReply) { (self.matter, self.reply) = (matter, reply) }
    }

    private enum Line {
        case complete([UInt8])
        case long, broken
    }

    private let name: String
    private let limits: Limits
    private var pending: [UInt8] = []
    private var isSkipping = false
    private var isGreeted = false
    private var mistakes = 0
    private var transaction: SMTPTransaction?
    private var content: SMTPContent?
    private var unanswered: Step?
    /// Whether the connection must be closed.
    package private(set) var isOver = false

    package init(name: String, limits: Limits = Limits()) { (self.name, self.limits) = (name, limits) }

    /// The first line of the server.
    package var greeting: SMTPReply { SMTPReply(220, "\(name) ESMTP apple-id-emulator, not Apple") }

    /// The sender of the present transaction; nil if there is none or it is `<>`.
    package var sender: MailAddress? { transaction?.sender }

    /// How many octets wait for the rest of a line. It is bounded, whatever arrives.
    package var waitingOctets: Int { pending.count }

    package mutating func receive(_ octets: some Sequence<UInt8>) {
        guard !isOver else { return }
        pending.append(contentsOf: octets)
    }

    /// The next step. Nil if it takes more octets, if the last step was not answered yet, or if the dialogue is over.
    package mutating func next() -> Step? {
        guard unanswered == nil, !isOver else { return nil }
        unanswered = content == nil ? nextCommand() : nextMessage()
        return unanswered
    }

    /// Answers the last step. With 421, the server closes the connection (RFC 5321 section 3.8).
    package mutating func answer(_ reply: SMTPReply) {
        guard let step = unanswered else { return }
        unanswered = nil
        if reply.code == 421 { isOver = true }
        switch step.matter {
        case .message, .brokenMessage: (transaction, content) = (nil, nil)
        case .mistake: mistakes += 1
        case .goodbye: isOver = true
        case .hello where reply.isPositive: (isGreeted, transaction) = (true, nil)
        case .mail(let sender) where reply.isPositive: transaction = SMTPTransaction(sender: sender)
        case .recipient(let address) where reply.isPositive: transaction?.recipients.append(address)
        case .data where reply.isPositive: content = SMTPContent(largest: limits.message)
        case .reset where reply.isPositive: transaction = nil
        case .hello, .mail, .recipient, .data, .reset, .other: break
        }
    }

    // MARK: commands

    private mutating func nextCommand() -> Step? {
        switch nextLine() {
        case nil: return nil
        case .long: return mistake(SMTPReply(500, "5.5.2 Line too long"))
        case .broken: return mistake(SMTPReply(500, "5.5.2 Lines must end with CRLF"))
        case .complete(let line):
            do throws(SMTPReply) {
                return step(for: try SMTPCommand(line))
            } catch {
                return mistake(error)
            }
        }
    }

    private mutating func nextLine() -> Line? {
        guard let end = pending.firstIndex(of: ASCII.lineFeed) else {
            if pending.count > limits.command + 1 {
                pending.removeAll()
                isSkipping = true
            }
            return nil
        }
        let line = Array(pending[..<end])
        pending.removeFirst(end + 1)
        defer { isSkipping = false }
        if isSkipping || line.count > limits.command + 1 { return .long }
        let text = line.dropLast()
        guard line.last == ASCII.carriageReturn, !text.contains(ASCII.carriageReturn), !text.contains(0) else {
            return .broken
        }
        return .complete(Array(text))
    }

    private func step(for command: SMTPCommand) -> Step {
        switch command {
        case .hello(let isExtended): Step(.hello, isExtended ? extensions : SMTPReply(250, name))
        case .mail(let sender, let size): mail(sender, size)
        case .recipient(let address): recipient(address)
        case .data: data
        case .reset: Step(.reset, SMTPReply(250, "2.0.0 Ok"))
        case .noOperation: Step(.other, SMTPReply(250, "2.0.0 Ok"))
        case .verify: Step(.other, SMTPReply(252, "2.0.0 Send a message to find out"))
        case .quit: Step(.goodbye, SMTPReply(221, "2.0.0 Bye"))
        }
    }

    private var extensions: SMTPReply {
        SMTPReply(
            250, lines: [name, "PIPELINING", "SIZE \(limits.message)", "8BITMIME", "ENHANCEDSTATUSCODES"])
    }

    private func mail(_ sender: MailAddress?, _ size: Int?) -> Step {
        guard isGreeted else { return mistake(SMTPReply(503, "5.5.1 Send EHLO first")) }
        guard transaction == nil else { return mistake(SMTPReply(503, "5.5.1 Nested MAIL command")) }
        guard (size ?? 0) <= limits.message else { return Step(.mail(sender), .tooLarge) }
        return Step(.mail(sender), SMTPReply(250, "2.1.0 Ok"))
    }

    private func recipient(_ address: MailAddress) -> Step {
        guard let transaction else { return mistake(SMTPReply(503, "5.5.1 Send MAIL first")) }
        guard transaction.recipients.count < limits.recipients else {
            return Step(.other, SMTPReply(452, "4.5.3 Too many recipients"))
        }
        return Step(.recipient(address), SMTPReply(250, "2.1.5 Ok"))
    }

    private var data: Step {
        guard let transaction else { return mistake(SMTPReply(503, "5.5.1 Send MAIL first")) }
        guard !transaction.recipients.isEmpty else { return mistake(SMTPReply(554, "5.5.1 No valid recipients")) }
        return Step(.data, SMTPReply(354, "End data with <CR><LF>.<CR><LF>"))
    }

    private func mistake(_ reply: SMTPReply) -> Step {
        guard mistakes + 1 < limits.mistakes else { return Step(.goodbye, SMTPReply(421, "4.7.0 Too many mistakes")) }
        return Step(.mistake, reply)
    }

    // MARK: messages

    private mutating func nextMessage() -> Step? {
        var used = 0
        var isWhole = false
        while used < pending.count, !isWhole {
            isWhole = content?.take(pending[used]) ?? true
            used += 1
        }
        pending.removeFirst(used)
        return isWhole ? message : nil
    }

    private var message: Step {
        switch content?.flaw {
        case .bareLineEnd: return Step(.brokenMessage, SMTPReply(554, "5.6.0 bare LF: lines must end with CRLF"))
        case .longLine: return Step(.brokenMessage, SMTPReply(554, "5.6.0 Line too long"))
        case .tooLarge: return Step(.brokenMessage, .tooLarge)
        case nil: break
        }
        var whole = transaction ?? SMTPTransaction(sender: nil)
        whole.content = content?.octets ?? []
        return Step(.message(whole), SMTPReply(250, "2.0.0 Ok"))
    }
}

extension SMTPReply {
    fileprivate static let tooLarge = SMTPReply(552, "5.3.4 Message size exceeds fixed limit")
}

/// The envelope of a message, and the message.
package struct SMTPTransaction: Sendable, Equatable {
    /// Nil for `<>`.
    package let sender: MailAddress?
    package var recipients: [MailAddress] = []
    package var content: [UInt8] = []

    package init(sender: MailAddress?) { self.sender = sender }
}
