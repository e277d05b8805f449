package import AccountStorage

/// A mail to one person.
package struct MailMessage: Sendable, Equatable, CustomStringConvertible {
    /// The recipient's address.
    package let to: String
    /// The subject, one line.
    package let subject: String
    /// The body, as lines of plain text.
    package let text: String
    /// The account of the person, for the field by which a bounce names it.
    package var account: AccountID?

    /// A message.
    package init(to: String, subject: String, text: String) {
        self.to = to
        self.subject = subject
        self.text = text
    }

    /// Prints no address and no token.
    package var description: String { "MailMessage(redacted)" }
}

/// Whether the mail program or server accepted a message.
package enum MailOutcome: Sendable, Equatable {
    /// It was accepted.
    case sent
    /// It was not accepted, and is tried again.
    case failed
}
