/// What a mail server says to a client that greets it.
enum MailServerAnswer: Sendable, Equatable {
    /// It greets the client.
    case ready
    /// It does not want the client. The text is the last line of its reply.
    case refused(String)
    /// It cannot be reached, or says nothing that a mail server says.
    case silent
}

/// The client's part of a connection to a mail server on which nothing is sent but a greeting (RFC 5321 section 4.1.1.1).
struct MailGreeting {
    enum Step: Equatable {
        case send(String)
        case end(MailServerAnswer)
    }

    /// The most that is read of a server's replies, in bytes.
    private static let longest = 8_192

    private let name: String
    private var received: [UInt8] = []
    private var hasGreeted = false

    /// - Parameter name: the host name by which the client introduces itself.
    init(name: String) {
        self.name = name
    }

    /// Takes what the server has sent; returns nil until its reply is complete.
    mutating func receive(_ octets: some Sequence<UInt8>) -> Step? {
        received += octets
        guard received.count <= Self.longest else { return .end(.silent) }
        guard let reply = nextReply() else { return nil }
        guard reply.hasPrefix(hasGreeted ? "250" : "220") else { return .end(.refused(reply)) }
        guard !hasGreeted else { return .end(.ready) }
        hasGreeted = true
        return .send("EHLO \(name)\r\n")
    }

    /// The last line of a reply. In all others, a hyphen follows the code (RFC 5321 section 4.2.1).
    private mutating func nextReply() -> String? {
        while let end = received.firstIndex(of: UInt8(ascii: "\n")) {
            let line = received[..<end].filter { $0 != UInt8(ascii: "\r") }
            received.removeSubrange(...end)
            if line.dropFirst(3).first != UInt8(ascii: "-") { return String(decoding: line, as: UTF8.self) }
        }
        return nil
    }
}
