package import AccountStorage
package import Foundation

/// What became of a message to a person, as a mail server or a provider of mail tells it.
package struct MailReport: Sendable, Equatable {
    /// What became of it.
    package enum Outcome: String, Sendable, CaseIterable {
        /// It arrived.
        case delivered
        /// It was put off for too long, and is not tried again.
        case deferred
        /// It was refused.
        case bounced
        /// The person called it unwanted.
        case complained
    }

    /// Our identifier of the account that the message was for. Nothing counts without it, so that a made-up report
    /// cannot be about a person whose address somebody knows.
    package let account: AccountID
    /// The address that the message was sent to.
    package let recipient: String
    /// What became of it.
    package let outcome: Outcome
    /// What the server said; empty if it said nothing.
    package let diagnostic: String
    /// When it happened.
    package let occurredAt: Date

    /// A report with these values.
    package init(
        account: AccountID, recipient: String, outcome: Outcome, diagnostic: String = "", occurredAt: Date
    ) {
        self.account = account
        self.recipient = recipient
        self.outcome = outcome
        self.diagnostic = diagnostic
        self.occurredAt = occurredAt
    }
}

extension MailReport {
    /// What it tells, as a stable code: that the message arrived or was unwanted, or why it was refused.
    var cause: String {
        switch outcome {
        case .delivered, .complained: outcome.rawValue
        case .deferred, .bounced: MailRefusal(diagnostic, recipient: recipient).cause.rawValue
        }
    }
}

/// Redacted, because it holds an address.
extension MailReport: CustomStringConvertible {
    /// Prints the account and the outcome only.
    package var description: String { "MailReport(\(account.text), \(outcome.rawValue))" }
}
