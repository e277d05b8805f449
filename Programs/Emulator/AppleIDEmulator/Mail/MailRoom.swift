import RelayMail

/// The mail that the relay took, and what it remembers of senders. All of it ends with the process.
struct MailRoom: Sendable {
    /// What became of a message.
    enum Standing: String, Sendable, ListedValue {
        /// It is in the person's mailbox.
        case delivered
        /// It was taken and thrown away (switch `relay_forwarding_off`).
        case dropped
        /// The person's answer to a message, on its way to the sender.
        case replied
        /// A delivery report, on its way to the sender.
        case bounced
    }

    struct Message: Sendable {
        let id: String
        let standing: Standing
        let relay: RelayKey
        /// The relay address.
        let address: String
        let at: Int
        /// The sender of the envelope; nil for `<>`.
        let sender: String?
        /// Where it goes: the person's own address, or the sender of the message that it answers.
        let recipient: String
        /// The message as it was sent.
        let sent: [UInt8]
        /// The message as the person sees it. Nil for one that goes to a sender.
        var seen: [UInt8]?
        /// Whether only its beginning was kept.
        var isCut = false

        /// The form that its recipient reads.
        var read: [UInt8] { seen ?? sent }
    }

    /// A sender whom the relay refused, for the report to the team.
    struct RefusedSender: Sendable, Equatable {
        let sender: String
        let cause: String
        var count: Int
        var lastAt: Int
    }

    static let mostForPerson = 200
    static let longestMessage = 1 << 20
    /// Bounds on what is kept altogether.
    private static let mostOctets = 64 << 20
    private static let mostTriples = 10_000
    private static let mostRefused = 100
    static let day = 86_400

    var records: MailRecords
    /// In the order in which they came.
    private(set) var messages: [Message] = []
    private var octets = 0
    private var lastNumber = 0
    private var times: [RelayKey: [Int]] = [:]
    private var triples: Set<String> = []
    private var refused: [String: [RefusedSender]] = [:]

    init(records: MailRecords = MailRecords()) { self.records = records }

    /// A name for the next message.
    mutating func makeID() -> String {
        lastNumber += 1
        return "m\(lastNumber)"
    }

    /// Keeps a message. Older ones of the person go if there are too many, and any if all are too large together.
    mutating func keep(_ message: Message) {
        let message = message.cut(to: Self.longestMessage)
        messages.append(message)
        octets += message.size
        let own = messages.filter { $0.relay.person == message.relay.person }
        if own.count > Self.mostForPerson, let oldest = own.first { remove { $0.id == oldest.id } }
        while octets > Self.mostOctets, messages.count > 1 { octets -= messages.removeFirst().size }
    }

    mutating func remove(_ isUnwanted: (Message) -> Bool) {
        messages.removeAll(where: isUnwanted)
        octets = messages.reduce(0) { $0 + $1.size }
    }

    mutating func forget(team: String) {
        remove { $0.relay.teamID == team }
        times = times.filter { $0.key.teamID != team }
        refused[team] = nil
    }

    func message(_ id: String) -> Message? { messages.last { $0.id == id } }

    // MARK: the daily limit

    /// How many messages an address had in the last day, in both directions.
    func count(of relay: RelayKey, at now: Int) -> Int {
        (times[relay] ?? []).count { $0 > now - Self.day && $0 <= now }
    }

    mutating func count(_ relay: RelayKey, at now: Int) {
        times[relay] = (times[relay] ?? []).filter { $0 > now - Self.day } + [now]
    }

    // MARK: senders

    /// Whether the relay has seen these three together. It has from then on.
    mutating func knows(client: String, sender: String, recipient: String) -> Bool {
        if triples.count >= Self.mostTriples { triples = [] }
        return !triples.insert("\(client) \(sender) \(recipient)").inserted
    }

    mutating func note(refused sender: String, cause: String, team: String, at now: Int) {
        var list = refused[team] ?? []
        if let known = list.firstIndex(where: { $0.sender == sender && $0.cause == cause }) {
            list[known].count += 1
            list[known].lastAt = now
        } else {
            list.append(RefusedSender(sender: sender, cause: cause, count: 1, lastAt: now))
        }
        refused[team] = Array(list.suffix(Self.mostRefused))
    }

    /// The senders that were refused in the last thirty days, the latest first.
    func refusedSenders(of team: String, at now: Int) -> [RefusedSender] {
        (refused[team] ?? []).filter { $0.lastAt > now - 30 * Self.day }.sorted { $0.lastAt > $1.lastAt }
    }
}

extension MailRoom.Message {
    fileprivate var size: Int { sent.count + (seen?.count ?? 0) }

    fileprivate func cut(to most: Int) -> MailRoom.Message {
        guard sent.count > most || (seen?.count ?? 0) > most else { return self }
        return MailRoom.Message(
            id: id, standing: standing, relay: relay, address: address, at: at, sender: sender, recipient: recipient,
            sent: Array(sent.prefix(most)), seen: seen.map { Array($0.prefix(most)) }, isCut: true)
    }
}
