/// A message to one person.
public struct MailMessage: Sendable, Equatable, CustomStringConvertible {
    /// The address.
    public let to: String
    /// The subject, in ASCII.
    public let subject: String
    /// The text, in lines.
    public let text: String

    /// A message.
    public init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }

    /// Prints no address and no token.
    public var description: String { "MailMessage(redacted)" }
}

/// What became of a message that was handed to whoever sends mail.
public enum MailOutcome: Sendable, Equatable {
    /// It was taken.
    case sent
    /// It was not; to be tried again.
    case failed
}
