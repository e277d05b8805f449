/// Where in a dialogue a fault meets the sender.
enum MailStage: String, Sendable, Codable, ListedValue {
    case connect, ehlo, mail, rcpt, data
    /// After the message.
    case end
}
