/// A message to one person.
package struct MailMessage: Sendable, Equatable, CustomStringConvertible {
    /// The address.
    package let to: String
    /// The subject, in ASCII.
    package let subject: String
    /// The text, in lines.
    package let text: String

    /// A message.
    package init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }

    /// Prints no address and no token.
    package var description: String { "MailMessage(redacted)" }
}

/// What became of a message that was handed to whoever sends mail.
package enum MailOutcome: Sendable, Equatable {
    /// It was taken.
    case sent
    /// It was not; to be tried again.
    case failed
}
