import SignInFlows

/// What became of a message to a relay address of the operator's own.
extension Finding {
    static func trialNotSent(to address: String) -> Finding {
        Finding(
            code: "trial_not_sent", level: .failure, subject: address,
            meaning: "The mail program did not take the message, or no mail is configured.",
            advice: "See siwa doctor and mail.command.", evidence: .observed)
    }

    static func trialSent(to address: String) -> Finding {
        Finding(
            code: "trial_sent", level: .warning, subject: address,
            meaning: "A message was handed to the mail program. Apple has not answered yet.",
            advice: "Look into the mailbox, and for a bounce: with “unauthorized sender” the registration is wrong. "
                + "With mail.bounces_folder, the doctor waits for the bounce.", evidence: .observed)
    }

    static func trialUnanswered(to address: String) -> Finding {
        Finding(
            code: "trial_sent", level: .warning, subject: address,
            meaning: "A message was handed to the mail program, and no bounce of it came within ten minutes.",
            advice: "Look into the mailbox. A bounce may still come if your mail server tries again.",
            evidence: .observed)
    }

    /// What a report about the message says.
    static func trial(_ report: MailReport) -> Finding {
        guard report.outcome != .delivered else {
            return .fine("trial_arrived", report.recipient, "A report says that the message arrived.")
        }
        let refusal = MailRefusal(report.diagnostic, recipient: report.recipient)
        let (level, meaning, advice) = explanation(of: refusal.cause)
        return Finding(
            code: "trial_refused", level: level, subject: report.recipient,
            meaning: "The answer was: \(report.diagnostic.prefix(200)). \(meaning)", advice: advice,
            evidence: .observed)
    }

    private static func explanation(of cause: MailRefusal.Cause) -> (level: Level, meaning: String, advice: String) {
        switch cause.meaning {
        case .senderRefused:
            (
                .failure, "The address is good: Apple refuses the sender.",
                "Compare the senders of the bounce with the portal, for the team that owns the app today, and mend SPF "
                    + "and DKIM. See hidden-mail.md."
            )
        case .addressMissing:
            (
                .failure, "The relay does not know the address, or it was switched off.",
                "Take the present address of an account that hides its address."
            )
        case .putOff:
            (.warning, "There was too much mail for the mailbox.", "Try again tomorrow.")
        case .none:
            (
                .unknown, "This says nothing about the sender or the address.",
                "Try again later: Apple's relay has outages. See hidden-mail.md."
            )
        }
    }
}
